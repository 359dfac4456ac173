import { defineControl } from '../define-control.ts'
import { RESET_PARTS, ResetDone, WantedReset } from '../reset/schema.ts'
import { resetWorkspace } from '../reset/service.ts'
import { NewSnapshot, Snapshot, SnapshotList, SnapshotParams } from './schema.ts'
import { deleteSnapshot, listSnapshots, restoreSnapshot, takeSnapshot } from './service.ts'

/** Setting back, and putting aside: what brings a workspace to a moment that is known. */
export const stateRoutes = [
  defineControl({
    method: 'POST',
    path: '/reset',
    summary: 'Set the workspace, or parts of it, back to how it was created; tokens stay valid',
    body: WantedReset,
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
    body: NewSnapshot,
    result: Snapshot,
    handle: ({ sandbox, workspace, body }) => takeSnapshot(sandbox, workspace, body.name),
  }),
  defineControl({
    method: 'GET',
    path: '/snapshots',
    summary: 'List the snapshots of the workspace, the oldest first',
    result: SnapshotList,
    handle: ({ sandbox, workspace }) => ({ snapshots: listSnapshots(sandbox, workspace) }),
  }),
  defineControl({
    method: 'POST',
    path: '/snapshots/:name/restore',
    summary: 'Give the workspace the data of a snapshot again; the snapshot stays',
    params: SnapshotParams,
    result: Snapshot,
    handle: ({ sandbox, workspace, params }) => restoreSnapshot(sandbox, workspace, params.name),
  }),
  defineControl({
    method: 'DELETE',
    path: '/snapshots/:name',
    summary: 'Remove a snapshot',
    status: 204,
    params: SnapshotParams,
    handle: async ({ sandbox, workspace, params }) => {
      await deleteSnapshot(sandbox, workspace, params.name)
      return undefined
    },
  }),
]
