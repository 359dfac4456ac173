import { createHash, createHmac, randomUUID } from 'node:crypto'
import type { Connection } from './connection.ts'
import { OperationError } from './errors.ts'
import { OPERATIONS } from './generated/constants.ts'
import type { ClockState } from './generated/control.ts'
import type { OperationId } from './generated/operations.ts'
import type { CallOptions } from './handle-types.ts'

/** The credentials of a call. */
export interface Caller {
  accessToken: string
  portalApp: { appKey: string; appSecret: string } | undefined
}

/** Calls an operation and returns the payload of its success; a refusal becomes an error. */
export const callOperation = async (
  connection: Connection,
  caller: Caller,
  operation: OperationId,
  param: object,
  options: CallOptions = {},
): Promise<unknown> => {
  const facts = factsOf(operation)
  const token = options.accessToken ?? caller.accessToken
  const isPortal = facts.surface === 'portal'
  const body = JSON.stringify(isPortal ? param : { token, param })
  const headers = {
    'content-type': 'application/json',
    'access-token': token,
    ...(isPortal ? await signedHeaders(connection, caller, token, body) : SERVER_SIDE),
    ...(options.as !== undefined && { 'x-open-api-user': options.as }),
    ...options.headers,
  }
  const url = new URL(connection.url + facts.path)
  const response = await connection.send(url, { method: 'POST', headers, body })
  return payloadOf(operation, facts, response.status, await connection.textOf(response))
}

type OperationFacts = (typeof OPERATIONS)[OperationId]

const factsOf = (operation: OperationId): OperationFacts => {
  const known = Object.keys(OPERATIONS)
  // Programs without types may name anything, also a key that every object has.
  if (known.includes(operation)) return OPERATIONS[operation]
  const range = `${known[0]} to ${known.at(-1)}`
  throw new TypeError(`there is no operation "${operation}"; known are ${range}`)
}

const SERVER_SIDE = { 'token-type': 'bearer' }

/** The headers of portal calls, signed at the time of the workspace as the variant `hmac-sha256` of A-auth-4 requires. */
const signedHeaders = async (
  connection: Connection,
  { portalApp }: Caller,
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

interface Envelope {
  code?: string
  message?: string
  result?: unknown
}

const payloadOf = (
  operation: OperationId,
  { shape }: OperationFacts,
  status: number,
  body: string,
): unknown => {
  const fail = (message: string, code?: string): never => {
    throw new OperationError(operation, { code, message, status, body })
  }
  const answer = parse(body)
  if (answer === undefined) return fail(`${operation}: the answer is not JSON (HTTP ${status})`)
  if (status !== 200 && !isEnvelope(answer)) return fail(`${operation}: HTTP ${status}`)
  if (!isEnvelope(answer)) return answer
  if (answer.code !== '0') return fail(answer.message ?? '', answer.code)
  if (shape !== 'nested') return answer.result
  const inner = answer.result as Envelope
  return inner.code === '0' ? inner.result : fail(inner.message ?? '', inner.code)
}

const isEnvelope = (answer: unknown): answer is Envelope & { code: string } =>
  typeof answer === 'object' && answer !== null && typeof (answer as Envelope).code === 'string'

const parse = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
