import { LIMITS } from '../limits.ts'
import { didYouMean } from './did-you-mean.ts'
import { ownCopy } from './text.ts'

/** One kind of refusal: its code, when it is answered, and the sentence that explains one case of it. */
export interface RefusalKind<Args extends unknown[] = never[]> {
  readonly code: string
  readonly when: string
  readonly message: (...args: Args) => string
}

/** Thrown when a call is refused; rendered as `{ code, message, result: null }` in one place. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: string
  /** The HTTP status, where it is not the usual one of the code. */
  readonly status: number | undefined

  constructor(code: string, message: string, status?: number) {
    super(shorten(message))
    this.code = code
    this.status = status
  }
}

/** Messages quote names and values of the caller, which can be of any length, and outlive the call in the journal. */
const shorten = (message: string): string => {
  const max = LIMITS.messageCharacters.max
  return message.length > max ? `${ownCopy(message, max)}…` : ownCopy(message)
}

const kind = <Args extends unknown[]>(
  code: string,
  when: string,
  message: (...args: Args) => string,
): RefusalKind<Args> => ({ code, when, message })

const unknown = (code: string, what: string) =>
  kind(
    code,
    `A field names ${what} that does not exist, or that the caller may not see.`,
    (field: string, value: number | string) =>
      `${field}: there is no ${what.replace(/^an? /, '')} ${show(value)}`,
  )

/**
 * Every refusal that the server can answer. `10134011` is the document's ("Errors"); all others are
 * ours, `9` and seven digits, which cannot be mistaken for the service's.
 */
export const REFUSALS = {
  noPermission: kind(
    '10134011',
    'The acting user may not do this. The only code that the document shows.',
    () => 'User has no operation permission',
  ),

  malformedJson: kind(
    '90000001',
    'The body is not JSON.',
    (problem: string) => `The request body is not valid JSON: ${problem}`,
  ),
  emptyBody: kind(
    '90000002',
    'The body is missing or empty.',
    (expected: string) => `The request body is empty; expected a JSON object with ${expected}`,
  ),
  wrongContentType: kind(
    '90000003',
    'The header Content-Type is missing or not application/json.',
    (given: string | undefined) =>
      `Content-Type must be application/json, got ${given ? show(given) : 'none'}`,
  ),
  bodyTooLarge: kind(
    '90000004',
    'The body is larger than the server takes.',
    (limit: string) => `The request body is larger than ${limit}`,
  ),
  tooDeep: kind(
    '90000005',
    'The body is nested too deeply.',
    (limit: number) => `The request body is nested more than ${limit} levels deep`,
  ),
  notUnicode: kind(
    '90000006',
    'The body is not well-formed UTF-8, or has half of a surrogate pair in a string.',
    (detail: string) => `The request body is not well-formed Unicode text: ${detail}`,
  ),
  unknownPath: kind(
    '90000007',
    'No operation has this path (HTTP 404).',
    (path: string, hint = '') => `No operation has the path ${show(path)}${hint}`,
  ),
  wrongMethod: kind(
    '90000008',
    'The operation is called by another method (HTTP 405).',
    (method: string) => `Operations are called by POST, not ${method}`,
  ),
  badRequest: kind(
    '90000009',
    'The request is not HTTP that can be answered (HTTP 400).',
    (detail: string) => `The request cannot be read: ${detail}`,
  ),
  unknownWorkspace: kind(
    '90000010',
    'The path names a workspace that is not there (HTTP 404).',
    (id: string, hint = '') => `There is no workspace ${show(id)}${hint}`,
  ),
  storageFull: kind(
    '90000011',
    'There is no room left to store anything.',
    () => 'The workspace has no room left; nothing of this call was stored',
  ),
  faultStatus: kind(
    '90000012',
    'A fault of the workspace answers with another HTTP status.',
    (status: number) => `A fault of the sandbox answers this call with HTTP ${status}`,
  ),
  wrongFault: kind(
    '90000013',
    'The header x-sandbox-fault, or a field that asks for a fault, asks for none that there is.',
    (asked: string, problem: string) => `${asked} asks for no fault: ${problem}`,
  ),
  damagedData: kind(
    '90000014',
    'The data of the workspace cannot be read: its file is missing, damaged or of a newer version.',
    () =>
      'The data of this workspace cannot be read; reset it, restore a snapshot, or bring its file back',
  ),
  tooManyValues: kind(
    '90000015',
    'The body has more keys and values than its route takes.',
    (limit: number) =>
      `The request body has more than ${limit.toLocaleString('en-US')} keys and values; send it in several requests`,
  ),
  tooManyConnections: kind(
    '90000024',
    'The server has as many open connections as it takes (HTTP 503).',
    (limit: number) =>
      `Too many connections: ${limit} of ${limit}; close some or raise SANDBOX_MAX_CONNECTIONS`,
  ),
  busyFiles: kind(
    '90000016',
    'Too many files of the workspace wait to be read or shown (HTTP 503 for files).',
    () => 'The server is busy with other files of this workspace; try again in a few seconds',
  ),
  noDescriptors: kind(
    '90000019',
    'The server has no file descriptors left (HTTP 503 where bytes of files are sent).',
    () => 'The server has no file descriptors left; raise ulimit -n or call again',
  ),
  busyBodies: kind(
    '90000025',
    'The body has waited too long for other large bodies.',
    () => 'Too many large request bodies at once; call again later',
  ),
  slowBody: kind(
    '90000026',
    'The body arrives too slowly while others wait for its place.',
    () => 'The request body arrives too slowly while others wait for its place; call again later',
  ),
  internal: kind(
    '90000099',
    'The server has a defect; please report it (HTTP 500).',
    () => 'The sandbox failed to answer. This is a defect of the sandbox; please report it',
  ),

  missingHeader: kind(
    '90010001',
    'A required header is missing.',
    (name: string, hint = '') => `The header ${name} is missing${hint}`,
  ),
  wrongTokenType: kind(
    '90010002',
    'Token-type is not `bearer`, in any case.',
    (given: string) =>
      `Token-type must be bearer, got ${/^[\w, -]{1,20}$/.test(given) ? show(given) : 'something else'}`,
  ),
  unknownToken: kind(
    '90010003',
    'No such access token was issued here.',
    (tokenPath: string) =>
      `Access-token is unknown; POST clientId and clientKey to ${tokenPath} for one`,
  ),
  expiredToken: kind(
    '90010004',
    'The access token has expired.',
    (refreshPath: string) =>
      `Access-token has expired; POST refresh_token to ${refreshPath} for a new one`,
  ),
  tokenMismatch: kind(
    '90010005',
    'Body token and header differ (variant of A-auth-1).',
    () => 'token must equal the header Access-token',
  ),
  unknownActor: kind(
    '90010006',
    'No user has the address in x-open-api-user.',
    (email: string) => `x-open-api-user names ${show(email)}, and no user has that e-mail address`,
  ),
  unknownAppKey: kind(
    '90010007',
    'No portal application has this key.',
    () => 'X-App-Key is unknown',
  ),
  wrongClient: kind(
    '90010008',
    'Client id or client key is wrong.',
    () => 'clientId or clientKey is wrong',
  ),
  badRefreshToken: kind(
    '90010009',
    'The refresh token is unknown, used up or expired.',
    () =>
      'refresh_token is unknown or has expired; ask for a new token with clientId and clientKey',
  ),
  wrongSignature: kind(
    '90010010',
    'S-Sign is wrong (variant of A-auth-4).',
    () => 'S-Sign does not match the request',
  ),
  staleTimestamp: kind(
    '90010011',
    'S-Timestamp is too far from now (variant of A-auth-5).',
    () => 'S-Timestamp must be epoch milliseconds within five minutes of now',
  ),
  usedNonce: kind(
    '90010012',
    'S-Nonce was used before (variant of A-auth-6).',
    () => 'S-Nonce was used before',
  ),

  missingField: kind(
    '90020001',
    'A required field is missing or null.',
    (field: string, expected: string) => `${field} is missing; expected ${expected}`,
  ),
  wrongType: kind(
    '90020002',
    'A field has another type than expected.',
    (field: string, expected: string, given: string) =>
      `${field} must be ${expected}, got ${given}`,
  ),
  outOfRange: kind(
    '90020003',
    'A number, text or list is outside its bounds.',
    (field: string, bounds: string) => `${field} must ${bounds}`,
  ),
  notAllowed: kind(
    '90020004',
    'A field has a value that is not among the known ones.',
    (field: string, value: unknown, known: readonly (number | string)[]) =>
      `${field} is ${show(value)}; known values are ${known.join(', ')}`,
  ),
  tooMany: kind(
    '90020005',
    'A list is longer than the operation takes.',
    (field: string, limit: number, given: number) =>
      `${field} has ${given} elements; at most ${limit} are allowed, split larger sets into batches`,
  ),
  wrongFormat: kind(
    '90020006',
    'A text does not have the form that is expected.',
    (field: string, expected: string, value: string) =>
      `${field} must be ${expected}, got ${show(value)}`,
  ),

  unknownKey: kind(
    '90020007',
    'An object has a key that it does not know, where it knows all (control plane).',
    (field: string, known: readonly string[]) => {
      const hint = didYouMean(field.split('.').at(-1) ?? '', known)
      const all = `nown properties are ${known.join(', ')}`
      return `${field} is not known here${hint === '' ? '; k' : `${hint} K`}${all}`
    },
  ),

  unknownUser: unknown('90030001', 'a user'),
  unknownAsset: unknown('90030002', 'an asset'),
  unknownCollection: unknown('90030003', 'a collection'),
  unknownDepartment: unknown('90030004', 'a department'),
  unknownDimension: unknown('90030005', 'a dimension'),
  unknownProcessDefinition: unknown('90030006', 'a process definition'),
  unknownCrowdPack: kind(
    '90030007',
    'No crowd pack has this id, corpId and source together.',
    (field: string, id: number, corpId: string, source: string) =>
      `${field}: there is no crowd pack ${id} of corpId ${show(corpId)} and source ${show(source)}`,
  ),
  unknownPortal: unknown('90030008', 'a portal'),
  unknownBlock: unknown('90030009', 'a block'),
  unknownContent: unknown('90030010', 'a content'),
  unknownMarketingTask: unknown('90030011', 'a marketing task'),
  unknownMarketingPlan: unknown('90030012', 'a marketing plan'),
  unknownContentGroup: unknown('90030013', 'a content group'),
  unknownMetadataField: unknown('90030014', 'a metadata field'),
  unknownMetadataValue: unknown('90030015', 'a metadata value'),
  unknownUpload: unknown('90030016', 'an upload'),
  unknownArchiveGroup: unknown('90030023', 'an archive group'),
  wrongUploadPath: kind(
    '90030017',
    'The path is not the one of the upload.',
    (field: string, path: string) => `${field}: the upload has another path than ${show(path)}`,
  ),
  wrongParts: kind(
    '90030018',
    'The parts listed are not those that have arrived.',
    (field: string, problem: string) => `${field}: ${problem}`,
  ),
  abortedUpload: kind(
    '90030019',
    'The upload was aborted.',
    (field: string, id: string) => `${field}: the upload ${show(id)} was aborted`,
  ),
  expiredUpload: kind(
    '90030024',
    'The upload was not completed in time.',
    (field: string, id: string) => `${field}: the upload ${show(id)} has expired; begin a new one`,
  ),
  completedUpload: kind(
    '90030025',
    'The upload is completed and takes no more parts.',
    (field: string, id: string) => `${field}: the upload ${show(id)} is completed already`,
  ),
  wrongDigest: kind(
    '90030026',
    'The bytes that arrived do not have the MD5 that was announced.',
    (header: string, arrived: string) =>
      `${header} does not fit the bytes that arrived, whose MD5 is ${arrived}; nothing was kept`,
  ),
  fileTooLarge: kind(
    '90030027',
    'The bytes of a part or of a file are more than one request may carry.',
    (limit: string) => `One request may carry at most ${limit}; nothing of this one was kept`,
  ),
  unfinishedBody: kind(
    '90030028',
    'The bytes of a request ended before they were complete.',
    () => 'The bytes ended before they were complete; nothing of them was kept',
  ),
  unsignedAddress: kind(
    '90030029',
    'An address of a file has no expiry or no signature, or not as it was answered (HTTP 403).',
    (reason: string) =>
      `The address is refused: ${reason}; use it exactly as an operation has answered it`,
  ),
  expiredAddress: kind(
    '90030030',
    'An address of a file has expired (HTTP 403).',
    (expiredAt: string) => `The address has expired at ${expiredAt}; ask for a new one`,
  ),
  noFile: kind(
    '90030031',
    'There is nothing any more behind an address of a file (HTTP 404).',
    (path: string) => `There is no file behind ${show(path)}`,
  ),
  badRange: kind(
    '90030032',
    'The range that is asked for lies outside the file (HTTP 416).',
    (sizeBytes: number) => `Range lies outside the file, which has ${sizeBytes} bytes`,
  ),
  neverUploaded: kind(
    '90030020',
    'The path has no completed upload (variant of A-16-1).',
    (field: string, path: string) => `${field}: no completed upload has the path ${show(path)}`,
  ),
  wrongSize: kind(
    '90030021',
    'The size declared is not the size of the uploaded file.',
    (field: string, declared: number, actual: number) =>
      `${field} is ${declared}, but the uploaded file has ${actual} bytes`,
  ),
  noTask: kind(
    '90030022',
    'An approval would have no task.',
    (field: string) =>
      `${field} must name at least one task, such as task1, with at least one user id`,
  ),
} as const

type Kinds = typeof REFUSALS

/** The factories to throw from: `throw refuse.noPermission()`. */
export const refuse = Object.fromEntries(
  Object.entries(REFUSALS).map(([name, { code, message }]) => [
    name,
    (...args: unknown[]) => new Refusal(code, (message as (...args: unknown[]) => string)(...args)),
  ]),
) as { [Name in keyof Kinds]: (...args: Parameters<Kinds[Name]['message']>) => Refusal }

/** A value as it is quoted in a message: short, on one line. */
export const show = (value: unknown): string => {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 80 ? `${text.slice(0, 77).toWellFormed()}…` : text
}
