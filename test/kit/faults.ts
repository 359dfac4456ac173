import { act } from './acts.ts'
import { operationBytes } from './connections.ts'
import type { Reply } from './http.ts'
import type { TestServer } from './server.ts'
import { type Exchange, exchange } from './wire.ts'

/** A fault rule as `GET /_sandbox/faults` answers it. */
export interface Rule {
  id: string
  seen: number
  used: number
}

/** A rule that makes an operation fail once, before it runs unless the phase is another. */
export const ruleFor = (
  operation: string,
  effect: object,
  phase = 'before',
  more = {},
): object => ({ match: { operation }, phase, effect, ...more })

/** Sends a rule to the control plane, which may refuse it. */
export const sendRule = (
  server: TestServer,
  rule: unknown,
  workspace = 'default',
): Promise<Reply> => act(server, `/faults?workspace=${workspace}`, rule)

export const addRule = async (
  server: TestServer,
  rule: unknown,
  workspace?: string,
): Promise<string> => {
  const reply = await sendRule(server, rule, workspace)
  if (reply.status !== 201) throw new Error(`the rule was refused: ${reply.text}`)
  return (reply.body as Rule).id
}

export const rulesOf = async (server: TestServer, workspace = 'default'): Promise<Rule[]> => {
  const { faults } = await server.control<{ faults: Rule[] }>(`/faults?workspace=${workspace}`)
  return faults
}

/** Everything received over a connection, and the error that ended it, if any. */
export interface Transmission {
  status: number
  announced: number
  body: string
  error: string | undefined
}

/** Calls an operation of the server side over a connection of its own, and returns also after an error. */
export const transmit = async (
  { url }: TestServer,
  operation: string,
  param: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Transmission> => {
  const own = { host: new URL(url).host, connection: 'close' }
  return readTransmission(
    await exchange(url, operationBytes(operation, param, { ...own, ...headers })),
  )
}

const readTransmission = ({ text, error }: Exchange): Transmission => {
  const [head = '', body = ''] = text.split('\r\n\r\n')
  return {
    status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0),
    announced: Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0),
    body,
    error,
  }
}
