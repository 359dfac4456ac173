import { PROBLEMS } from './caller-error.ts'
import { didYouMean } from './did-you-mean.ts'
import { quote } from './quote.ts'
import { fieldKind, kind, Refusal, unknown } from './refusal.ts'

const REQUEST_BODY = 'The request body'

const noRoom = (full = 'The disk of the server'): string =>
  `${full} is full; the call stored nothing`

/** Refusals of requests that cannot be read or answered, for all operations: `90000001` to `90000099`. */
const REQUEST_REFUSALS = {
  malformedJson: kind(
    '90000001',
    'The body is not JSON.',
    (problem: string, body = REQUEST_BODY) => `${body} is not valid JSON: ${problem}`,
  ),
  emptyBody: kind(
    '90000002',
    'The body is missing or empty.',
    (expected: string, body = REQUEST_BODY) =>
      `${body} is empty; expected a JSON object with ${expected}`,
  ),
  wrongContentType: kind(
    '90000003',
    'The header Content-Type is missing or not application/json, or a file is sent as a form.',
    (given: string | undefined, expected = 'application/json', hint = '') =>
      `Content-Type must be ${expected}, got ${given ? quote(given) : 'none'}${hint}`,
    { fileStatus: 415 },
  ),
  bodyTooLarge: kind(
    '90000004',
    'The body is larger than the route allows.',
    (limit: string) => `The request body is larger than ${limit}`,
    { problem: PROBLEMS.contentTooLarge },
  ),
  tooDeep: kind(
    '90000005',
    'The body is nested too deeply.',
    (limit: number, body = REQUEST_BODY) => `${body} is nested more than ${limit} levels deep`,
  ),
  notUnicode: kind(
    '90000006',
    'The body is not well-formed UTF-8, or a string in it has an unpaired surrogate.',
    (detail: string, body = REQUEST_BODY) => `${body} is not well-formed Unicode text: ${detail}`,
  ),
  unknownPath: kind(
    '90000007',
    'No operation has this path.',
    (path: string, hint = '') => `No operation has the path ${quote(path)}${hint}`,
    { status: 404 },
  ),
  wrongMethod: kind(
    '90000008',
    'The path does not support this HTTP method.',
    (method: string, what = 'Operations are', allowed = 'POST') =>
      `${what} called with ${allowed}, not ${method}`,
    { status: 405 },
  ),
  badRequest: kind(
    '90000009',
    'The request is not valid HTTP.',
    (detail: string) => `The request cannot be read: ${detail}`,
    { status: 400 },
  ),
  unknownWorkspace: kind(
    '90000010',
    'The path names an unknown workspace.',
    (id: string, hint = '') => `Workspace ${quote(id)} does not exist${hint}`,
    { status: 404, problem: PROBLEMS.notFound },
  ),
  storageFull: {
    ...kind('90000011', 'The disk or a quota is full.', noRoom, {
      fileStatus: 507,
      problem: PROBLEMS.noRoom,
      room: 'disk',
    }),
    usualMessage: noRoom(),
  },
  faultStatus: kind(
    '90000012',
    'A fault rule returns another HTTP status.',
    (status: number) => `An injected fault returns HTTP ${status} for this call`,
  ),
  wrongFault: kind(
    '90000013',
    'The header x-sandbox-fault, or a field that requests a fault, is not a valid fault.',
    (asked: string, problem: string) => `${asked} is not a valid fault: ${problem}`,
  ),
  damagedData: kind(
    '90000014',
    'The data of the workspace cannot be read: its file is missing, damaged or of a newer version.',
    'The data of this workspace cannot be read; reset the workspace, or restore a snapshot or a backup',
    { fileStatus: 503, problem: PROBLEMS.damagedData },
  ),
  tooManyValues: kind(
    '90000015',
    'The body has more keys and values than the route allows.',
    (limit: number, body = REQUEST_BODY) =>
      `${body} has more than ${limit.toLocaleString('en-US')} keys and values; split it into several requests`,
  ),
  tooManyConnections: kind(
    '90000024',
    'The server has the maximum number of open connections.',
    (limit: number, isSetting: boolean) =>
      `Too many connections: ${limit} of ${limit} are open; close some${isSetting ? ' or raise SANDBOX_MAX_CONNECTIONS' : ''}`,
    { status: 503 },
  ),
  busyFiles: kind(
    '90000016',
    'Too many files of the workspace are waiting to be processed.',
    'The server is busy with other files of this workspace; try again in a few seconds',
    { fileStatus: 503, problem: PROBLEMS.busy, room: 'files' },
  ),
  noDescriptors: kind(
    '90000019',
    'The server has no file descriptors left.',
    'The server has no file descriptors left; raise ulimit -n, or try again later',
    { fileStatus: 503, problem: PROBLEMS.noDescriptors },
  ),
  busyBodies: kind(
    '90000025',
    'The server is already handling too much request data.',
    'The server is already handling too much request data; try again later',
    { status: 503, problem: PROBLEMS.busy, room: 'bodies' },
  ),
  noStorage: kind(
    '90000026',
    'The server has no storage listener.',
    'Object storage is off (SANDBOX_STORAGE_PORT=off); upload to /_files/uploads',
  ),
  tooManyUploads: kind(
    '90000027',
    'A workspace has too many open uploads.',
    (max: number) =>
      `The workspace has ${max} open uploads; complete or abort some of them, or wait until they expire`,
  ),
  compressedBody: kind(
    '90000028',
    'The body is compressed: it has a Content-Encoding.',
    (encoding: string) =>
      `Content-Encoding ${encoding.slice(0, 100)} is not supported; send the body uncompressed`,
    { fileStatus: 415 },
  ),
  internal: kind(
    '90000099',
    'The server has a bug; please report it.',
    'The sandbox failed to handle this call. This is a bug in the sandbox; please report it',
    { status: 500, problem: PROBLEMS.defect },
  ),
} as const

const WHY_INACTIVE = {
  disabled: 'disabled (status 0)',
  'logged out': 'logged out (logoutStatus 1)',
} as const

/** `The header A is`, or `The headers A, B and C are`. */
const headersAre = (names: readonly string[]): string => {
  const last = names.at(-1)
  if (names.length < 2) return `The header ${last} is`
  return `The headers ${names.slice(0, -1).join(', ')} and ${last} are`
}

/** Refusals of callers without access: `10134011` is the document's ("Errors"), the others are `9001…`. */
const ACCESS_REFUSALS = {
  noPermission: kind(
    '10134011',
    'The acting user may not do this. The only code that the document shows.',
    'User has no operation permission',
  ),

  missingHeader: kind(
    '90010001',
    'Required headers are missing; the message names all of them.',
    (names: string | readonly string[], hint = '') =>
      `${headersAre([names].flat())} missing${hint}`,
    { fileStatus: 401 },
  ),
  wrongTokenType: kind(
    '90010002',
    'Token-type is not `bearer` (case-insensitive).',
    (given: string) => {
      const shown = /^[\w, -]{1,20}$/.test(given) ? quote(given) : 'something else'
      const hint = /^bearer\s/i.test(given) ? '; send the token in Access-token' : ''
      return `Token-type must be bearer, got ${shown}${hint}`
    },
  ),
  unknownToken: kind(
    '90010003',
    'This server did not issue the access token.',
    (hint: string) => `Access-token is unknown${hint}`,
    { fileStatus: 401 },
  ),
  expiredToken: kind(
    '90010004',
    'The access token has expired.',
    (refreshPath: string) =>
      `Access-token has expired; POST refresh_token to ${refreshPath} to get a new one`,
    { fileStatus: 401 },
  ),
  tokenMismatch: kind(
    '90010005',
    'The token in the body differs from the header (variant of A-auth-1).',
    'token must equal the header Access-token',
  ),
  unknownActor: kind(
    '90010006',
    'No user has the e-mail address in x-open-api-user.',
    (email: string, hint = '') =>
      `x-open-api-user is ${quote(email)}, but no user has that e-mail address${hint}`,
  ),
  unknownAppKey: kind(
    '90010007',
    'No portal application has this key.',
    (hint = '') => `X-App-Key is unknown${hint}`,
  ),
  wrongClient: kind(
    '90010008',
    'Client id or client key is wrong.',
    (hint = '') => `clientId or clientKey is wrong${hint}`,
  ),
  badRefreshToken: kind(
    '90010009',
    'The refresh token is unknown, used up or expired.',
    (hint = '; request a new token with clientId and clientKey') =>
      `refresh_token is unknown or has expired${hint}`,
  ),
  wrongSignature: kind(
    '90010010',
    'S-Sign is wrong (variant of A-auth-4).',
    (signed: string) =>
      `S-Sign does not match the request; expected the lowercase hex HMAC-SHA256, keyed with the app secret, of ${signed}`,
  ),
  staleTimestamp: kind(
    '90010011',
    'S-Timestamp is too far from now (variant of A-auth-4).',
    'S-Timestamp must be epoch milliseconds within five minutes of now',
  ),
  usedNonce: kind(
    '90010012',
    'S-Nonce was used before (variant of A-auth-4).',
    'S-Nonce was already used; create a new one for each request',
  ),
  inactiveActor: kind(
    '90010013',
    'The acting user is disabled or logged out (A-auth-12).',
    (who: string, email: string, account: 'disabled' | 'logged out') =>
      `${who} ${quote(email)}, who is ${WHY_INACTIVE[account]}; name an active user in x-open-api-user`,
  ),
} as const

/** Refusals of fields that do not fit the schema of their operation: `9002…`. */
const FIELD_REFUSALS = {
  missingField: fieldKind(
    '90020001',
    'A required field is missing or null.',
    (field: string, expected: string) => `${field} is missing; expected ${expected}`,
  ),
  wrongType: fieldKind(
    '90020002',
    'A field has an unexpected type.',
    (field: string, expected: string, given: string) =>
      `${field} must be ${expected}, got ${given}`,
  ),
  outOfRange: fieldKind(
    '90020003',
    'A number, string or list is outside its limits.',
    (field: string, bounds: string) => `${field} must ${bounds}`,
  ),
  notAllowed: fieldKind(
    '90020004',
    'A field has an unknown value.',
    (field: string, value: unknown, known: readonly (number | string)[]) =>
      `${field} is ${quote(value)}; known values are ${known.join(', ')}`,
  ),
  tooMany: fieldKind(
    '90020005',
    'A list is longer than the operation allows.',
    (field: string, limit: number, given: number) =>
      `${field} has ${given} elements, but at most ${limit} are allowed; split larger sets into batches`,
  ),
  wrongFormat: fieldKind(
    '90020006',
    'A string does not have the expected format.',
    (field: string, expected: string, value: string) =>
      `${field} must be ${expected}, got ${quote(value)}`,
  ),

  unknownKey: fieldKind(
    '90020007',
    'An object has an unknown key (control plane).',
    (field: string, known: readonly string[]) => {
      const hint = didYouMean(field.split('.').at(-1) ?? '', known)
      const names = known.join(', ')
      if (hint === '') return `${field} is not a known property; known properties are ${names}`
      return `${field} is not a known property${hint} Known properties are ${names}`
    },
  ),
} as const

/** Refusals of requests that do not agree with the data of the workspace: `9003…`. */
const DATA_REFUSALS = {
  unknownUser: unknown('90030001', 'a user'),
  unknownAsset: unknown('90030002', 'an asset'),
  unknownCollection: unknown('90030003', 'a collection'),
  unknownDepartment: unknown('90030004', 'a department'),
  unknownDimension: unknown('90030005', 'a dimension'),
  unknownProcessDefinition: unknown('90030006', 'a process definition'),
  unknownCrowdPack: fieldKind(
    '90030007',
    'No crowd pack has this id, corpId and source together.',
    (field: string, id: number, corpId: string, source: string) =>
      `${field}: no crowd pack has id ${id}, corpId ${quote(corpId)} and source ${quote(source)}`,
  ),
  unknownPortal: unknown('90030008', 'a portal'),
  unknownBlock: unknown('90030009', 'a block'),
  unknownContent: unknown('90030010', 'a content'),
  unknownMarketingTask: unknown('90030011', 'a marketing task'),
  unknownMarketingPlan: unknown('90030012', 'a marketing plan'),
  unknownContentGroup: unknown('90030013', 'a content group'),
  unknownMetadataField: unknown('90030014', 'a metadata field'),
  unknownMetadataValue: unknown('90030015', 'a metadata value'),
  unknownUpload: unknown('90030016', 'an upload', { fileStatus: 404 }),
  unknownArchiveGroup: unknown('90030023', 'an archive group'),
  wrongUploadPath: fieldKind(
    '90030017',
    'The path is not the path of the upload.',
    (field: string, path: string) => `${field}: the path of the upload is not ${quote(path)}`,
  ),
  wrongParts: fieldKind(
    '90030018',
    'The listed parts are not the parts that were uploaded.',
    (field: string, problem: string) => `${field}: ${problem}`,
  ),
  abortedUpload: fieldKind(
    '90030019',
    'The upload was aborted.',
    (field: string, id: string) => `${field}: the upload ${quote(id)} was aborted`,
    { fileStatus: 409 },
  ),
  expiredUpload: fieldKind(
    '90030024',
    'The upload was not completed in time.',
    (field: string, id: string) => `${field}: the upload ${quote(id)} has expired; start a new one`,
    { fileStatus: 410 },
  ),
  completedUpload: fieldKind(
    '90030025',
    'The upload is completed and accepts no more parts.',
    (field: string, id: string) => `${field}: the upload ${quote(id)} is already completed`,
    { fileStatus: 409 },
  ),
  wrongDigest: kind(
    '90030026',
    'The received bytes do not have the announced MD5.',
    (header: string, arrived: string) =>
      `${header} does not match the received bytes, which have the MD5 ${arrived}; nothing was stored`,
  ),
  fileTooLarge: kind(
    '90030027',
    'A part or file is larger than one request may carry.',
    (limit: string) => `One request may carry at most ${limit}; nothing was stored`,
    { fileStatus: 413 },
  ),
  unsignedUrl: kind(
    '90030029',
    'A file URL has no valid expiry and signature.',
    (reason: string) =>
      `The URL is not valid: ${reason}; use it exactly as an operation returned it`,
    { fileStatus: 403 },
  ),
  expiredUrl: kind(
    '90030030',
    'A file URL has expired.',
    (expiredAt: string) => `The URL expired at ${expiredAt}; request a new one`,
    { fileStatus: 403 },
  ),
  noFile: kind(
    '90030031',
    'The file of a URL no longer exists, or its bytes are missing or cut on the server.',
    (path: string, why = '') => `No file exists at ${quote(path)}${why}`,
    { fileStatus: 404 },
  ),
  badRange: kind(
    '90030032',
    'The requested range is outside the file.',
    (sizeBytes: number) => `Range is outside the file, which has ${sizeBytes} bytes`,
    { fileStatus: 416 },
  ),
  neverUploaded: fieldKind(
    '90030020',
    'The path has no completed upload (variant of A-16-1).',
    (field: string, path: string, meant?: string) =>
      `${field}: no completed upload has the path ${quote(path)}${meant === undefined ? '' : `; use ${quote(meant)}`}`,
  ),
  wrongSize: fieldKind(
    '90030021',
    'The declared size is not the size of the uploaded file.',
    (field: string, declared: number, actual: number) =>
      `${field} is ${declared}, but the uploaded file is ${actual} bytes long`,
  ),
  openUpload: fieldKind(
    '90030060',
    'The parts of the upload at the path are not merged yet (variant of A-16-1).',
    (field: string, id: string) =>
      `${field}: the upload ${quote(id)} is not complete; merge its parts with E13 first`,
  ),
  unknownObject: unknown('90030041', 'an asset or atom'),
  unknownAtom: unknown('90030042', 'an atom'),
  fileForAsset: fieldKind(
    '90030043',
    'A field has the id of a file instead of the id of its asset (A-id-1).',
    (field: string, id: number, assetId: number) =>
      `${field}: ${id} is the file of asset ${assetId}; use ${assetId}`,
  ),
  atomForAsset: fieldKind(
    '90030044',
    'A field has the id of an atom instead of the id of an asset (A-id-1).',
    (field: string, id: number) =>
      `${field}: ${id} is an atom, not an asset; call E21 to ingest it`,
  ),
  assetForAtom: fieldKind(
    '90030045',
    'A field has the id of an asset instead of the id of an atom (A-id-1).',
    (field: string, id: number) =>
      `${field}: ${id} is an asset, not an atom; use an id that E16 returned`,
  ),
  otherProcessCategory: fieldKind(
    '90030046',
    'The process definition belongs to another category (A-9-9).',
    (field: string, id: number, category: string, expected: string) =>
      `${field}: definition ${id} has the category ${quote(category)}; expected a definition of the category ${quote(expected)}`,
  ),
  noTask: fieldKind(
    '90030022',
    'The approval has no tasks.',
    (field: string) =>
      `${field} must name at least one task, such as task1, with at least one user id`,
  ),
} as const

/**
 * Every refusal that the server can return. `10134011` comes from the document ("Errors"). All other codes are ours:
 * a `9` and seven more digits, so that nobody takes one for a code of the real service.
 */
export const REFUSALS = {
  ...REQUEST_REFUSALS,
  ...ACCESS_REFUSALS,
  ...FIELD_REFUSALS,
  ...DATA_REFUSALS,
} as const

type Kinds = typeof REFUSALS

export type RefusalName = keyof Kinds

export const refuse = Object.fromEntries(
  Object.entries(REFUSALS).map(([name, { code, message, http, namesField }]) => [
    name,
    (...args: unknown[]) =>
      new Refusal(code, (message as (...args: unknown[]) => string)(...args), http, namesField),
  ]),
) as { [Name in keyof Kinds]: (...args: Parameters<Kinds[Name]['message']>) => Refusal }
