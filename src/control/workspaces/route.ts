import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { originOf } from '../../http/server-origin.ts'
import { answers, creates, removes, serverWide } from '../responses.ts'
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

/** The workspaces of the server. */
const workspaces: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/workspaces',
    serverWide(creates('Create a workspace', CreatedWorkspace, { body: WorkspaceOptions })),
    async (request) => createWorkspace(app.sandbox, originOf(request), request.body),
  )
  app.get(
    '/workspaces',
    serverWide(answers('List the workspaces', WorkspaceList)),
    async (request) => ({ workspaces: listWorkspaces(app.sandbox, originOf(request)) }),
  )
  app.get(
    '/workspaces/:id',
    serverWide(
      answers('Show a workspace, by id or name, with sizes and counts', WorkspaceDetail, {
        params: WorkspaceParams,
      }),
    ),
    async (request) =>
      showWorkspace(originOf(request), findWorkspace(app.sandbox, request.params.id)),
  )
  app.delete(
    '/workspaces/:id',
    serverWide(
      removes('Delete a workspace, by id or name, with all its data and files', {
        params: WorkspaceParams,
      }),
    ),
    async ({ params }) => deleteWorkspace(app.sandbox, findWorkspace(app.sandbox, params.id)),
  )
}

export default workspaces
