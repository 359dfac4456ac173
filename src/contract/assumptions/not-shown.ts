import type { AssumptionId } from './index.ts'

/** One point that a sentence of the document leaves open, and the numbers that decide it. */
export interface OpenPoint {
  /** The point, with the names that the list of assumptions uses. */
  readonly about: string
  readonly numbers: readonly AssumptionId[]
}

/** A sentence of the document that says that something is not shown. */
export interface NotShown {
  /** The section of the document, or the operation. */
  readonly section: string
  /** Words of the sentence that occur nowhere else in the document. */
  readonly words: string
  readonly points: readonly OpenPoint[]
}

const point = (about: string, ...numbers: AssumptionId[]): OpenPoint => ({ about, numbers })

/** Every sentence of the document that says that something is not shown, in the document's order. */
export const NOT_SHOWN: readonly NotShown[] = [
  {
    section: 'What the service does',
    words: 'Behaviour of those operations',
    points: [
      point('further operations of the index', 'A-event-1'),
      point('access token and refresh token', 'A-auth-7'),
    ],
  },
  {
    section: 'Resources and fields',
    words: 'Meaning of numeric codes',
    points: [
      point('numeric codes of an asset', 'A-4-7'),
      point('pdfStatus and ruleCheckStatusCode', 'A-4-7'),
      point('numbers of a sub-resource', 'A-4-7'),
      point('resType', 'A-4-6'),
      point('approvalStatus of an asset', 'A-9-5'),
      point('status of a collection', 'A-1-6'),
      point('status, logoutStatus, userType and verifyEmail of a user', 'A-auth-12'),
      point('scope', 'A-1-1'),
      point('unitType of rights', 'A-4-5'),
      point('authType of collaborators', 'A-14-2'),
      point('likeType', 'A-19-1'),
      point('selfAgent', 'A-7-4'),
    ],
  },
  {
    section: 'Resources and fields',
    words: 'the response is cut off',
    points: [point('fields of asset detail after the sub-resources', 'A-event-1')],
  },
  {
    section: 'States and transitions',
    words: 'Complete set of `approvalStatus` values',
    points: [point('approvalStatus values of a task', 'A-9-2')],
  },
  {
    section: 'States and transitions',
    words: 'Transitions',
    points: [point('transitions of tasks', 'A-9-2'), point('moves of a collection', 'A-1-6')],
  },
  {
    section: 'States and transitions',
    words: 'Lifecycle of an uploaded asset',
    points: [
      point('bytes before E13', 'A-upload-1'),
      point('states of an upload', 'A-13-1'),
      point('what E13 checks, parts of another size, and completing again', 'A-13-1', 'A-13-3'),
      point('lifecycle of the uploaded file', 'A-16-1'),
      point('path of an upload in E16', 'A-16-1'),
      point('ingestion of an atom, by E21 and by an approval', 'A-auth-11', 'A-9-8'),
      point('meaning of the three lists of E21', 'A-21-1'),
      point('ids of atom, sub-resource and asset', 'A-id-1'),
    ],
  },
  {
    section: 'Endpoints',
    words: 'Which request fields are required and which are optional',
    points: [
      point('a request without param', 'A-request-1'),
      point('required and optional fields', 'A-request-1', 'A-3-1', 'A-15-1', 'A-19-1'),
    ],
  },
  {
    section: 'E1',
    words: 'Allowed values of scope and sort',
    points: [point('scope', 'A-1-1'), point('sort and default ordering', 'A-1-2')],
  },
  {
    section: 'E4',
    words: 'The remainder of the response',
    points: [point('fields of asset detail after the sub-resources', 'A-event-1')],
  },
  {
    section: 'E5',
    words: 'Allowed values of category and meaning of finished',
    points: [point('category', 'A-5-3'), point('finished', 'A-5-1')],
  },
  {
    section: 'E6',
    words: 'Meanings of filter type values',
    points: [point('filter type values', 'A-6-2'), point('codes of filter conditions', 'A-6-2')],
  },
  {
    section: 'E12',
    words: 'Allowed values of templateCode and modelCode',
    points: [point('templateCode and modelCode', 'A-12-2')],
  },
  {
    section: 'E22',
    words: 'Response on success',
    points: [point('response on success', 'A-22-1')],
  },
  {
    section: 'Authentication',
    words: 'which occurrence is authoritative',
    points: [point('Access-token twice', 'A-auth-9')],
  },
  {
    section: 'Authentication',
    words: 'Their paths, payloads and responses',
    points: [point('paths, payloads and responses of the token operations', 'A-auth-7')],
  },
  {
    section: 'Authentication',
    words: 'Computation of `S-Sign`',
    points: [point('computation of S-Sign', 'A-auth-4')],
  },
  {
    section: 'Authentication',
    words: 'Token lifetime and scopes',
    points: [point('token lifetime', 'A-auth-8'), point('token scopes', 'A-event-1')],
  },
  {
    section: 'Events',
    words: 'Outbound events sent by the service',
    points: [point('outbound events', 'A-event-1')],
  },
  {
    section: 'Events',
    words: 'The full list of event type codes',
    points: [point('event type codes', 'A-3-1')],
  },
  {
    section: 'Errors',
    words: 'The common error code list',
    points: [point('error code list', 'A-reply-3')],
  },
  {
    section: 'Errors',
    words: 'HTTP status codes other than 200',
    points: [point('HTTP status codes', 'A-reply-3')],
  },
  {
    section: 'Limits',
    words: 'Rate limits',
    points: [point('rate limits', 'A-event-1')],
  },
  {
    section: 'Limits',
    words: 'Upload size limits, part sizes and page-size bounds',
    points: [
      point('upload size limits and part sizes', 'A-limit-3'),
      point('page-size bounds', 'A-page-1'),
      point('bounds of requests', 'A-limit-3'),
    ],
  },
  {
    section: 'Versioning',
    words: 'Samples send an extra header `x-asm-prefer-tag`',
    points: [point('header x-asm-prefer-tag', 'A-request-2')],
  },
  {
    section: 'Versioning',
    words: 'Version negotiation beyond the path prefix',
    points: [point('version negotiation and retirement dates', 'A-event-1')],
  },
]
