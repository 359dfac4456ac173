import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Refusal } from '../../contract/errors/refusal.ts'
import { REFUSALS, type RefusalName } from '../../contract/errors/refusals.ts'
import type { DescribeRefusal } from '../../http/client-error.ts'
import { endUnlessWhole, refusalFor } from '../../http/errors.ts'
import { streamInPieces } from '../../kernel/pieces.ts'
import { bucketOf } from '../../workspaces/grants.ts'
import { STATUSES, StorageError } from './protocol.ts'
import { tooSkewed } from './signature.ts'
import { errorXml, type XmlElements, xmlDocument, xmlSteps } from './xml.ts'

/** Codes of the protocols for refusals of ours, where the status does not give them. */
const CODES: { readonly [Name in RefusalName]?: string } = {
  unknownUpload: 'NoSuchUpload',
  abortedUpload: 'NoSuchUpload',
  expiredUpload: 'NoSuchUpload',
  completedUpload: 'NoSuchUpload',
  wrongUploadPath: 'NoSuchUpload',
  wrongParts: 'InvalidPart',
  fileTooLarge: 'EntityTooLarge',
  unknownWorkspace: 'NoSuchBucket',
  busyBodies: 'SlowDown',
  busyFiles: 'SlowDown',
  tooManyUploads: 'InvalidRequest',
}

const BY_CODE = new Map(
  Object.entries(CODES).map(([name, code]) => [REFUSALS[name as RefusalName].code, code]),
)

const storageErrorOf = ({ code, message, http }: Refusal, nowMs: number): StorageError => {
  if (code === 'RequestTimeTooSkewed') return tooSkewed(nowMs, nowMs)
  // A fault names a code of the protocol or a status.
  const known = /^[A-Z]/.test(code) ? code : BY_CODE.get(code)
  if (known !== undefined) return new StorageError(known, message)
  const status = http.fileStatus ?? http.status ?? 400
  const [named = 'InvalidArgument'] = [...STATUSES].find(([, other]) => other === status) ?? []
  return new StorageError(named, message, {}, status)
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
  const { code, status } = known
  const { call, host } = request
  call.setRefusal(known, code)
  const HostId = `${bucketOf(call.workspace.id)}.${host || 'localhost'}`
  const xml = errorXml(known, { RequestId: requestIdOf(reply), HostId })
  reply.status(status)
  if (request.method === 'HEAD')
    reply.header('x-oss-err', Buffer.from(xml).toString('base64')).send()
  else reply.type('application/xml').send(xml)
  endUnlessWhole(request, reply)
}

/** The XML of a refusal of a connection, of which neither a call nor a bucket is known. */
export const describeStorageRefusal: DescribeRefusal = ({ message }, status, RequestId) => {
  const code = SOCKET_CODES.get(status.slice(0, 3)) ?? 'BadRequest'
  const xml = errorXml(new StorageError(code, message), { RequestId, HostId: 'localhost' })
  return { type: 'application/xml', body: xml }
}

const SOCKET_CODES = new Map([
  ['408', 'RequestTimeout'],
  ['503', 'ServiceUnavailable'],
])

/** The id of a request, which each dialect returns in its own header. */
export const requestIdOf = (reply: FastifyReply): string => {
  const known = reply.getHeader('x-oss-request-id')
  if (typeof known === 'string') return known
  const id = reply.request.call.nextTraceId().slice(0, 24).toUpperCase()
  reply.headers({ 'x-oss-request-id': id, 'x-amz-request-id': id })
  return id
}

export const sendXml = (reply: FastifyReply, root: string, elements: XmlElements): FastifyReply => {
  reply.request.call.code = '0'
  return reply.type('application/xml').send(xmlDocument(root, elements))
}

/** Sends an answer with a list, which is made in pieces while it is sent. */
export const sendXmlInPieces = (
  reply: FastifyReply,
  root: string,
  elements: XmlElements,
): FastifyReply => {
  const { call } = reply.request
  call.code = '0'
  return reply
    .type('application/xml')
    .send(streamInPieces(xmlSteps(root, elements), call.workspace))
}

export const sendEmpty = (reply: FastifyReply, status = 200): FastifyReply => {
  reply.request.call.code = '0'
  return reply.status(status).header('content-length', 0).send()
}
