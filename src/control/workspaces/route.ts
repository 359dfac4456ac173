import { notFound } from '../../errors/problem.ts'
import type { Sandbox } from '../../workspaces/sandbox.ts'
import { clockSetting, variantsOf } from '../clock/clock-setting.ts'
import { defineControl } from '../define-control.ts'
import {
  CreatedWorkspace,
  WorkspaceDetail,
  WorkspaceList,
  WorkspaceOptions,
  WorkspaceParams,
} from './schema.ts'
import { createWorkspace, deleteWorkspace, listWorkspaces, showWorkspace } from './service.ts'

const named = (sandbox: Sandbox, id: string) => {
  const found = sandbox.findByIdOrName(id)
  if (!found) throw notFound(`There is no workspace "${id}"`)
  return found
}

/** Creating, listing, showing and deleting workspaces. */
export const workspaceRoutes = [
  defineControl({
    method: 'POST',
    path: '/workspaces',
    summary: 'Create a workspace with a database of its own',
    scope: 'server',
    status: 201,
    body: WorkspaceOptions,
    result: CreatedWorkspace,
    handle: ({ sandbox, body: { name, seed, ttlMs, clock, assume, quota }, origin }) =>
      createWorkspace(sandbox, origin, {
        ...(name !== undefined && { name }),
        ...(seed !== undefined && { seed }),
        ...(ttlMs !== undefined && { ttlMs }),
        ...(clock && { clock: clockSetting(sandbox, clock) }),
        ...(assume && { variants: variantsOf(sandbox, assume) }),
        ...(quota && { quota }),
      }),
  }),
  defineControl({
    method: 'GET',
    path: '/workspaces',
    summary: 'List the workspaces',
    scope: 'server',
    result: WorkspaceList,
    handle: ({ sandbox, origin }) => ({ workspaces: listWorkspaces(sandbox, origin) }),
  }),
  defineControl({
    method: 'GET',
    path: '/workspaces/:id',
    summary: 'Show a workspace, by id or name, with the size and the counts of what is in it',
    scope: 'server',
    params: WorkspaceParams,
    result: WorkspaceDetail,
    handle: ({ sandbox, params, origin }) => showWorkspace(origin, named(sandbox, params.id)),
  }),
  defineControl({
    method: 'DELETE',
    path: '/workspaces/:id',
    summary: 'Delete a workspace, by id or name, with everything in it',
    scope: 'server',
    status: 204,
    params: WorkspaceParams,
    handle: ({ sandbox, params }) => {
      deleteWorkspace(sandbox, named(sandbox, params.id))
      return undefined
    },
  }),
]
