import { createHash, createHmac, randomUUID } from 'node:crypto'
import type { Connection } from './connection.ts'
import { OPERATIONS } from './generated/constants.ts'
import type { ClockState } from './generated/control.ts'
import type { OperationId } from './generated/operations.ts'
import type { CallOptions } from './handle-types.ts'

/** The credentials of a call. */
export interface Caller {
  accessToken: string
  portalApp: { appKey: string; appSecret: string } | undefined
}

/** A request that calls an operation; the names of its headers are in lower case. */
export interface OperationRequest {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Path, surface and reply shape of an operation. */
export type OperationFacts = (typeof OPERATIONS)[OperationId]

/** The facts of an operation; programs without types may name anything. */
export const factsOf = (operation: OperationId): OperationFacts => {
  const known = Object.keys(OPERATIONS)
  // Also a key that every object has.
  if (known.includes(operation)) return OPERATIONS[operation]
  const range = `${known[0]} to ${known.at(-1)}`
  throw new TypeError(`there is no operation "${operation}"; known are ${range}`)
}

/** The request that calls an operation; those of the portal are signed. */
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
  const headers = {
    'content-type': 'application/json',
    'access-token': token,
    ...signed,
    ...(options.as !== undefined && { 'x-open-api-user': options.as }),
    ...inLowerCase(options.headers ?? {}),
  }
  return { url: new URL(connection.url + path), headers, body }
}

/** Two names of one header that differ in case would be sent as one header with both values. */
const inLowerCase = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

/** The headers of portal calls, signed at the time of the workspace as the variant `hmac-sha256` of A-auth-4 requires. */
export const signedHeaders = async (
  connection: Connection,
  { portalApp }: Pick<Caller, 'portalApp'>,
  token: string,
  body: string,
): Promise<Record<string, string>> => {
  const { now } = await connection.json<ClockState>('GET', '/clock')
  const { appKey, appSecret } = portalApp ?? { appKey: '', appSecret: '' }
  const nonce = randomUUID()
  const digest = createHash('sha256').update(body).digest('hex')
  const text = [appKey, now, nonce, token, digest].join('\n')
  const sign = createHmac('sha256', appSecret).update(text).digest('hex')
  return { 'x-app-key': appKey, 's-sign': sign, 's-timestamp': String(now), 's-nonce': nonce }
}
