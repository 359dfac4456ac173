import type { IncomingMessage, Server } from 'node:http'
import { setTimeout as startTimer } from 'node:timers'
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest, onSendHookHandler } from 'fastify'
import fp from 'fastify-plugin'
import type { Refusal } from '../../contract/errors/refusal.ts'
import { refuse } from '../../contract/errors/refusals.ts'
import { LIMITS } from '../../kernel/limits.ts'
import { isWaiting } from '../bodies/streamed-body.ts'
import { answerOnSocket } from '../client-error.ts'
import { type Connection, connectionOf, isHealthCheck } from '../connection.ts'
import { turns } from '../turns.ts'

/** Time for the request of a connection that was opened just before a stop. */
const UNREAD_MS = 50

const MAX_TURNS = 10_000

/**
 * Accepts the connections that the system has taken, without reading them, so that callers wait for answers and open no more
 * until the listener closes right behind it: the system resets those that it still has then.
 */
const acceptWaiting = async (server: Server, countAccepted: () => number): Promise<void> => {
  Object.assign(server, { pauseOnConnect: true })
  let quietTurns = 0
  for (let turn = 0; turn < MAX_TURNS && quietTurns < 2; turn += 1) {
    const before = countAccepted()
    await setImmediate()
    quietTurns = countAccepted() === before ? quietTurns + 1 : 0
  }
}

/** Reads what connections have sent, and cuts those that have sent no request. */
const cutUnused = async (server: Server, open: ReadonlySet<Connection>): Promise<void> => {
  await setImmediate()
  Object.assign(server, { pauseOnConnect: false })
  for (const { socket } of open) socket.resume()
  await setTimeout(UNREAD_MS)
  await setImmediate()
  for (const { count, socket } of open) if (count === 0) socket.destroy()
}

/** The connections above the maximum, which may ask for the health of the server and nothing else. */
class SurplusConnections {
  readonly #app: FastifyInstance
  readonly #refusal: () => Refusal
  /** The oldest first. */
  readonly #open = new Set<Connection>()

  constructor(app: FastifyInstance, refusal: () => Refusal) {
    this.#app = app
    this.#refusal = refusal
  }

  has(connection: Connection): boolean {
    return this.#open.has(connection)
  }

  add(connection: Connection): void {
    this.#open.add(connection)
    const waiting = startTimer(() => {
      if (connection.count === 0) this.refuse(connection)
    }, LIMITS.healthConnectionMs.max)
    connection.socket.once('close', () => {
      clearTimeout(waiting)
      this.#open.delete(connection)
    })
    const [oldest] = this.#open
    if (!oldest || this.#open.size <= LIMITS.healthConnections.max) return
    this.#open.delete(oldest)
    this.refuse(oldest)
  }

  refuse({ socket }: Connection): void {
    const { sandbox, describeRefusal } = this.#app
    const refusal = this.#refusal()
    sandbox.tally.addRoomRefusal({ cause: 'connections', sentence: refusal.message })
    answerOnSocket(socket, '503 Service Unavailable', refusal, describeRefusal)
  }
}

/** The code of the error of a request that Node accepts and HTTP or this server forbids; undefined for others. */
const protocolErrorOf = ({
  url = '',
  httpVersion,
  headers,
  rawHeaders,
}: IncomingMessage): string | undefined => {
  const { max } = LIMITS.pathCharacters
  if (url.length > max && !url.slice(0, max + 1).includes('?')) return 'LONG_PATH'
  const { 'transfer-encoding': encoding } = headers
  if (encoding !== undefined && encoding.toLowerCase() !== 'chunked') return 'WRONG_ENCODING'
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (/^host$/i.test(rawHeaders[index] ?? '')) hosts += 1
  return hosts > 1 || (hosts === 0 && httpVersion === '1.1') ? 'WRONG_HOST' : undefined
}

/** Refuses a request that is no correct HTTP, or one but a health check of a surplus connection; true for all others. */
const admit = (
  app: FastifyInstance,
  connection: Connection,
  surplus: SurplusConnections,
  request: IncomingMessage,
): boolean => {
  const { url } = request
  const code = protocolErrorOf(request)
  if (code !== undefined)
    app.server.emit('clientError', Object.assign(new Error(code), { code, url }), connection.socket)
  else if (!surplus.has(connection) || isHealthCheck(request)) return true
  // The answer to a health check ends the connection.
  else if (connection.count === 0) surplus.refuse(connection)
  // Anything else it sends is ignored.
  connection.admits = () => false
  return false
}

declare module 'fastify' {
  interface FastifyInstance {
    /** True for a request whose answer is the last of its connection. */
    isLastAnswer(request: FastifyRequest): boolean
  }
}

/** An `onSend` hook. Node ends the connection behind this header, also where further calls are unanswered. */
export const closeLastAnswer: onSendHookHandler = (request, reply, payload, done) => {
  if (request.server.isLastAnswer(request)) reply.header('connection', 'close')
  done(null, payload)
}

interface ConnectionsOptions {
  /** Maximum number of connections; the default is that of the settings. */
  readonly max?: number
}

/**
 * Bounds the connections: each costs memory for as long as it is open. A few above the maximum may ask for the health of
 * the server; everything else there is answered with 503 and closed. When the server closes, the last answer of a
 * connection ends it, and connections that wait for no answer are cut, also those with a part of a request. Fastify's
 * `forceCloseConnections: 'idle'` takes a connection that has sent nothing yet for a busy one, and browsers open such
 * connections ahead.
 */
export default fp(
  async (app, options: ConnectionsOptions) => {
    const { maxConnections, unreadSeconds } = app.settings
    const max = options.max ?? maxConnections
    const open = new Set<Connection>()
    const surplus = new SurplusConnections(app, () =>
      refuse.tooManyConnections(max, options.max === undefined),
    )
    let isClosing = false
    let accepted = 0
    app.server.on('connection', (socket) => {
      const connection = connectionOf(socket)
      connection.share(app.sandbox.memory.underWay)
      connection.admits = (request) => admit(app, connection, surplus, request)
      open.add(connection)
      accepted += 1
      turns.accepted()
      socket.once('close', () => open.delete(connection))
      if (isClosing) connection.endWhenIdle()
      if (open.size <= max) return
      const oldest = performance.now() - LIMITS.idleConnectionMs.max
      const idle = [...open].find(({ count, openedMs }) => count === 0 && openedMs < oldest)
      if (idle) idle.socket.destroy()
      else surplus.add(connection)
    })
    // Called where no byte has moved. The connection of a call that works stays open, unless it is not read: its end is not seen.
    app.server.setTimeout(unreadSeconds * 1_000, (socket) => {
      const { count, isUnread } = connectionOf(socket)
      const isWorking = count > 0 && socket.writableLength === 0
      if (!isWorking || isUnread) socket.destroy()
    })
    app.decorate('isLastAnswer', ({ raw }: FastifyRequest) => {
      const connection = connectionOf(raw.socket)
      // During a drain clients come back on a new connection, and find another server there.
      const isEnding = isClosing || app.sandbox.isDraining
      if ((isEnding && connection.count <= 1) || surplus.has(connection)) return true
      return raw.headers.expect !== undefined && isWaiting(raw)
    })
    app.addHook('preClose', async () => {
      isClosing = true
      for (const connection of open) {
        const isNew = connection.socket.bytesRead === 0
        if (connection.count === 0 && !isNew) connection.socket.destroy()
        else connection.endWhenIdle()
      }
      await acceptWaiting(app.server, () => accepted)
      cutUnused(app.server, open).catch(() => undefined)
    })
  },
  { name: 'connections', dependencies: ['sandbox'] },
)
