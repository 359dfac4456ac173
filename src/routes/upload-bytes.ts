import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type Static, Type } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import { PlainHttpAnswers } from '../contract/envelope.ts'
import { type RefusalName, refuse } from '../contract/errors/refusals.ts'
import { invented } from '../contract/known-field.ts'
import { ClosedObject, Count, NonEmptyText, Text } from '../contract/resources/primitives.ts'
import { ArrivedPart } from '../contract/resources/upload-shapes.ts'
import { keepUpload } from '../domain/uploads/create-upload.ts'
import { keepPart, mustTakePart } from '../domain/uploads/keep-part.ts'
import { sendPlain } from '../http/answer.ts'
import { refuseCompressedBodies } from '../http/bodies/json-body.ts'
import { answerRefusal } from '../http/errors.ts'
import { OF_ACCESS_TOKENS, OF_SIGNED_URLS } from '../http/possible-refusals.ts'
import { requireAccessToken } from '../http/surfaces/server-side.ts'
import type { StoredFile } from '../store/blobs/blob-store.ts'
import { signedPathOf } from './downloads.ts'
import { type Reception, receiveFile as receive } from './receive-file.ts'

const PartParams = Type.Object({
  uploadId: invented(Text, 'Id of the upload.', 'A-upload-1'),
  partNumber: invented(Text, 'Number of the part, 1 to 10,000.', 'A-upload-1', 'A-limit-3'),
})

const FileQuery = Type.Object({
  name: invented(NonEmptyText, 'Name of the file, with its extension.', 'A-upload-1'),
})

const SentFile = ClosedObject({
  filePath: invented(Type.String(), 'Path of the file, which E16 takes.', 'A-upload-1'),
  uploadId: invented(Type.String(), 'Id of the completed upload.', 'A-upload-1'),
  etag: invented(Type.String(), 'MD5 of the bytes, 32 hex digits.', 'A-upload-1'),
  size: invented(Count, 'Size in bytes.', 'A-upload-1'),
})

const REFUSED_BYTES: readonly RefusalName[] = [
  'wrongContentType',
  'compressedBody',
  'wrongDigest',
  'fileTooLarge',
]

const REFUSED_PARTS: readonly RefusalName[] = [
  ...REFUSED_BYTES,
  'outOfRange',
  'unknownUpload',
  'abortedUpload',
  'expiredUpload',
  'completedUpload',
]

/**
 * Sending the bytes of a file, in parts by signed URLs or with an access token, or in one request.
 * Bodies are streams of bytes of any type but forms, answers plain HTTP (A-upload-1).
 */
export const uploadBytes: FastifyPluginAsyncTypebox = async (app) => {
  const { filesPath } = app.settings
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  app.addHook('onRequest', takeAnyType)
  refuseCompressedBodies(app)
  app.setErrorHandler(answerRefusal({ isPlainHttp: true }))
  const partRoute = (base: string, guard: onRequestHookHandler, refuses: readonly RefusalName[]) =>
    app.put(`${base}/uploads/:uploadId/parts/:partNumber`, {
      onRequest: [guard, refuseForms],
      config: { supportingRoute: 'send-part', refuses: [...refuses, ...REFUSED_PARTS] },
      schema: {
        summary: 'Send a part of a file',
        params: PartParams,
        response: PlainHttpAnswers(invented(ArrivedPart, 'The stored part.', 'A-upload-1')),
      },
      handler: (request) => receivePart(request, request.params),
    })
  partRoute(`${filesPath}/:workspace`, requireSignature, OF_SIGNED_URLS)
  partRoute(filesPath, requireAccessToken, OF_ACCESS_TOKENS)
  app.post(`${filesPath}/uploads/single`, {
    onRequest: [requireAccessToken, refuseForms],
    config: { supportingRoute: 'send-file', refuses: [...OF_ACCESS_TOKENS, ...REFUSED_BYTES] },
    schema: {
      summary: 'Send a file in one request',
      querystring: FileQuery,
      response: PlainHttpAnswers(invented(SentFile, 'The stored file.', 'A-upload-1')),
    },
    handler: (request) => receiveFile(request, request.query.name),
  })
}

/** Fastify refuses a malformed media type; here the type is not needed to read the body. */
const takeAnyType: onRequestHookHandler = (request, _reply, done) => {
  request.headers = { 'content-type': 'application/octet-stream' }
  done()
}

/** Refuses a form: its boundaries would become a part of the file. */
const refuseForms: onRequestHookHandler = ({ raw }, _reply, done) => {
  const type = raw.headers['content-type']
  if (/^\s*multipart\/form-data\b/i.test(type ?? ''))
    throw refuse.wrongContentType(
      type,
      'that of the file',
      '; send the file as raw bytes, such as curl --data-binary @file',
    )
  done()
}

const requireSignature: onRequestHookHandler = (request, _reply, done) => {
  signedPathOf(request)
  done()
}

const receivePart = (
  request: FastifyRequest,
  { uploadId, partNumber }: Static<typeof PartParams>,
): Promise<FastifyReply> => {
  // A number as our URLs have it, without signs, blanks or leading zeros.
  const number = /^(0|[1-9]\d{0,8})$/.test(partNumber) ? Number(partNumber) : Number.NaN
  return answer(request, {
    before: (call) => mustTakePart(call, uploadId, number),
    after: (call, stored) => keepPart(call, uploadId, number, stored),
  })
}

const receiveFile = (request: FastifyRequest, name: string): Promise<FastifyReply> => {
  const type = request.raw.headers['content-type']
  return answer(request, {
    after: (call, stored) => ({
      ...keepUpload(call, { name, ...(type && { type }) }, stored),
      etag: stored.md5,
      size: stored.sizeBytes,
    }),
  })
}

const answer = async (
  request: FastifyRequest,
  { after, ...reception }: Reception<{ readonly etag: string }>,
): Promise<FastifyReply> => {
  const kept = await receive(request, {
    ...reception,
    after: (call, stored) => {
      mustHaveDigest(request, stored)
      return after(call, stored)
    },
  })
  request.call.reply.header('etag', `"${kept.etag}"`)
  return sendPlain(request.call, kept)
}

const mustHaveDigest = ({ headers }: FastifyRequest, { md5 }: StoredFile): void => {
  const announced = headers['content-md5']
  const arrived = Buffer.from(md5, 'hex').toString('base64')
  if (announced && announced !== arrived) throw refuse.wrongDigest('Content-MD5', arrived)
}
