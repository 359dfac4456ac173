import { REQUEST_HEADERS, type RequestHeaderName } from '../contract/headers.ts'
import { TAGS } from '../contract/tags.ts'
import { CONTACT, LICENSE } from './document-head.ts'

const DESCRIPTION = [
  'What a client of the digital asset management and content distribution service calls: the operations of the interface document and the supporting routes for tokens, uploads and downloads, as implemented by the sandbox.',
  'Every operation is a POST with a JSON body. Operations return HTTP 200 for both success and refusal; the envelope distinguishes them: `{ "code": "0", "message": "success", "result": … }` is a success, any other `code` is a refusal with `result` null. Crowd operations (E7, E10, E18) return an envelope inside the envelope, E19 returns a bare boolean, and E20 an empty object. Any other HTTP status means that no operation handled the call: the request is not valid HTTP, the workspace does not exist, or the server has a defect. Routes that send or receive file bytes use HTTP statuses.',
  "Each operation lists its refusals by name and code (`x-refusals`). The interface document shows only `10134011` of E22; every other code, and when it is returned, is the sandbox's own.",
  '`x-provenance` says how an operation or a field is known: from the interface document, published elsewhere, or invented. `x-assumptions` has the numbers of the decisions about what the interface document leaves open; [docs/assumptions.md](docs/assumptions.md) explains each, and some have variants that a workspace can choose.',
  'If values of a field are known, a named list proposes them, and every other value is allowed. The only limit is the one that the interface document states, 100 ids of E8; [docs/limits.md](docs/limits.md) has the limits of the sandbox. Responses may have additional fields, and nullable fields may be absent.',
  'Examples use ids of the seed `demo`; texts such as `<ACCESS_TOKEN>` are placeholders for credentials. `x-fixtures` says which value of `GET /_sandbox/fixtures` belongs where in a request, `x-headers` which headers the request needs, and `x-sandbox-after` which operation to call first, with its example `success`.',
].join('\n\n')

export const INFO = {
  title: 'dam-sandbox',
  summary: 'The interface that clients call, as implemented by the sandbox',
  description: DESCRIPTION,
  license: LICENSE,
  contact: CONTACT,
}

const apiKey = (name: RequestHeaderName) => ({
  type: 'apiKey' as const,
  in: 'header' as const,
  name,
  description: REQUEST_HEADERS[name].description,
  'x-provenance': 'document',
  'x-assumptions': REQUEST_HEADERS[name].numbers,
})

const SECURITY_HEADERS = {
  accessToken: 'Access-token',
  tokenType: 'Token-type',
  appKey: 'X-App-Key',
  signature: 'S-Sign',
  timestamp: 'S-Timestamp',
  nonce: 'S-Nonce',
} as const satisfies Readonly<Record<string, RequestHeaderName>>

/** The header of the scheme that importers send by themselves. */
export const FIRST_OF_SECURITY: RequestHeaderName = SECURITY_HEADERS.accessToken

/** The headers that identify a caller, by the names of their schemes. */
export const SECURITY_SCHEMES = Object.fromEntries(
  Object.entries(SECURITY_HEADERS).map(([scheme, header]) => [scheme, apiKey(header)]),
)

/** True if a header is part of a security scheme. */
export const isOfSecurity = (name: RequestHeaderName): boolean =>
  Object.values<RequestHeaderName>(SECURITY_HEADERS).includes(name)

/** What a call needs to identify itself; the headers of one requirement are needed together. */
export const SECURITY = {
  none: [],
  token: [{ accessToken: [] }],
  'server-side': [{ accessToken: [], tokenType: [] }],
  portal: [{ accessToken: [], appKey: [], signature: [], timestamp: [], nonce: [] }],
}

export const INTERFACE_TAGS = Object.entries(TAGS).map(([name, description]) => ({
  name,
  description,
}))
