import { type TObject, Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { notFound } from '../contract/errors/problem.ts'
import { ClosedObject, Text } from '../contract/resources/primitives.ts'
import { notAllowed } from '../http/control-access.ts'
import { matchedRoute } from '../http/request.ts'
import { hintForPrefix } from '../http/start-call.ts'
import { isFor } from '../workspaces/keys/rights.ts'
import type { Sandbox } from '../workspaces/sandbox.ts'
import type { Workspace } from '../workspaces/workspace.ts'
import { PROBLEM_RESPONSE } from './responses.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The workspace that a request of the control plane is about; set before its handler runs. */
    workspace: Workspace
  }
  interface FastifyContextConfig {
    /** True if a route of the control plane is about the server, not about one workspace. */
    isServerWide?: boolean
    /** True if the parameter `id` of the route is the id or name of the workspace that it is about. */
    namesWorkspace?: boolean
  }
}

const workspace = Type.Optional({
  ...Text,
  description:
    'Id or name of the workspace. Default: the workspace of the path prefix /w/{id} or of the Access-token, else `default`',
})

export const WHOLE_SERVER = Type.Boolean({
  default: false,
  description: 'Report on the whole server instead of one workspace, including deleted workspaces',
})

/** Completes each route by what all share: `?workspace=`, errors, and the status of its answer. Unknown query keys are refused. */
export const completeSchema = (route: RouteOptions): void => {
  const { querystring, response, ...schema } = route.schema ?? {}
  const { properties } = (querystring ?? {}) as Partial<TObject>
  route.schema = {
    ...schema,
    querystring: ClosedObject({ ...properties, workspace }),
    response: { ...(response as object), default: PROBLEM_RESPONSE },
  }
  const [status] = Object.keys((response as object | undefined) ?? {})
  if (status !== undefined && status !== '200')
    route.preHandler = (_request, reply, done) => {
      reply.code(Number(status))
      done()
    }
}

/** Sets `request.workspace`: the workspace in the query, else the workspace of the prefix or the token. */
export const findTargetWorkspace = (app: FastifyInstance): void => {
  app.decorateRequest('workspace')
  app.addHook('onRequest', (request, _reply, done) => {
    const { addressed = '', isMisaddressed } = request.call
    if (isMisaddressed) throw unknownWorkspace(addressed, hintForPrefix(app.sandbox, addressed))
    done()
  })
  // Before the body is read, and again afterwards: the workspace may have been deleted in between.
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.key && request.key.kind !== 'admin') setTarget(request)
    done()
  })
  app.addHook('preHandler', (request, _reply, done) => {
    setTarget(request)
    done()
  })
}

const setTarget = (request: FastifyRequest): void => {
  const { isServerWide, namesWorkspace } = matchedRoute(request)
  // What a route about the server is asked for must not tell which workspaces there are.
  request.workspace = isServerWide && !namesWorkspace ? request.call.workspace : targetOf(request)
  requireOwn(request)
}

const targetOf = (request: FastifyRequest): Workspace => {
  const { call, key, query, params } = request
  const { sandbox } = request.server
  const { workspace } = query as { workspace?: unknown }
  const { id } = params as { id?: string }
  const wanted = matchedRoute(request).namesWorkspace ? id : workspace
  if (typeof wanted === 'string') return findNamed(sandbox, wanted)
  const own = call.isAttributed ? null : key?.workspaceId
  return own ? findNamed(sandbox, own) : call.workspace
}

/** Refuses a key that is for other workspaces. */
const requireOwn = (request: FastifyRequest): void => {
  const { key, workspace } = request
  const { isServerWide, namesWorkspace } = matchedRoute(request)
  if (!key) return
  if ((namesWorkspace || !isServerWide) && !isFor(key, workspace))
    throw notAllowed(key, 'is not for this workspace')
}

/** True if a report covers the whole server; a key for one workspace gets the report of its workspace. */
export const isAboutServer = ({ key, query }: FastifyRequest<{ Querystring: { all: boolean } }>) =>
  query.all && (!key || key.kind === 'admin')

export const findNamed = (sandbox: Sandbox, wanted: string): Workspace => {
  const found = sandbox.findByIdOrName(wanted)
  if (!found) throw unknownWorkspace(wanted, sandbox.expired.hintFor(wanted))
  return found
}

const unknownWorkspace = (name: string, hint: string) =>
  notFound(`Workspace "${name}" does not exist${hint}`)
