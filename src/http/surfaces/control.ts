import { isIP } from 'node:net'
import { Type } from '@sinclair/typebox'
import type { FastifyError, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../kernel/errors.ts'
import { equalsSecretly } from '../../kernel/signature.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import type { Workspace } from '../../sandbox/workspace.ts'
import type { ControlRoute } from '../define-control.ts'

/** Who may use the control plane. */
export interface ControlSettings {
  adminKey: string | undefined
  allowedHosts: readonly string[]
}

interface ControlOptions {
  sandbox: Sandbox
  routes: readonly ControlRoute[]
  settings: ControlSettings
}

/** A refusal of the control plane, rendered as a problem document (RFC 9457). */
export class Problem extends Error {
  override name = 'Problem'
  readonly status: number
  readonly title: string

  constructor(status: number, title: string, detail: string) {
    super(detail)
    this.status = status
    this.title = title
  }
}

const WorkspaceQuery = Type.Object({ workspace: Type.Optional(Type.String()) })

/** The control plane, `/_sandbox/...`: never open to pages of other origins or to other hosts. */
export const control: FastifyPluginAsync<ControlOptions> = async (app, options) => {
  const { sandbox, settings } = options
  app.setErrorHandler(answerProblem)
  app.addHook('onRequest', (request, _reply, done) => {
    requireCaller(request, settings)
    const { addressed, isMisaddressed } = request.context
    if (isMisaddressed) throw new Problem(404, 'Not found', `There is no workspace "${addressed}"`)
    done()
  })
  for (const route of options.routes)
    app.route({
      method: route.method,
      url: `/_sandbox${route.path}`,
      schema: {
        ...(route.params && { params: route.params }),
        querystring: Type.Composite([WorkspaceQuery, route.query ?? Type.Object({})]),
      },
      handler: (request, reply) => {
        const body = route.handle({
          sandbox,
          workspace: workspaceOf(sandbox, request),
          params: request.params as never,
          query: request.query as never,
        })
        return reply.type('application/json; charset=utf-8').send(JSON.stringify(body))
      },
    })
}

/** Renders whatever was thrown as `application/problem+json`. */
export const answerProblem = (
  error: FastifyError | Problem | Refusal,
  request: FastifyRequest,
  reply: FastifyReply,
): void => {
  const problem = error instanceof Problem ? error : translate(error, request)
  reply
    .status(problem.status)
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify({ title: problem.title, status: problem.status, detail: problem.message }))
}

const translate = (error: FastifyError | Refusal, request: FastifyRequest): Problem => {
  if (error instanceof Refusal) return new Problem(400, 'Bad request', error.message)
  const status = error.statusCode ?? 500
  if (status < 500) return new Problem(status, 'Bad request', error.message)
  request.log.error({ err: error }, 'defect')
  return new Problem(500, 'Defect', 'The sandbox failed to answer; please report this')
}

const requireCaller = (request: FastifyRequest, settings: ControlSettings): void => {
  if (settings.adminKey !== undefined) {
    const given = /^bearer\s+(.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
    if (!equalsSecretly(given, settings.adminKey))
      throw new Problem(401, 'Unauthorized', 'Authorization must be "Bearer" and the admin key')
    return
  }
  const host = hostnameOf(request.host)
  if (!isLocal(host) && !settings.allowedHosts.includes(host))
    throw new Problem(
      403,
      'Forbidden',
      `The control plane is not open under the host name "${host}"; allow it with SANDBOX_ALLOWED_HOSTS or set SANDBOX_ADMIN_KEY`,
    )
  const { origin } = request.headers
  if (origin !== undefined && !isSameHost(origin, request.host))
    throw new Problem(403, 'Forbidden', `The control plane is not open to pages of ${origin}`)
}

const HOST = /^(\[[\da-f:.]+\]|[\w.-]+)(:\d+)?$/i

/** The name in a Host header, lower case and without the port; empty when it is none. */
const hostnameOf = (host: string): string => (HOST.exec(host)?.[1] ?? '').toLowerCase()

/** An IP address, `localhost` or a name without a dot, as containers have. */
const isLocal = (host: string): boolean =>
  isIP(host.replace(/^\[|\]$/g, '')) !== 0 || (host !== '' && !host.includes('.'))

const isSameHost = (origin: string, host: string): boolean =>
  URL.canParse(origin) && new URL(origin).host === host

/** The workspace of the prefix or token, unless the query names one by id or name. */
const workspaceOf = (sandbox: Sandbox, request: FastifyRequest): Workspace => {
  const { workspace: wanted } = request.query as { workspace?: string }
  if (wanted === undefined) return request.context.workspace
  const found = sandbox.findByIdOrName(wanted)
  if (!found) throw new Problem(404, 'Not found', `There is no workspace "${wanted}"`)
  return found
}
