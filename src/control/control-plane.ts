import { text } from 'node:stream/consumers'
import { Type } from '@sinclair/typebox'
import { create as contentDisposition } from 'content-disposition'
import type {
  FastifyError,
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
} from 'fastify'
import type { Operation } from '../contract/operation.ts'
import { Text } from '../contract/resources/primitives.ts'
import { CallerError, PROBLEMS } from '../errors/caller-error.ts'
import { badRequest, notFound, Problem } from '../errors/problem.ts'
import { refuse } from '../errors/refusals.ts'
import { hasLeft } from '../http/answer-refusal.ts'
import { drain } from '../http/bodies/drain.ts'
import { parseBody } from '../http/bodies/json-body.ts'
import { reserveBodies } from '../http/bodies/reserve-bodies.ts'
import { actLater } from '../http/later.ts'
import { startStretch } from '../http/loop-stretches.ts'
import { hintForPrefix } from '../http/plugins/find-workspace.ts'
import { storageRefusal } from '../http/storage-refusal.ts'
import { dropUnsendableHeaders } from '../http/unsendable-headers.ts'
import { formatBytes } from '../kernel/format-bytes.ts'
import { findError } from '../validation/validator.ts'
import type { Sandbox } from '../workspaces/sandbox.ts'
import type { Workspace } from '../workspaces/workspace.ts'
import { type ControlSettings, requireCaller } from './control-guard.ts'
import {
  type ControlAnswer,
  type ControlRoute,
  type ServerLoad,
  StreamedAnswer,
  StreamedJson,
} from './define-control.ts'

interface ControlOptions {
  sandbox: Sandbox
  routes: readonly ControlRoute[]
  operations: readonly Operation[]
  settings: ControlSettings & { publicUrl: string | undefined; checkReplies: boolean }
}

const WorkspaceQuery = Type.Object({ workspace: Type.Optional(Text) })

/** The control plane, `/_sandbox/...`: never open to pages of other origins or to other hosts. */
export const control: FastifyPluginAsync<ControlOptions> = async (app, options) => {
  app.setErrorHandler(answerProblem)
  app.addHook('onSend', (_request, reply, payload, done) => {
    reply.headers({
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    })
    reply.header('server-timing', `total;dur=${reply.elapsedTime.toFixed(3)}`)
    done(null, payload)
  })
  app.addHook('onRequest', (request, _reply, done) => {
    requireCaller(request, options.settings)
    const { addressed = '', isMisaddressed } = request.state
    if (isMisaddressed)
      throw notFound(`There is no workspace "${addressed}"${hintForPrefix(addressed)}`)
    done()
  })
  const takesBytes = (route: ControlRoute) => route.takesBytes !== undefined
  await app.register(async (bytes) => {
    bytes.removeAllContentTypeParsers()
    bytes.addContentTypeParser('*', (_request, _payload, done) => done(null))
    for (const route of options.routes.filter(takesBytes)) mount(bytes, route, options)
  })
  await app.register(async (json) => {
    readBodies(json)
    for (const route of options.routes) if (!takesBytes(route)) mount(json, route, options)
  })
}

/** Bodies are JSON, and need not be there where nothing in them is required. */
const readBodies = (app: FastifyInstance): void => {
  reserveBodies(app)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (request, body, done) => {
    const type = request.headers['content-type'] ?? ''
    startStretch(request.state.lifetime)
    if (body.length === 0) return done(null, undefined)
    if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type))
      return done(badRequest(`Content-Type must be application/json, got "${type}"`))
    try {
      done(null, parseBody(request, body, 'an object'))
    } catch (error) {
      done(error as Error)
    }
  })
}

const mount = (app: FastifyInstance, route: ControlRoute, options: ControlOptions): void => {
  app.route({
    method: route.method,
    url: `/_sandbox${route.path}`,
    exposeHeadRoute: false,
    config: { ...(route.bodyLimit && { body: route.bodyLimit }) },
    schema: {
      ...(route.params && { params: route.params }),
      ...(route.body && { body: route.body }),
      querystring: Type.Composite([WorkspaceQuery, route.query ?? Type.Object({})], {
        additionalProperties: false,
      }),
    },
    preValidation: (request, _reply, done) => {
      if (route.body && request.body === undefined) request.body = {}
      done()
    },
    handler: async (request, reply) => {
      const answer = await route.handle(callOf(request, options))
      const { checkReplies } = options.settings
      return send(reply, route.status, checkReplies ? await checked(route, answer) : answer)
    },
  })
}

const callOf = (request: FastifyRequest, { sandbox, operations, settings }: ControlOptions) => ({
  sandbox,
  workspace: workspaceOf(sandbox, request),
  params: request.params as never,
  query: request.query as never,
  body: request.body as never,
  bytes: request.raw,
  origin: settings.publicUrl ?? `http://${request.host || 'localhost'}`,
  operations,
  version: sandbox.options.folders.version,
  lastEventId: lastEventIdOf(request),
  load: () => loadOf(request.server),
  signal: request.state.signal,
})

const loadOf = ({ calls, pauses, loopDelay }: FastifyInstance): ServerLoad => ({
  callsInFlight: calls.count,
  delayedCalls: pauses.count,
  loopDelay: loopDelay(),
})

const lastEventIdOf = ({ headers }: FastifyRequest): number | undefined => {
  const id = headers['last-event-id']
  return typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : undefined
}

/** The answer of a route; fails where it is something else than the route says of itself. */
const checked = async (
  { method, path, result }: ControlRoute,
  answer: ControlAnswer,
): Promise<ControlAnswer> => {
  if (!result) return answer
  // What is absent in JSON may be there as undefined.
  const value = JSON.parse(await textOf(answer))
  const wrong = findError(result, value)
  if (wrong)
    throw new Error(
      `${method} ${path} answers what it should not: ${wrong.instancePath} ${wrong.message}`,
    )
  return value
}

const textOf = (answer: ControlAnswer): Promise<string> | string =>
  answer instanceof StreamedJson ? text(answer.stream) : JSON.stringify(answer)

const send = (reply: FastifyReply, status: number, answer: ControlAnswer): FastifyReply => {
  if (answer === undefined) return reply.status(204).send()
  reply.status(status)
  if (answer instanceof StreamedJson)
    return reply.type('application/json; charset=utf-8').send(answer.stream)
  if (!(answer instanceof StreamedAnswer))
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer))
  if (answer.fileName) reply.header('content-disposition', contentDisposition(answer.fileName))
  // Some streams last as long as their reader; nothing follows on their connection when the server stops.
  reply.headers({ 'cache-control': 'no-store', connection: 'close' })
  return reply.type(answer.mediaType).send(answer.stream)
}

/** Renders every error as `application/problem+json`. */
export const answerProblem = (
  error: FastifyError | CallerError,
  request: FastifyRequest,
  reply: FastifyReply,
): void => {
  const { problem, detail } = translate(error, request)
  if (problem.status === 500) dropUnsendableHeaders(reply)
  const send = () =>
    reply
      .status(problem.status)
      .type('application/problem+json; charset=utf-8')
      .send(JSON.stringify({ title: problem.title, status: problem.status, detail }))
  if (problem.status === PROBLEMS.contentTooLarge.status)
    // A caller that is still sending gets to read the answer.
    actLater(request, drain(request.raw), send)
  else send()
}

const translate = (error: FastifyError | CallerError, request: FastifyRequest): CallerError => {
  const ofStorage = storageRefusal(error, request)
  if (ofStorage) return ofStorage
  if (error instanceof CallerError) {
    if (error.detail !== error.message) request.log.warn({ err: error }, error.detail)
    return error
  }
  if (hasLeft(error, request)) return badRequest('the caller has gone')
  const status = error.statusCode ?? 500
  if (status === 413) return refuse.bodyTooLarge(formatBytes(request.routeOptions.bodyLimit))
  const problem = { ...PROBLEMS.badRequest, status }
  if (status === 414) return new Problem(problem, 'A name in the path is too long')
  if (status < 500) return new Problem(problem, error.message)
  request.log.error({ err: error }, 'defect')
  return refuse.internal()
}

/** The workspace of the prefix or token, unless the query names one by id or name. */
const workspaceOf = (sandbox: Sandbox, request: FastifyRequest): Workspace => {
  const { workspace: wanted } = request.query as { workspace?: string }
  if (wanted === undefined) return request.state.workspace
  const found = sandbox.findByIdOrName(wanted)
  if (!found) throw notFound(`There is no workspace "${wanted}"`)
  return found
}
