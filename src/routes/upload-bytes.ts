import type { IncomingMessage } from 'node:http'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from '@sinclair/typebox'
import type {
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
} from 'fastify'
import { type StoredFile, TooLargeError } from '../blobs/blob-store.ts'
import { PlainHttpAnswers } from '../contract/envelope.ts'
import { invented } from '../contract/known-field.ts'
import { ClosedObject, Count, NonEmptyText, Text } from '../contract/resources/primitives.ts'
import { ArrivedPart, PART_LIMITS } from '../contract/resources/upload-shapes.ts'
import type { BareContext, CallFiles } from '../domain/call.ts'
import { fileBytesOf } from '../domain/files/kept-files.ts'
import { keepUpload } from '../domain/uploads/create-upload.ts'
import { keepPart, mustTakePart } from '../domain/uploads/keep-part.ts'
import { OF_ACCESS_TOKENS, OF_SIGNED_URLS } from '../errors/possible-refusals.ts'
import { type RefusalName, refuse } from '../errors/refusals.ts'
import { sendPlain } from '../http/answer.ts'
import { tellToContinue, whileReceiving } from '../http/bodies/streamed-body.ts'
import type { Call } from '../http/call.ts'
import { answerRefusal } from '../http/errors.ts'
import { CallContext } from '../http/service-context.ts'
import { requireAccessToken } from '../http/surfaces/server-side.ts'
import type { Workspace } from '../workspaces/workspace.ts'
import { refuseFormsAsFile } from './refuse-forms.ts'
import { requireSignedUrl } from './signature-guard.ts'

const PartParams = Type.Object({
  uploadId: invented(Text, 'Id of the upload.', 'A-upload-1'),
  partNumber: invented(Text, 'Number of the part, 1 to 10,000.', 'A-upload-1', 'A-limit-3'),
})

const FileQuery = Type.Object({
  name: invented(NonEmptyText, 'Name of the file, with its extension.', 'A-upload-1'),
})

/** A file that was sent in one request; `size` in bytes. */
const SentFile = ClosedObject({
  filePath: invented(Type.String(), 'Path of the file, which E16 takes.', 'A-upload-1'),
  uploadId: invented(Type.String(), 'Id of the completed upload.', 'A-upload-1'),
  etag: invented(Type.String(), 'MD5 of the bytes, 32 hex digits.', 'A-upload-1'),
  size: invented(Count, 'Size in bytes.', 'A-upload-1'),
})

/**
 * Sending the bytes of a file, in parts by signed URLs or with an access token, or in one request.
 * Bodies are streams of bytes of any type but forms, answers plain HTTP (A-upload-1).
 */
export const uploadBytes: FastifyPluginAsync = async (app) => {
  const { filesPath } = app.settings
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  app.addHook('onRequest', takeAnyType)
  app.setErrorHandler(answerRefusal({ isPlainHttp: true }))
  app.register(async (signed) => {
    signed.addHook('onRequest', requireSignedUrl)
    const prefix = `${filesPath}/:workspace`
    await signed.register(partRoute, { prefix, guardRefuses: OF_SIGNED_URLS })
  })
  app.register(async (withToken) => {
    withToken.addHook('onRequest', requireAccessToken)
    const guarded = { prefix: filesPath, guardRefuses: OF_ACCESS_TOKENS }
    await withToken.register(partRoute, guarded)
    await withToken.register(fileRoute, guarded)
  })
}

/** Fastify refuses a malformed media type; here the type is not needed to read the body. */
const takeAnyType: onRequestHookHandler = (request, _reply, done) => {
  request.headers = { 'content-type': 'application/octet-stream' }
  done()
}

interface BytesOptions {
  /** The refusals of the guard before the route. */
  guardRefuses: readonly RefusalName[]
}

const REFUSED_BYTES = [
  'wrongContentType',
  'wrongDigest',
  'fileTooLarge',
  'unfinishedBody',
] as const satisfies readonly RefusalName[]

const partRoute: FastifyPluginAsyncTypebox<BytesOptions> = async (app, { guardRefuses }) => {
  app.put('/uploads/:uploadId/parts/:partNumber', {
    onRequest: refuseFormsAsFile,
    config: {
      supportingRoute: 'send-part',
      takesFile: true,
      refuses: [
        ...guardRefuses,
        ...REFUSED_BYTES,
        'outOfRange',
        'unknownUpload',
        'abortedUpload',
        'expiredUpload',
        'completedUpload',
      ],
    },
    schema: {
      summary: 'Send a part of a file',
      params: PartParams,
      response: PlainHttpAnswers(invented(ArrivedPart, 'The part as it is kept.', 'A-upload-1')),
    },
    handler: async (request, reply) => {
      const { uploadId } = request.params
      const partNumber = readNumber(request.params.partNumber)
      const part = await receive(request, reply, {
        before: (call) => mustTakePart(call, uploadId, partNumber),
        after: (call, stored) => keepPart(call, uploadId, partNumber, stored),
      })
      return answer(request.call, part)
    },
  })
}

const fileRoute: FastifyPluginAsyncTypebox<BytesOptions> = async (app, { guardRefuses }) => {
  app.post('/uploads/single', {
    onRequest: refuseFormsAsFile,
    config: {
      supportingRoute: 'send-file',
      takesFile: true,
      refuses: [...guardRefuses, ...REFUSED_BYTES],
    },
    schema: {
      summary: 'Send a file in one request',
      querystring: FileQuery,
      response: PlainHttpAnswers(invented(SentFile, 'The file as it is kept.', 'A-upload-1')),
    },
    handler: async (request, reply) => {
      const type = request.raw.headers['content-type']
      const declared = { name: request.query.name, ...(type && { type }) }
      const file = await receive(request, reply, {
        before: () => undefined,
        after: (call, stored) => ({
          ...keepUpload(call, declared, stored),
          etag: stored.md5,
          size: stored.sizeBytes,
        }),
      })
      return answer(request.call, file)
    },
  })
}

/** The work before bytes are read, and the work inside the transaction once they are kept. */
interface Reception<T> {
  before(call: BareContext): void
  after(call: BareContext, stored: StoredFile): T
}

const receive = <T>(
  request: FastifyRequest,
  reply: FastifyReply,
  { before, after }: Reception<T>,
): Promise<T> =>
  request.server.sandbox.files.whileHeld(async (files) => {
    const call = new CallContext(request.call, files)
    before(call)
    mustHaveRoom(request.call.workspace, Number(request.headers['content-length'] ?? 0))
    tellToContinue(request, reply)
    const stored = await keepBody(request, files)
    // Time has passed, and the workspace may have another database.
    const later = new CallContext(request.call, files)
    return later.store.transaction(() => {
      mustHaveRoom(request.call.workspace, stored.sizeBytes)
      return after(later, stored)
    })
  })

/** Refuses bytes that a workspace's quota has no room for. */
const mustHaveRoom = (workspace: Workspace, sizeBytes: number): void => {
  const { fileBytes } = workspace.record.quota
  if (fileBytes !== undefined && fileBytesOf(workspace.store) + sizeBytes > fileBytes)
    throw refuse.storageFull()
}

const keepBody = async (request: FastifyRequest, files: CallFiles): Promise<StoredFile> => {
  const { raw, headers } = request
  if (Number(headers['content-length'] ?? 0) > PART_LIMITS.maxBytes) throw refuse.fileTooLarge(MAX)
  try {
    const stored = await whileReceiving(raw, () =>
      files.receive(bytesOf(raw), PART_LIMITS.maxBytes),
    )
    request.call.receivedBytes = stored.sizeBytes
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

/** A number as our URLs have it, without signs, blanks or leading zeros; else NaN. */
const readNumber = (text: string): number =>
  /^(0|[1-9]\d{0,8})$/.test(text) ? Number(text) : Number.NaN

const MAX = '5 GiB'

/** The body as it arrives; leaving it early must not cut the connection that the answer needs. */
const bytesOf = (raw: IncomingMessage): AsyncIterable<Uint8Array> =>
  raw.iterator({ destroyOnReturn: false })

const answer = (call: Call, result: { readonly etag: string }): FastifyReply => {
  call.reply.header('etag', `"${result.etag}"`)
  return sendPlain(call, result)
}
