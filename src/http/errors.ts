import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { CallerError, type HttpProblem, PROBLEMS } from '../contract/errors/caller-error.ts'
import { Problem } from '../contract/errors/problem.ts'
import { Refusal } from '../contract/errors/refusal.ts'
import { REFUSALS, refuse } from '../contract/errors/refusals.ts'
import {
  describeQuota,
  isCorrupt,
  isDamage,
  isDatabaseFull,
  isOutOfDescriptors,
  isOutOfRoom,
} from '../contract/errors/storage-errors.ts'
import { extraInEnvelope, varyCode, varyMessage } from '../instruments/variation/variation.ts'
import { freeBytesAt } from '../kernel/disk.ts'
import { formatBytes, messageOf } from '../kernel/text.ts'
import { TemporaryFullError } from '../store/blobs/blob-store.ts'
import { refusalBody } from './answer.ts'
import { whenDrained } from './bodies/streamed-body.ts'
import type { DescribeRefusal } from './client-error.ts'
import { matchedRoute } from './request.ts'

/** The error handler of the document's surfaces: the envelope of every error, or with plain HTTP its status, else 400. */
export const answerRefusal =
  ({ isPlainHttp = false } = {}) =>
  (error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply): void => {
    const refusal = refusalFor(error, request, reply)
    const { call, server } = request
    // The code that a setting gives, else the refusal's own, which can vary.
    const code = server.settings.codes.get(refusal.code) ?? varyCode(call?.variation, refusal.code)
    call?.setRefusal(refusal, code)
    const { status, fileStatus } = refusal.http
    // 200 for answers of operations (document, "Errors"; A-reply-3).
    reply.status(isPlainHttp ? (fileStatus ?? status ?? 400) : (status ?? 200))
    if (refusal.code === REFUSALS.busyBodies.code) reply.header('retry-after', '1')
    const send = () =>
      reply.type('application/json; charset=utf-8').send(bodyFor(request, code, refusal.message))
    if (refusal.code === REFUSALS.bodyTooLarge.code) {
      whenDrained(request, send)
      return
    }
    send()
    if (isPlainHttp) endUnlessWhole(request, reply)
  }

const bodyFor = (request: FastifyRequest, code: string, message: string): string => {
  const { call } = request
  const { operation } = matchedRoute(request)
  const extra = extraInEnvelope(call?.variation, operation?.id)
  if (operation?.shape !== 'nested' || !call || call.variant('A-reply-2') === 'outer')
    return refusalBody(code, message, extra)
  call.notes.assumptions.add('A-reply-2')
  const outer = varyMessage(call.variation, call.variant('A-reply-1'))
  return refusalBody(code, message, extra, { message: outer, traceId: call.nextTraceId() })
}

/** The refusal that an error of any kind is answered with; a defect is logged. */
export const refusalFor = (
  error: FastifyError | Refusal,
  request: FastifyRequest,
  reply: FastifyReply,
): Refusal => counted(findRefusal(error, request, reply), request)

const counted = <E extends CallerError>(
  error: E,
  { call, workspace, server }: FastifyRequest,
): E => {
  const { room: cause, message: sentence } = error
  if (cause && !call?.isRefusedByFault)
    server.sandbox.tally.addRoomRefusal({
      cause,
      sentence,
      workspace: workspace ?? call?.workspace,
    })
  return error
}

const findRefusal = (
  error: FastifyError | Refusal,
  request: FastifyRequest,
  reply: FastifyReply,
): Refusal => {
  if (error instanceof Refusal) return error
  const known = commonRefusal(error, request)
  if (known) return known
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return refuse.wrongContentType(request.headers['content-type'])
  const { statusCode = 500, message } = error
  return statusCode < 500 ? refuse.badRequest(message) : defect(error, request, reply)
}

const describeProblem = ({ title, status }: HttpProblem, detail: string) => ({
  type: 'application/problem+json; charset=utf-8',
  body: JSON.stringify({ title, status, detail }),
})

/** A problem that is written without Fastify, with the HTTP status that it is written with. */
export const describeSocketProblem: DescribeRefusal = ({ detail }, line) =>
  describeProblem({ title: line.slice(4), status: Number(line.slice(0, 3)) }, detail)

/** The error handler of the control plane: answers every error as `application/problem+json`. */
export const answerProblem = (
  error: FastifyError | CallerError,
  request: FastifyRequest,
  reply: FastifyReply,
): void => {
  const caused = counted(problemFor(error, request, reply), request)
  const { problem, detail } = caused
  const { status } = problem
  // For the log: the journal has no calls of the control plane.
  if (request.call) request.call.message = detail
  if (problem === PROBLEMS.busy) reply.header('retry-after', '1')
  const send = () => {
    const { type, body } = describeProblem(problem, detail)
    reply.status(status).type(type).send(body)
  }
  // A caller that is still sending gets to read the answer.
  if (status === PROBLEMS.contentTooLarge.status) whenDrained(request, send)
  else send()
}

const problemFor = (
  error: FastifyError | CallerError,
  request: FastifyRequest,
  reply: FastifyReply,
): CallerError => {
  const known = commonRefusal(error as FastifyError, request)
  if (known) return known
  if (error instanceof CallerError) {
    if (error.detail !== error.message) request.log.warn({ err: error }, error.detail)
    return error
  }
  const { statusCode: status = 500, message } = error
  if (status >= 500) return defect(error, request, reply)
  const detail = status === 414 ? 'A name in the path is too long' : message
  return new Problem({ ...PROBLEMS.badRequest, status }, detail)
}

const defect = (error: Error, { log }: FastifyRequest, reply: FastifyReply): Refusal => {
  log.error({ err: error }, 'defect')
  // A header that cannot be sent would also make this response fail; a page needs the CORS headers to read it.
  for (const name of Object.keys(reply.getHeaders()))
    if (!/^(?:access-control-|vary$|x-request-id$)/.test(name)) reply.removeHeader(name)
  return refuse.internal()
}

/** SQLite does not say why a database is full: it is the quota where the disk has more room than the quota leaves. */
const databaseFull = ({ call, server }: FastifyRequest): Refusal => {
  const { record, openDatabase } = call?.workspace ?? {}
  const max = record?.quota.databaseBytes
  if (max === undefined) return refuse.storageFull()
  const used = openDatabase?.store.sizeBytes ?? 0
  const free = freeBytesAt(server.sandbox.files.blobs.paths.root) ?? max
  if (free < max - used) return refuse.storageFull()
  return refuse.storageFull(describeQuota('database', used, max)).lacking('quota')
}

const STORAGE_ERRORS = [
  { isThis: isDatabaseFull, line: 'the disk is full', refusal: databaseFull },
  { isThis: isOutOfRoom, line: 'the disk is full', refusal: () => refuse.storageFull() },
  {
    isThis: isOutOfDescriptors,
    line: 'no file descriptors left',
    refusal: () => refuse.noDescriptors(),
  },
  {
    isThis: (error: unknown, { server }: FastifyRequest) =>
      isDamage(error) && server.sandbox.registry.store.hasThrown(error),
    line: 'the registry cannot be read',
    refusal: () => refuse.internal(),
  },
  {
    isThis: isDamage,
    line: 'the data of a workspace cannot be read',
    refusal: () => refuse.damagedData(),
  },
]

const commonRefusal = (error: FastifyError, request: FastifyRequest): Refusal | undefined => {
  const known = STORAGE_ERRORS.find(({ isThis }) => isThis(error, request))
  if (known) {
    const isReported = known.isThis === isDamage && isKnownDamage(error, request)
    const refusal = known.refusal(request)
    // A full quota is no defect of the server; it is reported as a lack of room.
    if (!isReported && refusal.room !== 'quota') request.log.error({ err: error }, known.line)
    return refusal
  }
  if (error instanceof TemporaryFullError)
    return refuse
      .storageFull(`The server's space for incoming files (${formatBytes(error.maxBytes)})`)
      .lacking('quota')
  if (hasLeft(error, request)) return refuse.badRequest('the client closed the connection')
  return error.code === 'FST_ERR_CTP_BODY_TOO_LARGE'
    ? refuse.bodyTooLarge(formatBytes(request.routeOptions.bodyLimit))
    : undefined
}

/** Adds what a call has met to the damaged workspaces, which are logged once; true if its workspace is one of them. */
const isKnownDamage = (error: Error, { call, workspace, server }: FastifyRequest): boolean => {
  const { record, openDatabase } = workspace ?? call?.workspace ?? {}
  const { damage } = server.sandbox
  if (record && isCorrupt(error) && openDatabase?.store.hasThrown(error))
    damage.add(record, messageOf(error))
  return record !== undefined && damage.find(record.id) !== undefined
}

/** True if work failed only because its client has left, which ends streams and waits. */
const hasLeft = ({ name, code }: FastifyError, { raw }: FastifyRequest): boolean =>
  name === 'AbortError' ||
  (raw.socket.destroyed && (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE'))

/** Ends the connection of a refused request that has not arrived whole, once its answer is written. */
export const endUnlessWhole = (request: FastifyRequest, { raw: answer }: FastifyReply): void =>
  whenDrained(request, () => {
    const { raw } = request
    const end = (): void => {
      if (!raw.complete) raw.socket.destroySoon()
    }
    if (answer.writableFinished) end()
    else answer.once('finish', end)
  })
