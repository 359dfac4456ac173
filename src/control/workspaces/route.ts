import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { originOf } from '../../http/server-origin.ts'
import { NoContent } from '../responses.ts'
import {
  CreatedWorkspace,
  WorkspaceDetail,
  WorkspaceList,
  WorkspaceOptions,
  WorkspaceParams,
} from './schema.ts'
import {
  createWorkspace,
  deleteWorkspace,
  findWorkspace,
  listWorkspaces,
  showWorkspace,
} from './service.ts'

const config = { isServerWide: true }

/** The workspaces of the server. */
const workspaces: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/workspaces',
    {
      config,
      schema: {
        summary: 'Create a workspace',
        body: WorkspaceOptions,
        response: { 201: CreatedWorkspace },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await createWorkspace(app.sandbox, originOf(request), request.body)),
  )
  app.get(
    '/workspaces',
    { config, schema: { summary: 'List the workspaces', response: { 200: WorkspaceList } } },
    async (request) => ({ workspaces: listWorkspaces(app.sandbox, originOf(request)) }),
  )
  app.get(
    '/workspaces/:id',
    {
      config,
      schema: {
        summary: 'Show a workspace, by id or name, with sizes and counts',
        params: WorkspaceParams,
        response: { 200: WorkspaceDetail },
      },
    },
    async (request) =>
      showWorkspace(originOf(request), findWorkspace(app.sandbox, request.params.id)),
  )
  app.delete(
    '/workspaces/:id',
    {
      config,
      schema: {
        summary: 'Delete a workspace, by id or name, with all its data and files',
        params: WorkspaceParams,
        response: { 204: NoContent },
      },
    },
    async ({ params }, reply) => {
      deleteWorkspace(app.sandbox, findWorkspace(app.sandbox, params.id))
      return reply.code(204).send(null)
    },
  )
}

export default workspaces
