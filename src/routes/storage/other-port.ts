import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CONTROL_BASE } from '../../http/request.ts'
import { splitUrl } from './address.ts'
import { notImplemented, StorageError } from './protocol.ts'
import { answerStorageError } from './storage-answer.ts'

/** The URL of the operations, as far as the storage listener knows it. */
export const operationsUrl = ({ settings, sandbox }: FastifyInstance): string =>
  settings.publicUrl ?? sandbox.serverUrl ?? 'the port of the operations'

const withoutPrefix = (path: string): string => path.replace(/^\/w\/[^/]+(?=\/)/, '')

/** True for a path of the operations, of files or of the control plane; keys and buckets start otherwise. */
const isOfServer = ({ originalUrl, server }: FastifyRequest): boolean => {
  const path = `${withoutPrefix(splitUrl(originalUrl).path)}/`
  const { filesPath } = server.settings
  return ['/open-api', '/portal', CONTROL_BASE, filesPath].some((base) =>
    path.startsWith(`${base}/`),
  )
}

/** Refuses a request to the storage listener that is for the port of the operations. */
export const requireObject = (request: FastifyRequest): void => {
  const { method, originalUrl, server } = request
  if (!isOfServer(request)) return
  const { message } = notImplemented(`${method} ${splitUrl(originalUrl).path}`)
  throw new StorageError(
    'NotImplemented',
    `${message.slice(0, -1)}. This is the port of object storage; operations are at ${operationsUrl(server)}.`,
  )
}

/** What a request without a signature should do, as the end of its sentence. */
export const hintForAnonymous = (request: FastifyRequest): string => {
  const { server, headers } = request
  const { filesPath, grantPath } = server.settings
  const url = operationsUrl(server)
  if (isOfServer(request)) return `; this is the port of object storage, operations are at ${url}`
  const keys = `; sign the request with the keys of a grant (POST ${grantPath} to ${url})`
  return headers['access-token'] === undefined
    ? keys
    : `${keys}, or send the file with the access token to ${filesPath}/uploads/single there`
}

const SIGNED_HEADER = /^(?:OSS|OSS4-HMAC-SHA256|AWS4-HMAC-SHA256|AWS) /

const SIGNED_QUERY = /[?&](?:OSSAccessKeyId|x-oss-credential|X-Amz-Credential)=/

/** True for a request that an SDK of object storage has signed. */
export const isSignedForStorage = ({ headers, originalUrl }: FastifyRequest): boolean =>
  SIGNED_HEADER.test(headers.authorization ?? '') || SIGNED_QUERY.test(originalUrl)

/** Answers a request for object storage at the port of the operations, in XML, which its SDK can read. */
export const answerAtWrongPort = (
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: string | undefined,
): void => {
  const { filesPath } = request.server.settings
  const where =
    endpoint === undefined
      ? `object storage is off (SANDBOX_STORAGE_PORT=off); upload to ${filesPath}/uploads`
      : `object storage is at ${endpoint}, the endpoint of a grant`
  const message = `This is the port of the operations; ${where}.`
  answerStorageError(new StorageError('NoSuchBucket', message), request, reply)
}
