import { validateHeaderName, validateHeaderValue } from 'node:http'
import type { FastifyBaseLogger, FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { CallerError, PROBLEMS } from '../errors/caller-error.ts'
import { badRequest, Problem } from '../errors/problem.ts'
import { Refusal } from '../errors/refusal.ts'
import { REFUSALS, refuse } from '../errors/refusals.ts'
import { isDamage, isOutOfDescriptors, isOutOfRoom } from '../errors/storage-errors.ts'
import { formatBytes } from '../kernel/text.ts'
import { varyCode } from '../variation/variation.ts'
import { extraInEnvelope, varyMessage } from '../variation/vary-payload.ts'
import { innerRefusalBody, refusalBody } from './answer.ts'
import { drain, isExpecting } from './bodies/streamed-body.ts'
import { matchedRoute, nameOf } from './matched-route.ts'
import { isPossible } from './possible-refusals.ts'

/** How a surface answers refusals. */
interface RefusalOptions {
  /** Whether the status is that of plain HTTP; 400 where no other fits. */
  isPlainHttp: boolean
}

/** The error handler of the document's surfaces: makes the envelope of every error. */
export const answerRefusal =
  ({ isPlainHttp }: RefusalOptions = { isPlainHttp: false }) =>
  (error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply): void => {
    const refusal = checked(request, refusalFor(error, request, reply))
    const { call, server } = request
    // The code that a setting gives, else the refusal's own, which can vary.
    const code = server.settings.codes.get(refusal.code) ?? varyCode(call?.variation, refusal.code)
    if (call) Object.assign(call, { code, refusal: refusal.code, message: refusal.message })
    const send = () =>
      reply
        .status(statusOf(refusal, isPlainHttp))
        .type('application/json; charset=utf-8')
        .send(bodyFor(request, code, refusal.message))
    const isTooLarge = refusal.code === REFUSALS.bodyTooLarge.code
    if (refusal.code === REFUSALS.busyBodies.code) reply.header('retry-after', '1')
    if (isTooLarge && !isExpecting(request)) actLater(request, drain(request.raw), send)
    else if (isTooLarge || isPlainHttp) answerUnread(request, reply, send)
    else send()
  }

/** With `SANDBOX_CHECK_REPLIES=on` a refusal that the documents do not list for its route is a defect. */
const checked = (request: FastifyRequest, refusal: Refusal): Refusal => {
  if (!request.server.settings.checkReplies || isPossible(request, refusal)) return refusal
  const name = nameOf(matchedRoute(request))
  request.log.error(
    { operation: name, code: refusal.code, message: refusal.message },
    `${name} answers a refusal that it does not list: ${refusal.code}`,
  )
  return refuse.internal()
}

/** 200 for answers of operations (document, "Errors"; A-reply-3); what is sent as plain HTTP tells all by its status. */
const statusOf = ({ http }: Refusal, isPlainHttp: boolean): number =>
  isPlainHttp ? (http.fileStatus ?? http.status ?? 400) : (http.status ?? 200)

/** Answers before the rest of the body has arrived; a caller that waits before sending it need not send it. */
const answerUnread = (request: FastifyRequest, reply: FastifyReply, send: () => void): void => {
  if (isExpecting(request)) reply.header('connection', 'close')
  send()
  const { raw } = request
  actLater(request, drain(raw), () => {
    if (!raw.readableEnded) raw.socket.destroySoon()
  })
}

const bodyFor = (request: FastifyRequest, code: string, message: string): string => {
  const { call } = request
  const { operation } = matchedRoute(request)
  const extra = extraInEnvelope(call?.variation, operation?.id)
  if (operation?.shape !== 'nested' || !call || call.variant('A-reply-2') === 'outer')
    return refusalBody(code, message, extra)
  call.assumptions.add('A-reply-2')
  return innerRefusalBody(code, message, {
    shape: 'nested',
    message: varyMessage(call.variation, call.variant('A-reply-1')),
    extra,
    traceId: () => call.nextTraceId(),
  })
}

const refusalFor = (
  error: FastifyError | Refusal,
  request: FastifyRequest,
  reply: FastifyReply,
): Refusal => {
  if (error instanceof Refusal) return error
  const ofStorage = storageRefusal(error, request)
  if (ofStorage) return ofStorage
  const { code, message, statusCode = 500 } = error
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return refuse.bodyTooLarge(formatBytes(request.routeOptions.bodyLimit))
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return refuse.wrongContentType(request.headers['content-type'])
  if (code === 'ECONNRESET') return refuse.badRequest(message)
  if (hasLeft(error, request)) return refuse.badRequest('the caller has gone')
  if (statusCode < 500) return refuse.badRequest(message)
  request.log.error({ err: error }, 'defect')
  dropUnsendableHeaders(reply)
  return refuse.internal()
}

/** The error handler of the control plane: answers every error as `application/problem+json`. */
export const answerProblem = (
  error: FastifyError | CallerError,
  request: FastifyRequest,
  reply: FastifyReply,
): void => {
  const { problem, detail } = problemFor(error, request)
  const { title, status } = problem
  if (status === 500) dropUnsendableHeaders(reply)
  // For the log: the journal has no calls of the control plane.
  if (request.call) request.call.message = detail
  if (problem === PROBLEMS.busy) reply.header('retry-after', '1')
  const send = () =>
    reply
      .status(status)
      .type('application/problem+json; charset=utf-8')
      .send(JSON.stringify({ title, status, detail }))
  // A caller that is still sending gets to read the answer.
  if (status === PROBLEMS.contentTooLarge.status) actLater(request, drain(request.raw), send)
  else send()
}

const problemFor = (error: FastifyError | CallerError, request: FastifyRequest): CallerError => {
  const ofStorage = storageRefusal(error, request)
  if (ofStorage) return ofStorage
  if (error instanceof CallerError) {
    if (error.detail !== error.message) request.log.warn({ err: error }, error.detail)
    return error
  }
  if (hasLeft(error, request)) return badRequest('The caller has closed the connection')
  const status = error.statusCode ?? 500
  if (status === 413) return refuse.bodyTooLarge(formatBytes(request.routeOptions.bodyLimit))
  const problem = { ...PROBLEMS.badRequest, status }
  if (status === 414) return new Problem(problem, 'A name in the path is too long')
  if (status < 500) return new Problem(problem, error.message)
  request.log.error({ err: error }, 'defect')
  return refuse.internal()
}

/** Errors of a stream whose other end has closed the connection: while it is written, and while it is read. */
const ENDS_OF_CALLERS: ReadonlySet<string> = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET'])

/** Whether work has failed only because its caller has gone, which ends streams and waits. */
const hasLeft = ({ name, code }: FastifyError, { raw }: FastifyRequest): boolean =>
  name === 'AbortError' || (ENDS_OF_CALLERS.has(code) && raw.socket.destroyed)

/** The refusal for an error of the disk, the process or the database, which is logged; undefined for others. */
const storageRefusal = (error: Error, request: FastifyRequest): Refusal | undefined => {
  if (isOutOfRoom(error)) {
    logSparingly(request, error, 'no room left')
    return refuse.storageFull()
  }
  if (isOutOfDescriptors(error)) {
    logSparingly(request, error, 'no file descriptors left')
    return refuse.noDescriptors()
  }
  if (!isDamage(error)) return undefined
  request.log.error({ err: error }, 'the data of a workspace cannot be read')
  return refuse.damagedData()
}

const MINUTE_MS = 60_000

const loggedAt = new WeakMap<FastifyBaseLogger, Map<string, number>>()

/**
 * Logs an error at most once a minute under its sentence, for all requests of an application: what is wrong with the
 * machine fails every call.
 */
export const logSparingly = (
  { log, server }: Pick<FastifyRequest, 'log' | 'server'>,
  error: Error,
  sentence: string,
): void => {
  const known = loggedAt.get(server.log) ?? new Map<string, number>()
  loggedAt.set(server.log, known)
  const now = performance.now()
  if (now - (known.get(sentence) ?? Number.NEGATIVE_INFINITY) < MINUTE_MS) return
  known.set(sentence, now)
  log.error({ err: error }, sentence)
}

/** Removes headers that cannot be sent, so that the answer about that error does not fail on them again. */
const dropUnsendableHeaders = (reply: FastifyReply): void => {
  for (const [name, value] of Object.entries(reply.getHeaders()))
    try {
      validateHeaderName(name)
      for (const one of [value].flat()) validateHeaderValue(name, one as string)
    } catch {
      reply.removeHeader(name)
    }
}

/**
 * Continues a call after a wait. An error then ends the connection of that call: no caller awaits the promise, and
 * its rejection would reach the process.
 */
const actLater = (
  { log, raw }: FastifyRequest,
  waiting: Promise<unknown>,
  act: () => void,
): void => {
  waiting.then(act).catch((error: unknown) => {
    log.error({ err: error }, 'defect')
    raw.socket.destroy()
  })
}
