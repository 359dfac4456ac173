import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { Type } from '@sinclair/typebox'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { Count, NonEmptyText } from '../contract/resources/primitives.ts'
import type { BareContext } from '../domain/call.ts'
import { beginUpload, PART_LIMITS } from '../domain/uploads/create-upload.ts'
import { abortUpload } from '../domain/uploads/end-upload.ts'
import { uploadState } from '../domain/uploads/keep-part.ts'
import { NO_FILES } from '../files/files.ts'
import { answerWith, type HttpSettings, serviceOptionsOf } from '../http/answer-call.ts'
import { answerRefusal } from '../http/answer-refusal.ts'
import { SMALL_BODY } from '../http/bodies/body-limit.ts'
import { readJsonBodies } from '../http/bodies/json-body.ts'
import { normaliseBody } from '../http/normalise.ts'
import { makeBareContext } from '../http/service-context.ts'
import { requireAccessToken } from '../http/surfaces/token-guard.ts'
import type { Sandbox } from '../workspaces/sandbox.ts'

/** What the supporting routes about files are made of. */
export interface FileRouteOptions {
  sandbox: Sandbox
  settings: HttpSettings
}

const EXPECTED = 'name, type and size'

/** A file that is going to be sent; `size` in bytes, `type` a media type (A-upload-1). */
const UploadBody = Type.Object({
  name: NonEmptyText,
  type: Type.Optional(Type.String({ maxLength: 200 })),
  size: Count,
  partSizeBytes: Type.Optional(
    Type.Integer({ minimum: PART_LIMITS.leastBytes, maximum: PART_LIMITS.mostBytes }),
  ),
})

const UploadParams = Type.Object({ uploadId: NonEmptyText })

/** Beginning an upload, looking at one, and ending one: what E13 needs before it (A-upload-1). */
export const uploadRoutes: FastifyPluginAsync<FileRouteOptions> = async (plain, options) => {
  const { sandbox, settings } = options
  const base = `${settings.filesPath}/uploads`
  const app = plain.withTypeProvider<TypeBoxTypeProvider>()
  readJsonBodies(plain, EXPECTED)
  plain.setErrorHandler(answerRefusal(settings))
  plain.addHook('onRequest', (request, reply, done) => {
    requireAccessToken(sandbox, request, settings)
    if (request.headers.expect !== undefined) reply.raw.writeContinue()
    done()
  })
  const answering = answerIn(settings)
  const schema = { params: UploadParams }

  app.post(base, beginning(), (request, reply) =>
    answering(request, reply, (call) => begin(call, request.body, settings)),
  )
  const show = { config: { supportingRoute: 'show-upload' as const }, schema }
  app.get(`${base}/:uploadId`, show, (request, reply) =>
    answering(request, reply, (call) => uploadState(call, request.params.uploadId)),
  )
  const abort = { config: { supportingRoute: 'abort-upload' as const }, schema }
  app.delete(`${base}/:uploadId`, abort, (request, reply) => {
    const answer = answering(request, reply, (call) => abortUpload(call, request.params.uploadId))
    sandbox.sweeper.request()
    return answer
  })
}

const beginning = () => ({
  config: { supportingRoute: 'begin-upload' as const, body: SMALL_BODY },
  schema: { body: UploadBody },
  preValidation: async (request: FastifyRequest) => normaliseBody(request, UploadBody, EXPECTED),
})

/** Answers what work makes, in one transaction, in the envelope. */
const answerIn =
  (settings: HttpSettings) =>
  (request: FastifyRequest, reply: FastifyReply, work: (call: BareContext) => unknown) => {
    const { state } = request
    const options = serviceOptionsOf(request, settings, 'server-side', NO_FILES)
    const call = makeBareContext(request, options)
    const result = state.workspace.store.transaction(() => work(call))
    return reply.type('application/json; charset=utf-8').send(answerWith(state, result, 'plain'))
  }

const begin = (
  call: BareContext,
  declared: { name: string; type?: string; size: number; partSizeBytes?: number },
  { uploadSeconds }: HttpSettings,
) => {
  const { partCount, ...upload } = beginUpload(call, declared, uploadSeconds * 1_000)
  const parts = Array.from({ length: partCount }, (_, index) => ({
    partNumber: index + 1,
    url: call.signedUrl(`uploads/${upload.uploadId}/parts/${index + 1}`),
  }))
  return { ...upload, parts }
}
