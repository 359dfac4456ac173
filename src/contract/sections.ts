import type { AssumptionId } from './assumptions/index.ts'
import type { OperationId } from './operation.ts'
import type { SupportingRouteName } from './supporting-routes.ts'

/** A section of the document, by the first words of its heading; an operation is one. */
export type Section =
  | 'What the service does'
  | 'Resources and fields'
  | 'Response envelope'
  | 'Request envelope'
  | 'Asset collection'
  | 'Archive group'
  | 'Asset detail'
  | 'Approval task record'
  | 'User simple info'
  | 'Portal content record'
  | 'Crowd member'
  | 'Social media content statistics'
  | 'States and transitions'
  | 'Endpoints'
  | 'Authentication'
  | 'Events'
  | 'Errors'
  | 'Limits'
  | 'Versioning'
  | OperationId

/** Where the document speaks of the fields of a named shape; fields of other shapes are in the section of their operation. */
export const SECTION_OF_SHAPE: ReadonlyMap<string, Section> = new Map([
  ['AssetCollection', 'Asset collection'],
  ['ArchiveGroup', 'Archive group'],
  ['AssetDetail', 'Asset detail'],
  ['MaterialOrigin', 'Asset detail'],
  ['AuthInfo', 'Asset detail'],
  ['SubResource', 'Asset detail'],
  ['ApprovalTask', 'Approval task record'],
  ['UserSimpleInfo', 'User simple info'],
  ['PortalContent', 'Portal content record'],
  ['PortalContentDetail', 'Portal content record'],
  ['CrowdMember', 'Crowd member'],
  ['SocialMediaStats', 'Social media content statistics'],
  ['TrackingRecord', 'E3'],
  ['RefusalEnvelope', 'Errors'],
])

/** Where the document would speak of what these assumptions decide; the others are cited by what they decide. */
export const SECTION_OF_RULE: Readonly<Partial<Record<AssumptionId, Section>>> = {
  'A-auth-11': 'Authentication',
  'A-auth-14': 'Authentication',
  'A-request-3': 'Limits',
  'A-request-4': 'Request envelope',
  'A-request-6': 'Endpoints',
  'A-cors-1': 'Authentication',
  'A-limit-6': 'Limits',
  'A-limit-7': 'Limits',
  'A-limit-8': 'Limits',
  'A-variation-1': 'Resources and fields',
  'A-variation-2': 'Resources and fields',
  'A-variation-3': 'Resources and fields',
  'A-variation-4': 'Errors',
  'A-variation-5': 'Resources and fields',
}

/** Where the document names a supporting route; null where it says nothing of it. */
export const SECTION_OF_ROUTE: Readonly<Record<SupportingRouteName, Section | null>> = {
  'get-token': 'Authentication',
  'refresh-token': 'Authentication',
  'begin-upload': null,
  'show-upload': null,
  'abort-upload': null,
  'send-part': null,
  'send-file': null,
  download: null,
}
