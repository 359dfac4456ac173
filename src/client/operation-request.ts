import type { Connection } from './connection.ts'
import { ControlError } from './errors.ts'
import type { ClockState, ServerInfo } from './generated/control.ts'
import type { OperationId, OperationTypes } from './generated/operations.ts'
import { factsOf, payloadOf } from './operation-answer.ts'
import type { Web } from './web.ts'

/** The parameters of an operation: its `param`, or for the portal the whole body. */
export type OperationParam<Id extends OperationId> = OperationTypes[Id]['param']

/** The payload of an operation's success. */
export type OperationResult<Id extends OperationId> = OperationTypes[Id]['result']

/** The options of a call of an operation. */
export interface CallOptions {
  /** E-mail address of the acting user. */
  as?: string
  /** Access token; default: the token of the workspace. */
  accessToken?: string
  /** Additional headers. */
  headers?: Record<string, string>
  /** True for set-up of a test: the call counts for no expectation, finding or coverage, and is not in the journal. */
  untracked?: boolean
}

/** The credentials of a call. */
export interface Caller {
  accessToken: string
  portalApp: { appKey: string; appSecret: string } | undefined
}

/** A request that calls an operation; the names of its headers are in lower case. @internal */
export interface OperationRequest {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The request that calls an operation; those of the portal are signed. @internal */
export const operationRequest = async (
  connection: Connection,
  caller: Caller,
  operation: OperationId,
  param: unknown,
  options: CallOptions = {},
): Promise<OperationRequest> => {
  const { path, surface } = factsOf(operation)
  const token = options.accessToken ?? caller.accessToken
  const isPortal = surface === 'portal'
  const body = JSON.stringify(isPortal ? param : { token, param })
  const signed = isPortal
    ? await signedHeaders(connection, caller, token, body)
    : { 'token-type': 'bearer' }
  // Two header names that differ only in case would be sent as one header with both values.
  const given = Object.fromEntries(
    Object.entries(options.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  )
  const headers = {
    'content-type': 'application/json',
    'access-token': token,
    ...signed,
    ...(options.as !== undefined && { 'x-open-api-user': inUtf8(options.as) }),
    ...(options.untracked && untrackedHeaders(connection)),
    ...given,
  }
  return { url: new URL(connection.url + path), headers, body }
}

/** A header in UTF-8: `fetch` sends one byte for each character, and refuses characters beyond Latin-1. */
const inUtf8 = (text: string): string => String.fromCharCode(...new TextEncoder().encode(text))

/** Calls an operation and returns the payload of its success; a refusal becomes an error. */
export const callOperation = async (
  connection: Connection,
  caller: Caller,
  operation: OperationId,
  param: object,
  options: CallOptions = {},
): Promise<unknown> => {
  const { url, ...request } = await operationRequest(connection, caller, operation, param, options)
  const response = await connection.send(url, { method: 'POST', ...request })
  const body = await connection.textOf(response)
  return payloadOf(operation, factsOf(operation).shape, response, body)
}

/** The headers of portal calls, signed at the time of the workspace as the variant `hmac-sha256` of A-auth-4 requires. */
export const signedHeaders = async (
  connection: Connection,
  { portalApp }: Pick<Caller, 'portalApp'>,
  token: string,
  body: string,
): Promise<Record<string, string>> => {
  const { now } = await connection.call<ClockState>('GET /clock')
  const { appKey, appSecret } = portalApp ?? { appKey: '', appSecret: '' }
  // Browsers have randomUUID only on pages of this machine or of HTTPS.
  const random = hexOf(connection.web.crypto.getRandomValues(new Uint8Array(16)))
  const nonce = random.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  const sign = await signatureOf(
    connection.web,
    [appKey, String(now), nonce, token],
    body,
    appSecret,
  )
  return { 'x-app-key': appKey, 's-sign': sign, 's-timestamp': String(now), 's-nonce': nonce }
}

const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Browsers sign only on pages of this machine or of HTTPS; any text is accepted by default. */
const signatureOf = async (
  { crypto: { subtle }, TextEncoder }: Web,
  signed: readonly string[],
  body: string,
  appSecret: string,
): Promise<string> => {
  if (!subtle || appSecret === '') return 'unsigned'
  const bytesOf = (text: string) => new TextEncoder().encode(text)
  const digest = hexOf(new Uint8Array(await subtle.digest('SHA-256', bytesOf(body))))
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const key = await subtle.importKey('raw', bytesOf(appSecret), hmac, false, ['sign'])
  const text = bytesOf([...signed, digest].join('\n'))
  return hexOf(new Uint8Array(await subtle.sign('HMAC', key, text)))
}

/** Only who may call the control plane may demand that nothing records a call. */
const untrackedHeaders = ({ adminKey }: Connection): Record<string, string> => ({
  'x-sandbox-untracked': 'true',
  ...(adminKey !== undefined && { authorization: `Bearer ${adminKey}` }),
})

/** Requests an access token for a client of a workspace, at the path of the server unless another is given. */
export const requestToken = async (
  connection: Connection,
  { clientId, clientKey }: { clientId: string; clientKey: string },
  givenPath?: string,
): Promise<string> => {
  const path = givenPath ?? (await connection.call<ServerInfo>('GET /')).tokenPath
  const response = await connection.send(new URL(connection.url + path), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      // No client of the workspace makes this call, so no journal shows it.
      ...untrackedHeaders(connection),
    },
    body: JSON.stringify({ clientId, clientKey }),
  })
  const text = await connection.textOf(response)
  const token = /"access_token":"([^"]+)"/.exec(text)?.[1]
  if (token !== undefined) return token
  const problem = `${path} answered without a token: ${text.slice(0, 200)}`
  throw new ControlError(response.status, problem)
}
