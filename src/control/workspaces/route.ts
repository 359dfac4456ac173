import { Type } from '@sinclair/typebox'
import {
  ClosedObject,
  Count,
  MapOf,
  OneOf,
  Text,
  TextUpTo,
} from '../../contract/resources/primitives.ts'
import { notFound } from '../../errors/problem.ts'
import { LIMITS } from '../../limits.ts'
import type { Sandbox } from '../../workspaces/sandbox.ts'
import { clockSetting, variantsOf } from '../clock/clock-setting.ts'
import { SettableInstant } from '../clock/schema.ts'
import { defineControl } from '../define-control.ts'
import { CreatedWorkspace, WorkspaceDetail, WorkspaceSummary } from './schema.ts'
import { createWorkspace, deleteWorkspace, listWorkspaces, showWorkspace } from './service.ts'

const closed = { additionalProperties: false }

/** The body of `POST /_sandbox/workspaces`. */
const NewWorkspaceBody = Type.Object(
  {
    name: Type.Optional(
      TextUpTo(LIMITS.workspaceName, {
        pattern: `^[\\w.@:/ -]{1,${LIMITS.workspaceName.max}}$`,
        description: `a name of at most ${LIMITS.workspaceName.max} letters, digits and ._-@:/`,
      }),
    ),
    seed: Type.Optional(TextUpTo(LIMITS.seedName, { minLength: 1 })),
    ttlMs: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMITS.workspaceMs.max })),
    clock: Type.Optional(
      Type.Object(
        { mode: OneOf(['real', 'offset', 'frozen']), now: Type.Optional(SettableInstant) },
        closed,
      ),
    ),
    assume: Type.Optional(MapOf(Text, LIMITS.freeKeys)),
    quota: Type.Optional(
      Type.Object(
        {
          databaseBytes: Type.Optional(Count),
          fileBytes: Type.Optional(Count),
          snapshotBytes: Type.Optional(Count),
        },
        closed,
      ),
    ),
  },
  closed,
)

const IdParams = Type.Object({ id: Text })

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
    body: NewWorkspaceBody,
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
    result: ClosedObject({ workspaces: Type.Array(WorkspaceSummary) }),
    handle: ({ sandbox, origin }) => ({ workspaces: listWorkspaces(sandbox, origin) }),
  }),
  defineControl({
    method: 'GET',
    path: '/workspaces/:id',
    summary: 'Show a workspace, by id or name, with the size and the counts of what is in it',
    scope: 'server',
    params: IdParams,
    result: WorkspaceDetail,
    handle: ({ sandbox, params, origin }) => showWorkspace(origin, named(sandbox, params.id)),
  }),
  defineControl({
    method: 'DELETE',
    path: '/workspaces/:id',
    summary: 'Delete a workspace, by id or name, with everything in it',
    scope: 'server',
    status: 204,
    params: IdParams,
    handle: ({ sandbox, params }) => {
      deleteWorkspace(sandbox, named(sandbox, params.id))
      return undefined
    },
  }),
]
