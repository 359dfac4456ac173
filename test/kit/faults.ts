import { connect } from 'node:net'
import { type Reply, send } from './http.ts'
import { pathOf } from './operations.ts'
import { type TestServer, TOKEN } from './server.ts'

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
): object => ({
  match: { operation },
  phase,
  effect,
  ...more,
})

/** Sends a rule to the control plane, which may refuse it. */
export const sendRule = (
  server: TestServer,
  rule: unknown,
  workspace = 'default',
): Promise<Reply> =>
  send(`${server.url}/_sandbox/faults?workspace=${workspace}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(rule),
  })

/** Adds a rule and returns its id. */
export const addRule = async (
  server: TestServer,
  rule: unknown,
  workspace?: string,
): Promise<string> => {
  const reply = await sendRule(server, rule, workspace)
  if (reply.status !== 201) throw new Error(`the rule was refused: ${reply.text}`)
  return (reply.body as Rule).id
}

/** The rules of a workspace. */
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
export const transmit = (
  server: TestServer,
  operation: string,
  param: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Transmission> => {
  const { hostname, port, host } = new URL(server.url)
  const body = JSON.stringify({ param })
  const lines = Object.entries({
    host,
    connection: 'close',
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'access-token': TOKEN,
    'token-type': 'bearer',
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let error: string | undefined
    const socket = connect({ host: hostname, port: Number(port) }, () =>
      socket.write(`POST ${pathOf(operation)} HTTP/1.1\r\n${lines.join('')}\r\n${body}`),
    )
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', ({ code }: NodeJS.ErrnoException) => {
      error = code
    })
    socket.on('close', () => resolve(readTransmission(Buffer.concat(chunks).toString(), error)))
  })
}

const readTransmission = (text: string, error: string | undefined): Transmission => {
  const [head = '', body = ''] = text.split('\r\n\r\n')
  return {
    status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0),
    announced: Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0),
    body,
    error,
  }
}
