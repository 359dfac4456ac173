import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { variantOf } from '../contract/assumptions/index.ts'
import { Refusal } from '../errors/refusal.ts'
import { REFUSALS, refuse } from '../errors/refusals.ts'
import { isBusy, isDamage, isOutOfDescriptors, isOutOfRoom } from '../errors/storage-errors.ts'
import { formatBytes } from '../kernel/format-bytes.ts'
import { drain } from './bodies/drain.ts'
import { innerRefusalBody, refusalBody } from './envelope.ts'
import { actLater } from './later.ts'
import { logSparingly } from './log-sparingly.ts'
import { matchedRoute } from './matched-route.ts'
import { dropUnsendableHeaders } from './unsendable-headers.ts'

/** Status codes of refusals that are no answers of an operation (A-reply-3); all others are 200 (document, "Errors"). */
const STATUS: ReadonlyMap<string, number> = new Map([
  [REFUSALS.unknownPath.code, 404],
  [REFUSALS.unknownWorkspace.code, 404],
  [REFUSALS.wrongMethod.code, 405],
  [REFUSALS.badRequest.code, 400],
  [REFUSALS.internal.code, 500],
])

/** Beside them, those about the bytes of files, which are plain HTTP. */
const FILE_STATUS: ReadonlyMap<string, number> = new Map([
  [REFUSALS.missingHeader.code, 401],
  [REFUSALS.unknownToken.code, 401],
  [REFUSALS.expiredToken.code, 401],
  [REFUSALS.unsignedAddress.code, 403],
  [REFUSALS.expiredAddress.code, 403],
  [REFUSALS.noFile.code, 404],
  [REFUSALS.unknownUpload.code, 404],
  [REFUSALS.abortedUpload.code, 409],
  [REFUSALS.completedUpload.code, 409],
  [REFUSALS.expiredUpload.code, 410],
  [REFUSALS.fileTooLarge.code, 413],
  [REFUSALS.badRange.code, 416],
  [REFUSALS.storageFull.code, 507],
  [REFUSALS.damagedData.code, 503],
  [REFUSALS.busyFiles.code, 503],
  [REFUSALS.noDescriptors.code, 503],
])

/** How a surface answers refusals. */
export interface RefusalOptions {
  /** Whether the status is that of plain HTTP; 400 where no other fits. */
  isPlainHttp: boolean
}

/** The error handler of the document's surfaces: makes the envelope of every error. */
export const answerRefusal =
  ({ isPlainHttp }: RefusalOptions = { isPlainHttp: false }) =>
  (error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply): void => {
    const refusal = error instanceof Refusal ? error : translate(error, request, reply)
    const code = request.server.settings.codes.get(refusal.code) ?? refusal.code
    if (request.state) Object.assign(request.state, { code, message: refusal.message })
    const send = () =>
      reply
        .status(refusal.status ?? statusOf(refusal.code, isPlainHttp))
        .type('application/json; charset=utf-8')
        .send(bodyFor(request, code, refusal.message))
    if (refusal.code === REFUSALS.bodyTooLarge.code) actLater(request, drain(request.raw), send)
    else if (isPlainHttp) answerUnread(request, reply, send)
    else send()
  }

const statusOf = (code: string, isPlainHttp: boolean): number =>
  STATUS.get(code) ?? (isPlainHttp ? (FILE_STATUS.get(code) ?? 400) : 200)

/** Answers before the rest of the body has arrived; a caller that waits before sending it need not send it. */
const answerUnread = (request: FastifyRequest, reply: FastifyReply, send: () => void): void => {
  if (request.headers.expect !== undefined) reply.header('connection', 'close')
  send()
  const { raw } = request
  actLater(request, drain(raw), () => {
    if (!raw.readableEnded) raw.socket.destroySoon()
  })
}

const bodyFor = (request: FastifyRequest, code: string, message: string): string => {
  const workspace = request.state?.workspace
  const { operation } = matchedRoute(request)
  if (operation?.shape !== 'nested' || !workspace) return refusalBody(code, message)
  const { variants } = workspace.record
  if (variantOf('A-reply-2', variants) === 'outer') return refusalBody(code, message)
  request.state.assumptions.add('A-reply-2')
  return innerRefusalBody(code, message, {
    shape: 'nested',
    message: variantOf('A-reply-1', variants),
    traceId: () => workspace.nextTraceId(),
  })
}

/** Whether work has failed only because its caller has gone, which ends streams and waits. */
export const hasLeft = ({ name, code }: FastifyError, { raw }: FastifyRequest): boolean =>
  name === 'AbortError' || (code === 'ERR_STREAM_PREMATURE_CLOSE' && raw.socket.destroyed)

const translate = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): Refusal => {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return refuse.bodyTooLarge(formatBytes(request.routeOptions.bodyLimit))
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return refuse.wrongContentType(request.headers['content-type'])
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'FST_ERR_BAD_URL':
    case 'ECONNRESET':
      return refuse.badRequest(error.message)
    default:
      if (hasLeft(error, request)) return refuse.badRequest('the caller has gone')
      if (isBusy(error)) return refuse.busyFiles()
      if (isOutOfRoom(error)) {
        logSparingly(request.log, error, 'no room left')
        return refuse.storageFull()
      }
      if (isOutOfDescriptors(error)) {
        logSparingly(request.log, error, 'no file descriptors left')
        return refuse.noDescriptors()
      }
      if (isDamage(error)) {
        request.log.error({ err: error }, 'the data of a workspace cannot be read')
        return refuse.damagedData()
      }
      if (error.statusCode !== undefined && error.statusCode < 500)
        return refuse.badRequest(error.message)
      request.log.error({ err: error }, 'defect')
      dropUnsendableHeaders(reply)
      return refuse.internal()
  }
}
