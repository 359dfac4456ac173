import { Type } from '@sinclair/typebox'
import { ClosedObject, ListOf, OneOf, TextUpTo } from '../../contract/resources/primitives.ts'
import { LIMITS } from '../../limits.ts'
import { defineControl } from '../define-control.ts'
import { RESET_PARTS, resetWorkspace } from '../reset/service.ts'
import { ResetDone, Snapshot } from '../states/schema.ts'
import { deleteSnapshot, listSnapshots, restoreSnapshot, takeSnapshot } from './service.ts'

const closed = { additionalProperties: false }
const SnapshotName = TextUpTo(LIMITS.snapshotName, {
  // No control characters, and nothing that an address would swallow.
  pattern: `^(?!\\.{1,2}$)[^\\u0000-\\u001f\\u007f]{1,${LIMITS.snapshotName.max}}$`,
  description: `a name of 1 to ${LIMITS.snapshotName.max} characters, neither . nor ..`,
})
const NameParams = Type.Object({ name: SnapshotName })

/** Setting back, and putting aside: what brings a workspace to a moment that is known. */
export const stateRoutes = [
  defineControl({
    method: 'POST',
    path: '/reset',
    summary: 'Set the workspace, or parts of it, back to how it was created; tokens stay valid',
    body: Type.Object(
      { parts: Type.Optional(ListOf(OneOf(RESET_PARTS), LIMITS.resetParts)) },
      closed,
    ),
    result: ResetDone,
    handle: async ({ sandbox, workspace, body }) => {
      await resetWorkspace(sandbox, workspace, body.parts)
      return { workspace: workspace.id, reset: body.parts ?? RESET_PARTS }
    },
  }),
  defineControl({
    method: 'POST',
    path: '/snapshots',
    summary: 'Put the data of the workspace aside under a name, in place of an earlier one',
    status: 201,
    body: Type.Object({ name: SnapshotName }, closed),
    result: Snapshot,
    handle: ({ sandbox, workspace, body }) => takeSnapshot(sandbox, workspace, body.name),
  }),
  defineControl({
    method: 'GET',
    path: '/snapshots',
    summary: 'List the snapshots of the workspace, the oldest first',
    result: ClosedObject({ snapshots: Type.Array(Snapshot) }),
    handle: ({ sandbox, workspace }) => ({ snapshots: listSnapshots(sandbox, workspace) }),
  }),
  defineControl({
    method: 'POST',
    path: '/snapshots/:name/restore',
    summary: 'Give the workspace the data of a snapshot again; the snapshot stays',
    params: NameParams,
    result: Snapshot,
    handle: ({ sandbox, workspace, params }) => restoreSnapshot(sandbox, workspace, params.name),
  }),
  defineControl({
    method: 'DELETE',
    path: '/snapshots/:name',
    summary: 'Remove a snapshot',
    status: 204,
    params: NameParams,
    handle: async ({ sandbox, workspace, params }) => {
      await deleteSnapshot(sandbox, workspace, params.name)
      return undefined
    },
  }),
]
