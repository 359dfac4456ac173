import { type TObject, Type } from '@sinclair/typebox'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { ClosedObject, Text } from '../contract/resources/primitives.ts'
import { notFound } from '../errors/problem.ts'
import { hintForPrefix } from '../http/plugins/find-workspace.ts'
import type { Sandbox } from '../workspaces/sandbox.ts'
import type { Workspace } from '../workspaces/workspace.ts'
import { PROBLEM_RESPONSE } from './responses.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The workspace that a request of the control plane is about; set before its handler runs. */
    workspace: Workspace
  }
  interface FastifyContextConfig {
    /** Whether a route of the control plane is about the server, not about one workspace. */
    isServerWide?: boolean
  }
}

const workspace = Type.Optional({
  ...Text,
  description:
    'Id or name of the workspace; without it that of the path prefix /w/{id}, that of the Access-token, or default',
})

export const WHOLE_SERVER = Type.Boolean({
  default: false,
  description: 'The whole server in place of one workspace, with deleted workspaces',
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

/** Sets `request.workspace`: the one that the query names, else that of the prefix or the token. */
export const findTargetWorkspace = (app: FastifyInstance): void => {
  app.decorateRequest('workspace')
  app.addHook('onRequest', (request, _reply, done) => {
    const { addressed = '', isMisaddressed } = request.call
    if (isMisaddressed) throw unknownWorkspace(addressed, hintForPrefix(app.sandbox, addressed))
    done()
  })
  app.addHook('preHandler', (request, _reply, done) => {
    const { workspace: wanted } = request.query as { workspace?: string }
    request.workspace =
      wanted === undefined ? request.call.workspace : findNamed(app.sandbox, wanted)
    done()
  })
}

export const findNamed = (sandbox: Sandbox, wanted: string): Workspace => {
  const found = sandbox.findByIdOrName(wanted)
  if (!found) throw unknownWorkspace(wanted, sandbox.expired.hintFor(wanted))
  return found
}

const unknownWorkspace = (name: string, hint: string) =>
  notFound(`There is no workspace "${name}"${hint}`)
