import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import { PATH_PREFIX } from '../contract/supporting/storage-grant.ts'
import { LIMITS } from '../limits.ts'
import { bucketOf } from '../workspaces/grants.ts'
import type { Workspace } from '../workspaces/workspace.ts'
import { addressOf, splitUrl } from './address.ts'
import { type GrantSecrets, headerOf, StorageError, type StorageRequest } from './protocol.ts'
import {
  expiredToken,
  readSignature,
  type Signature,
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

const sentRequest = ({ raw, originalUrl }: FastifyRequest): StorageRequest => ({
  method: raw.method ?? '',
  url: originalUrl,
  headers: raw.headers,
})

/** The workspace of a request, by its access key, else by its bucket: in the path or in front of the host. */
export const findStorageWorkspace = (request: FastifyRequest): Workspace | undefined => {
  const { headers, url } = sentRequest(request)
  const query = new URLSearchParams(splitUrl(url).query)
  const keys = KEY_PARAMETERS.map((name) => query.get(name))
  const inHeader = /^OSS (\S+)|\bCredential=(\S+)/.exec(headers.authorization ?? '')
  const id =
    [...keys, inHeader?.[1], inHeader?.[2]].map(idIn).find((found) => found !== undefined) ??
    /^\/dam-([0-9a-f]{8})(?:[/?]|$)/.exec(url)?.[1] ??
    /^dam-([0-9a-f]{8})\./.exec(headers.host ?? '')?.[1]
  return id === undefined ? undefined : request.server.sandbox.find(id)
}

const KEY_PARAMETERS = ['OSSAccessKeyId', 'x-oss-credential', 'X-Amz-Credential']

/** The id of the workspace in an access key. */
export const idIn = (accessKeyId: string | null | undefined): string | undefined =>
  /^STS\.([0-9a-f]{8})/.exec(accessKeyId ?? '')?.[1]

/** Verifies the signature of a request; that of a form stands in its body. */
export const requireSignature: onRequestHookHandler = (request, _reply, done) => {
  const sent = sentRequest(request)
  const signature = readSignature(sent)
  const secrets = secretsFor(request, signature)
  verifySignature(sent, signature, secrets, request.server.sandbox.machineClock.now())
  const { key, query } = addressOf(sent, secrets.bucket)
  if (key !== '') requireKey(key)
  request.storage = { sent, signature, secrets, key, query }
  // Fastify refuses a malformed media type; here bodies are read without it.
  request.headers = { ...request.headers, 'content-type': 'application/octet-stream' }
  done()
}

/** The secrets of the grant that a signature names, as long as it is valid. */
export const secretsFor = (
  { call, server }: FastifyRequest,
  { accessKeyId, dialect }: Pick<Signature, 'accessKeyId' | 'dialect'>,
): GrantSecrets => {
  const { workspace } = call
  const grant = server.sandbox.grants.find(accessKeyId)
  if (grant?.workspaceId !== workspace.id) throw unknownAccessKey()
  if (workspace.clock.now() >= grant.expiresAtMs) {
    call.warn('grant-outlived')
    throw expiredToken(dialect)
  }
  call.assumptions.add('A-storage-1')
  call.assumptions.add('A-storage-2')
  return { ...grant, bucket: bucketOf(workspace.id) }
}

/** A key is a path of E16, too. */
const { max: MAX_CHARACTERS } = LIMITS.filePathCharacters

/** Refuses a key that lies elsewhere than the grant allows. */
export const requireKey = (key: string): void => {
  if (key.length > MAX_CHARACTERS)
    throw new StorageError(
      'KeyTooLongError',
      400,
      `A key has at most ${MAX_CHARACTERS} characters.`,
    )
  if (!key.startsWith(`${PATH_PREFIX}/`) || key === `${PATH_PREFIX}/`)
    throw new StorageError(
      'AccessDenied',
      403,
      `The grant allows keys below ${PATH_PREFIX}/ only; the key is ${JSON.stringify(key)}.`,
    )
}

const USUAL_KEY = new RegExp(`^${PATH_PREFIX}/[0-9a-f]{32}\\.[a-z0-9]{1,10}$`)

export const isUsualKey = (key: string): boolean => USUAL_KEY.test(key)

/** The media type that an object is sent with. */
export const typeOf = ({ sent }: StorageCall): string | undefined =>
  headerOf(sent.headers, 'content-type')
