import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Refusal } from '../errors/refusal.ts'
import { REFUSALS, type RefusalName } from '../errors/refusals.ts'
import { refusalFor, whenDrained } from '../http/errors.ts'
import { bucketOf } from '../workspaces/grants.ts'
import { StorageError } from './protocol.ts'
import { tooSkewed } from './signature.ts'
import { errorXml, type XmlElements, xmlDocument } from './xml.ts'

/** Codes of the protocols for refusals of ours, with their status. */
const CODES: { readonly [Name in RefusalName]?: readonly [code: string, status: number] } = {
  unknownUpload: ['NoSuchUpload', 404],
  abortedUpload: ['NoSuchUpload', 404],
  expiredUpload: ['NoSuchUpload', 404],
  completedUpload: ['NoSuchUpload', 404],
  wrongUploadPath: ['NoSuchUpload', 404],
  wrongParts: ['InvalidPart', 400],
  fileTooLarge: ['EntityTooLarge', 400],
  unfinishedBody: ['IncompleteBody', 400],
  noFile: ['NoSuchKey', 404],
  badRange: ['InvalidRange', 416],
  unknownWorkspace: ['NoSuchBucket', 404],
  storageFull: ['InsufficientCapacity', 507],
  damagedData: ['ServiceUnavailable', 503],
  noDescriptors: ['ServiceUnavailable', 503],
  busyBodies: ['SlowDown', 503],
  busyFiles: ['SlowDown', 503],
  internal: ['InternalError', 500],
}

const BY_CODE = new Map(
  Object.entries(CODES).map(([name, error]) => [REFUSALS[name as RefusalName].code, error]),
)

/** Statuses of codes that a fault answers, where they are not 403; the first of a status stands for it alone. */
const STATUSES: ReadonlyMap<string, number> = new Map([
  ['AccessDenied', 403],
  ['InvalidArgument', 400],
  ['RequestTimeout', 400],
  ['ExpiredToken', 400],
  ['NoSuchKey', 404],
  ['NoSuchUpload', 404],
  ['NoSuchBucket', 404],
  ['InternalError', 500],
  ['ServiceUnavailable', 503],
  ['SlowDown', 503],
])

const storageErrorOf = (refusal: Refusal, nowMs: number): StorageError => {
  const { code, message } = refusal
  if (code === 'RequestTimeTooSkewed') return tooSkewed(nowMs, nowMs)
  if (/^[A-Z]/.test(code)) return new StorageError(code, STATUSES.get(code) ?? 403, message)
  const known = BY_CODE.get(code)
  if (known) return new StorageError(...known, message)
  const status = refusal.http.status ?? 400
  const [alone] = [...STATUSES].find(([, known]) => known === status) ?? ['InvalidArgument']
  return new StorageError(alone, status, message)
}

/** The error handler of the listener: the XML of the protocols, for HEAD in a header. */
export const answerStorageError = (
  error: FastifyError | StorageError,
  request: FastifyRequest,
  reply: FastifyReply,
): void => {
  const nowMs = request.server.sandbox.machineClock.now()
  const known =
    error instanceof StorageError
      ? error
      : storageErrorOf(refusalFor(error as FastifyError, request, reply), nowMs)
  const { code, message, status } = known
  const { call, raw, host } = request
  Object.assign(call, { code, refusal: code, message })
  const HostId = `${bucketOf(call.workspace.id)}.${host || 'localhost'}`
  const xml = errorXml(known, { RequestId: requestIdOf(request, reply), HostId })
  // A fault may have come before the file of a form was read.
  raw.unpipe()
  reply.status(status)
  if (request.method === 'HEAD')
    reply.header('x-oss-err', Buffer.from(xml).toString('base64')).send()
  else reply.type('application/xml').send(xml)
  whenDrained(request, () => {
    if (!raw.readableEnded) raw.socket.destroySoon()
  })
}

/** The id of a request, which both dialects answer in a header of their own. */
export const requestIdOf = ({ call }: FastifyRequest, reply: FastifyReply): string => {
  const known = reply.getHeader('x-oss-request-id')
  if (typeof known === 'string') return known
  const id = call.nextTraceId().slice(0, 24).toUpperCase()
  reply.headers({ 'x-oss-request-id': id, 'x-amz-request-id': id })
  return id
}

export const sendXml = (
  { call }: FastifyRequest,
  reply: FastifyReply,
  root: string,
  elements: XmlElements,
): FastifyReply => {
  call.code = '0'
  return reply.type('application/xml').send(xmlDocument(root, elements))
}

export const sendEmpty = (
  { call }: FastifyRequest,
  reply: FastifyReply,
  status = 200,
): FastifyReply => {
  call.code = '0'
  return reply.status(status).header('content-length', 0).send()
}
