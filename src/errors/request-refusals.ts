import { PROBLEMS } from './caller-error.ts'
import { quote } from './quote.ts'
import { kind } from './refusal.ts'

/** What a sentence calls the body, unless it is a file that a request carries. */
const REQUEST_BODY = 'The request body'

/** Refusals of requests that cannot be read or answered, for all operations: `90000001` to `90000099`. */
export const REQUEST_REFUSALS = {
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
    'The body is larger than its route allows.',
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
    'The body is not well-formed UTF-8, or has half of a surrogate pair in a string.',
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
    'The path is called by another method.',
    (method: string, what = 'Operations are', allowed = 'POST') =>
      `${what} called by ${allowed}, not ${method}`,
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
    (id: string, hint = '') => `There is no workspace ${quote(id)}${hint}`,
    { status: 404, problem: PROBLEMS.notFound },
  ),
  storageFull: kind(
    '90000011',
    'There is no room left to store anything.',
    () => 'The workspace has no room left; nothing of this call was stored',
    { fileStatus: 507, problem: PROBLEMS.noRoom },
  ),
  faultStatus: kind(
    '90000012',
    'A fault of the workspace answers with another HTTP status.',
    (status: number) => `A fault of the sandbox answers this call with HTTP ${status}`,
  ),
  wrongFault: kind(
    '90000013',
    'The header x-sandbox-fault, or a field that requests a fault, names an unknown fault.',
    (asked: string, problem: string) => `${asked} is not a valid fault: ${problem}`,
  ),
  damagedData: kind(
    '90000014',
    'The data of the workspace cannot be read: its file is missing, damaged or of a newer version.',
    () =>
      'The data of this workspace cannot be read; reset it, restore a snapshot, or bring its file back',
    { fileStatus: 503, problem: PROBLEMS.damagedData },
  ),
  tooManyValues: kind(
    '90000015',
    'The body has more keys and values than its route allows.',
    (limit: number, body = REQUEST_BODY) =>
      `${body} has more than ${limit.toLocaleString('en-US')} keys and values; send it in several requests`,
  ),
  tooManyConnections: kind(
    '90000024',
    'The server has the maximum number of open connections.',
    (limit: number) =>
      `Too many connections: ${limit} of ${limit}; close some or raise SANDBOX_MAX_CONNECTIONS`,
    { status: 503 },
  ),
  busyFiles: kind(
    '90000016',
    'Too many files of the workspace wait to be read or shown.',
    () => 'The server is busy with other files of this workspace; try again in a few seconds',
    { fileStatus: 503, problem: PROBLEMS.busy },
  ),
  noDescriptors: kind(
    '90000019',
    'The server has no file descriptors left.',
    () => 'The server has no file descriptors left; raise ulimit -n or call again',
    { fileStatus: 503, problem: PROBLEMS.noDescriptors },
  ),
  busyBodies: kind(
    '90000025',
    'All calls together have too many bytes under way.',
    () => 'Too many large request bodies at once; call again later',
    { status: 503, problem: PROBLEMS.busy },
  ),
  internal: kind(
    '90000099',
    'The server has a defect; please report it.',
    () => 'The sandbox failed to answer. This is a defect of the sandbox; please report it',
    { status: 500, problem: PROBLEMS.defect },
  ),
} as const
