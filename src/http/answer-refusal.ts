import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../errors/refusal.ts'
import { REFUSALS, refuse } from '../errors/refusals.ts'
import { formatBytes } from '../kernel/text.ts'
import { varyCode } from '../variation/variation.ts'
import { extraInEnvelope, varyMessage } from '../variation/vary-payload.ts'
import { drain, isExpecting } from './bodies/streamed-body.ts'
import { innerRefusalBody, refusalBody } from './envelope.ts'
import { matchedRoute, nameOf } from './matched-route.ts'
import { isPossible } from './possible-refusals.ts'
import { storageRefusal } from './storage-refusal.ts'
import { dropUnsendableHeaders } from './unsendable-headers.ts'
import { actLater } from './when-over.ts'

/** How a surface answers refusals. */
export interface RefusalOptions {
  /** Whether the status is that of plain HTTP; 400 where no other fits. */
  isPlainHttp: boolean
}

/** The error handler of the document's surfaces: makes the envelope of every error. */
export const answerRefusal =
  ({ isPlainHttp }: RefusalOptions = { isPlainHttp: false }) =>
  (error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply): void => {
    const refusal = checked(
      request,
      error instanceof Refusal ? error : translate(error, request, reply),
    )
    const code = codeOf(refusal, request)
    if (request.call)
      Object.assign(request.call, { code, refusal: refusal.code, message: refusal.message })
    const send = () =>
      reply
        .status(statusOf(refusal, isPlainHttp))
        .type('application/json; charset=utf-8')
        .send(bodyFor(request, code, refusal.message))
    const isTooLarge = refusal.code === REFUSALS.bodyTooLarge.code
    const waits = isExpecting(request)
    if (refusal.code === REFUSALS.busyBodies.code) reply.header('retry-after', '1')
    if (isTooLarge && !waits) actLater(request, drain(request.raw), send)
    else if (isTooLarge || isPlainHttp) answerUnread(request, reply, send)
    else send()
  }

/** The code of an answer: the one that a setting gives, else the refusal's own, which can vary. */
const codeOf = ({ code }: Refusal, { server, call }: FastifyRequest): string =>
  server.settings.codes.get(code) ?? varyCode(call?.variation, code)
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
  const workspace = request.call?.workspace
  const { operation } = matchedRoute(request)
  const { call } = request
  const extra = extraInEnvelope(call?.variation, operation?.id)
  if (operation?.shape !== 'nested' || !workspace) return refusalBody(code, message, extra)
  if (call.variant('A-reply-2') === 'outer') return refusalBody(code, message, extra)
  call.assumptions.add('A-reply-2')
  return innerRefusalBody(code, message, {
    shape: 'nested',
    message: varyMessage(call.variation, call.variant('A-reply-1')),
    extra,
    traceId: () => call.nextTraceId(),
  })
}

/** Whether work has failed only because its caller has gone, which ends streams and waits. */
export const hasLeft = ({ name, code }: FastifyError, { raw }: FastifyRequest): boolean =>
  name === 'AbortError' || (ENDS_OF_CALLERS.has(code) && raw.socket.destroyed)

/** Errors of a stream whose other end has closed the connection: while it is written, and while it is read. */
const ENDS_OF_CALLERS: ReadonlySet<string> = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET'])

const translate = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): Refusal => {
  const ofStorage = storageRefusal(error, request)
  if (ofStorage) return ofStorage
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
      if (error.statusCode !== undefined && error.statusCode < 500)
        return refuse.badRequest(error.message)
      request.log.error({ err: error }, 'defect')
      dropUnsendableHeaders(reply)
      return refuse.internal()
  }
}
