import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import { PATH_PREFIX } from '../../contract/supporting/storage-grant.ts'
import { LIMITS } from '../../kernel/limits.ts'
import { bucketOf } from '../../workspaces/grants.ts'
import type { Workspace } from '../../workspaces/workspace.ts'
import { keyOf, splitUrl } from './address.ts'
import { hintForAnonymous, operationsUrl } from './other-port.ts'
import { type GrantSecrets, StorageError, type StorageRequest } from './protocol.ts'
import {
  anonymous,
  readSignature,
  S3_V4,
  type Signature,
  type Signed,
  unknownAccessKey,
  verifySignature,
} from './signature.ts'

/** A request whose signature is verified. */
export interface StorageCall {
  readonly sent: StorageRequest
  readonly signature: Signature
  readonly secrets: GrantSecrets
  /** Empty for the bucket itself. */
  readonly key: string
  readonly query: URLSearchParams
}

declare module 'fastify' {
  interface FastifyRequest {
    storage: StorageCall
  }
}

/** The workspace of a request, by its access key, else by its bucket: in the path or in front of the host. */
export const findStorageWorkspace = (request: FastifyRequest): Workspace | undefined => {
  const { headers, originalUrl: url, server } = request
  const [, id] =
    /[?&](?:OSSAccessKeyId|x-oss-credential|X-Amz-Credential)=STS\.([0-9a-f]{8})/.exec(url) ??
    /(?:^OSS |\bCredential=)STS\.([0-9a-f]{8})/.exec(headers.authorization ?? '') ??
    /^\/dam-([0-9a-f]{8})(?:[/?]|$)/.exec(url) ??
    /^dam-([0-9a-f]{8})\./.exec(headers.host ?? '') ??
    []
  return id === undefined ? undefined : server.sandbox.find(id)
}

/** Verifies the signature of a request. */
export const requireSignature: onRequestHookHandler = (request, _reply, done) => {
  const { method, originalUrl: url, headers, server } = request
  const sent = { method, url, headers }
  const signature = readSignature(sent, () => anonymous(hintForAnonymous(request)))
  const secrets = secretsFor(request, signature)
  verifySignature(sent, signature, secrets, server.sandbox.machineClock.now())
  requireOwnHost(headers.host, secrets.bucket)
  const key = keyOf(sent, secrets.bucket)
  if (key !== '') requireKey(key, secrets.bucket)
  request.storage = { sent, signature, secrets, key, query: splitUrl(url).query }
  // Fastify refuses a malformed media type; here bodies are read without it.
  request.headers = { ...headers, 'content-type': 'application/octet-stream' }
  done()
}

/** Any host leads to the bucket of the access key, except for one that names another bucket. */
const requireOwnHost = (host = '', bucket: string): void => {
  const named = /^dam-[0-9a-f]{8}(?=\.)/i.exec(host)?.[0].toLowerCase()
  if (named !== undefined && named !== bucket)
    throw new StorageError(
      'AccessDenied',
      `The host names the bucket ${named}; the access key is of the bucket ${bucket}.`,
    )
}

/** The secrets of the grant that a signature names, while the grant is valid. */
const secretsFor = (
  { call, server }: FastifyRequest,
  { accessKeyId, scheme }: Signed,
): GrantSecrets => {
  const { workspace } = call
  const grant = server.sandbox.grants.find(accessKeyId)
  if (grant?.workspaceId !== workspace.id)
    throw unknownAccessKey(
      `The access key id you provided does not exist; POST ${server.settings.grantPath} to ${operationsUrl(server)} for keys.`,
    )
  if (workspace.clock.now() >= grant.expiresAtMs) {
    call.notes.warn('grant-outlived')
    const code = scheme === S3_V4 ? 'ExpiredToken' : 'SecurityTokenExpired'
    throw new StorageError(code, 'The security token you provided has expired.')
  }
  call.notes.assumptions.add('A-storage-1')
  call.notes.assumptions.add('A-storage-2')
  return { ...grant, bucket: bucketOf(workspace.id) }
}

/** Refuses a key that is outside of the grant's prefix, or that is not a valid path for E16. */
const requireKey = (key: string, bucket: string): void => {
  const { filePathCharacters, keyBytes } = LIMITS
  if (key.length > filePathCharacters.max || Buffer.byteLength(key) > keyBytes.max)
    throw new StorageError(
      'KeyTooLongError',
      `A key has at most ${filePathCharacters.max} characters and ${keyBytes.max} bytes in UTF-8.`,
    )
  const [, named] = WITH_BUCKET.exec(key) ?? []
  if (named !== undefined)
    throw new StorageError(
      'AccessDenied',
      `The path names the bucket ${JSON.stringify(named)}; the bucket of the grant is ${bucket}.`,
    )
  if (!key.startsWith(`${PATH_PREFIX}/`) || key === `${PATH_PREFIX}/`)
    throw new StorageError(
      'AccessDenied',
      `The grant allows keys below ${PATH_PREFIX}/ only; the key is ${JSON.stringify(key)}.`,
    )
}

/** A key of a grant behind another name, which is a bucket in path style. */
const WITH_BUCKET = new RegExp(`^(?!${PATH_PREFIX}/)([^/]+)/${PATH_PREFIX}/.`)

const USUAL_KEY = new RegExp(`^${PATH_PREFIX}/[0-9a-f]{32}\\.[a-z0-9]{1,10}$`)

export const warnOfUnusualKey = ({ call }: FastifyRequest, key: string): void => {
  if (!USUAL_KEY.test(key)) call.notes.warn('unusual-key')
}
