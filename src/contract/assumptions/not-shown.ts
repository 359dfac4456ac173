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

const open = (
  section: string,
  words: string,
  ...points: [about: string, ...numbers: AssumptionId[]][]
): NotShown => ({
  section,
  words,
  points: points.map(([about, ...numbers]) => ({ about, numbers })),
})

/** Every sentence of the document that says that something is not shown, in the document's order. */
export const NOT_SHOWN: readonly NotShown[] = [
  open(
    'What the service does',
    'Behaviour of those operations',
    ['further operations of the index', 'A-event-1'],
    ['access token and refresh token', 'A-auth-7'],
  ),
  open(
    'Resources and fields',
    'Meaning of numeric codes',
    ['numeric codes of an asset', 'A-4-7'],
    ['pdfStatus and ruleCheckStatusCode', 'A-4-7'],
    ['numbers of a sub-resource', 'A-4-7'],
    ['resType', 'A-4-6'],
    ['approvalStatus of an asset', 'A-9-5'],
    ['status of a collection', 'A-1-6'],
    ['status, logoutStatus, userType and verifyEmail of a user', 'A-auth-12'],
    ['scope', 'A-1-1'],
    ['unitType of rights', 'A-4-5'],
    ['authType of collaborators', 'A-14-2'],
    ['likeType', 'A-19-1'],
    ['selfAgent', 'A-7-4'],
  ),
  open('Resources and fields', 'the response is cut off', [
    'fields of asset detail after the sub-resources',
    'A-event-1',
  ]),
  open('States and transitions', 'Complete set of `approvalStatus` values', [
    'approvalStatus values of a task',
    'A-9-2',
  ]),
  open(
    'States and transitions',
    'Transitions',
    ['transitions of tasks', 'A-9-2'],
    ['moves of a collection', 'A-1-6'],
  ),
  open(
    'States and transitions',
    'Lifecycle of an uploaded asset',
    ['bytes before E13', 'A-upload-1'],
    ['states of an upload', 'A-13-1'],
    ['what E13 checks, parts of another size, and completing again', 'A-13-1', 'A-13-3'],
    ['lifecycle of the uploaded file', 'A-16-1'],
    ['path of an upload in E16', 'A-16-1'],
    ['ingestion of an atom, by E21 and by an approval', 'A-auth-11', 'A-9-8'],
    ['meaning of the three lists of E21', 'A-21-1'],
    ['ids of atom, sub-resource and asset', 'A-id-1'],
  ),
  open(
    'Endpoints',
    'Which request fields are required and which are optional',
    ['a request without param', 'A-request-1'],
    ['required and optional fields', 'A-request-1', 'A-3-1', 'A-15-1', 'A-19-1'],
  ),
  open(
    'E1',
    'Allowed values of scope and sort',
    ['scope', 'A-1-1'],
    ['sort and default ordering', 'A-1-2'],
  ),
  open('E4', 'The remainder of the response', [
    'fields of asset detail after the sub-resources',
    'A-event-1',
  ]),
  open(
    'E5',
    'Allowed values of category and meaning of finished',
    ['category', 'A-5-3'],
    ['finished', 'A-5-1'],
  ),
  open(
    'E6',
    'Meanings of filter type values',
    ['filter type values', 'A-6-2'],
    ['codes of filter conditions', 'A-6-2'],
  ),
  open('E12', 'Allowed values of templateCode and modelCode', [
    'templateCode and modelCode',
    'A-12-2',
  ]),
  open('E22', 'Response on success', ['response on success', 'A-22-1']),
  open('Authentication', 'which occurrence is authoritative', ['Access-token twice', 'A-auth-9']),
  open('Authentication', 'Their paths, payloads and responses', [
    'paths, payloads and responses of the token operations',
    'A-auth-7',
  ]),
  open('Authentication', 'Computation of `S-Sign`', ['computation of S-Sign', 'A-auth-4']),
  open(
    'Authentication',
    'Token lifetime and scopes',
    ['token lifetime', 'A-auth-8'],
    ['token scopes', 'A-event-1'],
  ),
  open('Events', 'Outbound events sent by the service', ['outbound events', 'A-event-1']),
  open('Events', 'The full list of event type codes', ['event type codes', 'A-3-1']),
  open('Errors', 'The common error code list', ['error code list', 'A-reply-3']),
  open('Errors', 'HTTP status codes other than 200', ['HTTP status codes', 'A-reply-3']),
  open('Limits', 'Rate limits', ['rate limits', 'A-event-1']),
  open(
    'Limits',
    'Upload size limits, part sizes and page-size bounds',
    ['upload size limits and part sizes', 'A-limit-3'],
    ['page-size bounds', 'A-page-1'],
    ['bounds of requests', 'A-limit-3'],
  ),
  open('Versioning', 'Samples send an extra header `x-asm-prefer-tag`', [
    'header x-asm-prefer-tag',
    'A-request-2',
  ]),
  open('Versioning', 'Version negotiation beyond the path prefix', [
    'version negotiation and retirement dates',
    'A-event-1',
  ]),
]
