import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import type { FastifyReply } from 'fastify'
import { SupportingAnswer } from '../contract/envelope.ts'
import { invented } from '../contract/known-field.ts'
import { ClosedObject, Count, NonEmptyText } from '../contract/resources/primitives.ts'
import { DeclaredUpload, UploadState } from '../contract/resources/upload-shapes.ts'
import { Part } from '../contract/shapes.ts'
import type { BareContext } from '../domain/call.ts'
import { createUpload } from '../domain/uploads/create-upload.ts'
import { abortUpload } from '../domain/uploads/end-upload.ts'
import { uploadState } from '../domain/uploads/keep-part.ts'
import { sendPlain } from '../http/answer.ts'
import { readJsonBodies } from '../http/bodies/json-body.ts'
import type { Call } from '../http/call.ts'
import { CallContext } from '../http/call-context.ts'
import { answerRefusal } from '../http/errors.ts'
import { OF_ACCESS_TOKENS, OF_JSON_BODIES } from '../http/possible-refusals.ts'
import { SMALL_BODY } from '../http/request.ts'
import { requireAccessToken } from '../http/surfaces/server-side.ts'
import { normaliseBody } from '../http/validation.ts'
import { NO_FILES } from '../workspaces/files/files.ts'

const EXPECTED = 'name, type and size'

const UploadParams = Type.Object({
  uploadId: invented(NonEmptyText, 'Id of the upload.', 'A-upload-1'),
})

const ProposedPart = Part('A part to send.', {
  partNumber: invented(Count, 'Number of the part, from 1.', 'A-upload-1'),
  url: invented(
    Type.String(),
    'Signed URL to PUT the bytes of the part to.',
    'A-upload-1',
    'A-file-1',
  ),
})

const CreatedUpload = ClosedObject({
  uploadId: invented(Type.String(), 'Id of the upload, which E13 takes.', 'A-upload-1'),
  filePath: invented(Type.String(), 'Path of the file, which E13 and E16 take.', 'A-upload-1'),
  partSizeBytes: invented(
    Count,
    'Bytes of each proposed part but the last.',
    'A-upload-1',
    'A-limit-3',
  ),
  parts: invented(Type.Array(ProposedPart), 'Proposed parts, in order.', 'A-upload-1', 'A-limit-3'),
})

const answerOf = (result: TSchema, description: string): TSchema =>
  SupportingAnswer(invented(result, description, 'A-upload-1'), invented)

/** Beginning an upload, looking at one, and aborting one: what E13 needs before it (A-upload-1). */
export const uploadRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const base = `${app.settings.filesPath}/uploads`
  readJsonBodies(app, EXPECTED, `; a whole file goes to ${base}/single?name=... as raw bytes`)
  app.setErrorHandler(answerRefusal())
  app.addHook('onRequest', requireAccessToken)
  app.post(base, {
    config: {
      supportingRoute: 'begin-upload',
      body: SMALL_BODY,
      refuses: [...OF_ACCESS_TOKENS, ...OF_JSON_BODIES, 'tooManyUploads'],
    },
    schema: {
      summary: 'Begin an upload',
      body: DeclaredUpload,
      response: { 200: answerOf(CreatedUpload, 'The upload that has begun.') },
    },
    preValidation: async (request) => normaliseBody(request, DeclaredUpload, EXPECTED),
    handler: (request) =>
      answer(request.call, (call) => begin(call, request.body, app.settings.uploadSeconds)),
  })
  app.get(`${base}/:uploadId`, {
    exposeHeadRoute: true,
    config: { supportingRoute: 'show-upload', refuses: [...OF_ACCESS_TOKENS, 'unknownUpload'] },
    schema: {
      summary: 'Show an upload',
      params: UploadParams,
      response: { 200: answerOf(UploadState, 'The upload with its parts.') },
    },
    handler: (request) =>
      answer(request.call, (call) => uploadState(call, request.params.uploadId)),
  })
  app.delete(`${base}/:uploadId`, {
    config: {
      supportingRoute: 'abort-upload',
      // A DELETE can have a body, which is read as JSON.
      refuses: [
        ...OF_ACCESS_TOKENS,
        ...OF_JSON_BODIES,
        'unknownUpload',
        'expiredUpload',
        'completedUpload',
      ],
    },
    schema: {
      summary: 'Abort an upload',
      params: UploadParams,
      response: { 200: answerOf(Type.Literal(true), 'true: the upload is aborted.') },
    },
    handler: (request, reply) => {
      answer(request.call, (call) => abortUpload(call, request.params.uploadId))
      app.sandbox.sweeper.request()
      return reply
    },
  })
}

const answer = (call: Call, work: (context: BareContext) => unknown): FastifyReply => {
  const context = new CallContext(call, NO_FILES)
  return sendPlain(
    call,
    context.store.transaction(() => work(context)),
  )
}

const begin = (
  call: BareContext,
  declared: DeclaredUpload,
  uploadSeconds: number,
): Static<typeof CreatedUpload> => {
  const { partCount, ...upload } = createUpload(call, declared, uploadSeconds * 1_000)
  const parts = Array.from({ length: partCount }, (_, index) => ({
    partNumber: index + 1,
    url: call.signedUrl(`uploads/${upload.uploadId}/parts/${index + 1}`),
  }))
  return { ...upload, parts }
}
