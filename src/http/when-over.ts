import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { pendingAnswersOf } from './pending-answers.ts'

/** A request whose answer is under way, with the listeners for the end of the answer or of its connection. */
interface Exchange {
  readonly request: IncomingMessage
  readonly acts: (() => void)[]
}

interface Connection {
  /** The exchanges by their answers, in the order of the requests. */
  readonly exchanges: Map<ServerResponse, Exchange>
  onAnswered: (() => void) | undefined
  /** Called whenever no answer is under way any more. */
  onIdle: (() => void) | undefined
  /** Called whenever an answer is out or has failed. */
  onOver: (() => void) | undefined
}

const connections = new WeakMap<Socket, Connection>()

/**
 * Calls a listener once, when an answer is out or its connection has ended. An answer that waits behind another one
 * has no socket and no event for the latter; so each connection has one listener, which serves all its answers.
 */
export const whenOver = (
  request: IncomingMessage,
  response: ServerResponse,
  act: () => void,
): void => {
  if (request.socket.destroyed) act()
  else exchangeOf(request, response).acts.push(act)
}

/** Counts an answer as under way from now on, also where its request waits. */
export const countAnswer = (request: IncomingMessage, response: ServerResponse): void => {
  if (!request.socket.destroyed) exchangeOf(request, response)
}

const exchangeOf = (request: IncomingMessage, response: ServerResponse): Exchange => {
  const { exchanges } = connectionOf(request.socket)
  const known = exchanges.get(response)
  if (known) return known
  const exchange = { request, acts: [] }
  exchanges.set(response, exchange)
  response.on('close', finishClosed)
  return exchange
}

/** One listener for all answers: Node calls it with the answer as `this`. */
function finishClosed(this: ServerResponse): void {
  const connection = connections.get(this.req.socket)
  if (connection) finish(connection, this)
}

/** The number of answers that are under way on a connection. */
export const countAnswers = (socket: Socket): number => connections.get(socket)?.exchanges.size ?? 0

/** Whether an answer on a connection is sent in part. */
export const isMidAnswer = (socket: Socket): boolean => {
  for (const { headersSent } of connections.get(socket)?.exchanges.keys() ?? [])
    if (headersSent) return true
  return false
}

/**
 * Calls a listener once, when the answers to all requests that have arrived whole are out; never when the connection
 * ends before.
 */
export const whenAnswered = (socket: Socket, act: () => void): void => {
  const connection = connectionOf(socket)
  connection.onAnswered = act
  tellIfAnswered(connection)
}

/** Calls a listener whenever all answers of a connection are out or have failed, unless it has ended. */
export const wheneverIdle = (socket: Socket, act: () => void): void => {
  connectionOf(socket).onIdle = act
}

/** Calls a listener whenever an answer of a connection is out or has failed. */
export const wheneverOver = (socket: Socket, act: () => void): void => {
  connectionOf(socket).onOver = act
}

const connectionOf = (socket: Socket): Connection => {
  const known = connections.get(socket)
  if (known) return known
  const connection: Connection = {
    exchanges: new Map(),
    onAnswered: undefined,
    onIdle: undefined,
    onOver: undefined,
  }
  connections.set(socket, connection)
  socket.once('close', () => finishAll(socket))
  return connection
}

/** Ends all calls of a connection that has ended, or is about to. */
export const finishAll = (socket: Socket): void => {
  const connection = connections.get(socket)
  if (!connection) return
  connection.onAnswered = undefined
  for (const response of [...connection.exchanges.keys()]) finish(connection, response)
}

const finish = (connection: Connection, response: ServerResponse): void => {
  const exchange = connection.exchanges.get(response)
  if (!exchange) return
  connection.exchanges.delete(response)
  for (const act of exchange.acts) act()
  pendingAnswersOf(exchange.request.socket)?.set(response, 0)
  tellIfAnswered(connection)
  connection.onOver?.()
  if (connection.exchanges.size === 0) connection.onIdle?.()
}

const tellIfAnswered = (connection: Connection): void => {
  const { onAnswered, exchanges } = connection
  if (!onAnswered) return
  for (const { request } of exchanges.values()) if (request.complete) return
  connection.onAnswered = undefined
  onAnswered()
}

/**
 * Continues a call after a wait. An error then ends the connection of that call: no caller awaits the promise, and
 * its rejection would reach the process.
 */
export const actLater = (
  { log, raw }: FastifyRequest,
  waiting: Promise<unknown>,
  act: () => void,
): void => {
  waiting.then(act).catch((error: unknown) => {
    log.error({ err: error }, 'defect')
    raw.socket.destroy()
  })
}
