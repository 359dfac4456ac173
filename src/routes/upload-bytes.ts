import type { IncomingMessage } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { Type } from '@sinclair/typebox'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { type StoredFile, TooLargeError } from '../blobs/blob-store.ts'
import { NonEmptyText, Text } from '../contract/resources/primitives.ts'
import type { BareContext } from '../domain/call.ts'
import { fileBytesOf } from '../domain/files/file-bytes.ts'
import { keepUpload, PART_LIMITS } from '../domain/uploads/create-upload.ts'
import { keepPart, mustTakePart } from '../domain/uploads/keep-part.ts'
import { refuse } from '../errors/refusals.ts'
import { answerWith, serviceOptionsOf } from '../http/answer-call.ts'
import { answerRefusal } from '../http/answer-refusal.ts'
import { whileReceiving } from '../http/bodies/streamed-body.ts'
import { makeBareContext } from '../http/service-context.ts'
import { requireAccessToken } from '../http/surfaces/token-guard.ts'
import type { Workspace } from '../workspaces/workspace.ts'
import { requireSignature } from './signature-guard.ts'
import type { FileRouteOptions } from './uploads.ts'

const PartParams = Type.Object({ uploadId: Text, partNumber: Text })

/** What callers say of the bytes that they send. */
const declaredTypes = new WeakMap<IncomingMessage, string>()

const SingleQuery = Type.Object({ name: NonEmptyText })

/**
 * Sending the bytes of a file, in parts by signed addresses or with an access token, or in one request.
 * Bodies are streams of bytes of whatever type, answers plain HTTP (A-upload-1).
 */
export const uploadBytes: FastifyPluginAsync<FileRouteOptions> = async (app, options) => {
  const { sandbox, settings } = options
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  // Whatever the type is called, nobody here reads the body by it.
  app.addHook('onRequest', (request, _reply, done) => {
    declaredTypes.set(request.raw, request.headers['content-type'] ?? '')
    request.raw.headers['content-type'] = 'application/octet-stream'
    done()
  })
  app.setErrorHandler(answerRefusal(settings, { isPlainHttp: true }))
  await app.register(async (signed) => {
    signed.addHook('onRequest', (request, _reply, done) => {
      requireSignature(request)
      done()
    })
    takeParts(signed, `${settings.filesPath}/:workspace`, options)
  })
  await app.register(async (withToken) => {
    withToken.addHook('onRequest', (request, _reply, done) => {
      requireAccessToken(sandbox, request, settings)
      done()
    })
    takeParts(withToken, settings.filesPath, options)
    takeWhole(withToken, options)
  })
}

type App = Parameters<typeof uploadBytes>[0]

const takeParts = (plain: App, base: string, options: FileRouteOptions): void => {
  const app = plain.withTypeProvider<TypeBoxTypeProvider>()
  const route = {
    config: { supportingRoute: 'send-part' as const },
    schema: { params: PartParams },
  }
  app.put(`${base}/uploads/:uploadId/parts/:partNumber`, route, async (request, reply) => {
    const { uploadId } = request.params
    const partNumber = readNumber(request.params.partNumber)
    const part = await receive(request, reply, options, {
      before: (call) => mustTakePart(call, uploadId, partNumber),
      after: (call, stored) => keepPart(call, uploadId, partNumber, stored),
    })
    return answer(request, reply, part.etag, part)
  })
}

const takeWhole = (plain: App, options: FileRouteOptions): void => {
  const app = plain.withTypeProvider<TypeBoxTypeProvider>()
  const route = {
    config: { supportingRoute: 'send-file' as const },
    schema: { querystring: SingleQuery },
  }
  app.post(`${options.settings.filesPath}/uploads/single`, route, async (request, reply) => {
    const type = declaredTypes.get(request.raw)
    const declared = { name: request.query.name, ...(type && { type }) }
    const file = await receive(request, reply, options, {
      before: () => undefined,
      after: (call, stored) => ({
        ...keepUpload(call, declared, stored),
        etag: stored.md5,
        size: stored.sizeBytes,
      }),
    })
    return answer(request, reply, file.etag, file)
  })
}

/** What is to happen before bytes are read, and inside the transaction once they are kept. */
interface Reception<T> {
  before(call: BareContext): void
  after(call: BareContext, stored: StoredFile): T
}

const receive = <T>(
  request: FastifyRequest,
  reply: FastifyReply,
  { sandbox, settings }: FileRouteOptions,
  { before, after }: Reception<T>,
): Promise<T> =>
  sandbox.files.whileHeld(async (files) => {
    const options = serviceOptionsOf(request, settings, 'server-side', files)
    const call = makeBareContext(request, options)
    before(call)
    mustHaveRoom(request.state.workspace, Number(request.headers['content-length'] ?? 0))
    if (request.headers.expect !== undefined) reply.raw.writeContinue()
    const stored = await keepBody(request, call)
    // Time has passed, and the workspace may have another database.
    const later = makeBareContext(request, options)
    return later.store.transaction(() => {
      mustHaveRoom(request.state.workspace, stored.sizeBytes)
      return after(later, stored)
    })
  })

/** Refuses bytes that a workspace's quota has no room for. */
const mustHaveRoom = (workspace: Workspace, sizeBytes: number): void => {
  const { fileBytes } = workspace.record.quota
  if (fileBytes !== undefined && fileBytesOf(workspace.store) + sizeBytes > fileBytes)
    throw refuse.storageFull()
}

const keepBody = async (request: FastifyRequest, call: BareContext): Promise<StoredFile> => {
  const { raw, headers, state } = request
  if (Number(headers['content-length'] ?? 0) > PART_LIMITS.mostBytes) throw refuse.fileTooLarge(MAX)
  try {
    const stored = await whileReceiving(raw, () =>
      call.files.receive(bytesOf(raw), PART_LIMITS.mostBytes),
    )
    state.receivedBytes = stored.sizeBytes
    const announced = headers['content-md5']
    const arrived = Buffer.from(stored.md5, 'hex').toString('base64')
    if (announced !== undefined && announced !== arrived)
      throw refuse.wrongDigest('Content-MD5', arrived)
    return stored
  } catch (error) {
    if (error instanceof TooLargeError) throw refuse.fileTooLarge(MAX)
    throw raw.complete || !raw.destroyed ? error : refuse.unfinishedBody()
  }
}

/** A number as our addresses have it, without signs, blanks or leading zeros; else none. */
const readNumber = (text: string): number =>
  /^(0|[1-9]\d{0,8})$/.test(text) ? Number(text) : Number.NaN

const MAX = '5 GiB'

/** The body as it arrives; leaving it early must not cut the connection that the answer needs. */
const bytesOf = (raw: IncomingMessage): AsyncIterable<Uint8Array> =>
  raw.iterator({ destroyOnReturn: false })

const answer = (
  request: FastifyRequest,
  reply: FastifyReply,
  etag: string,
  result: object,
): FastifyReply =>
  reply
    .header('etag', `"${etag}"`)
    .type('application/json; charset=utf-8')
    .send(answerWith(request.state, result, 'plain'))
