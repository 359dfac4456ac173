import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { answers, creates, removes } from '../responses.ts'
import { NewSnapshot, Snapshot, SnapshotList, SnapshotParams } from './schema.ts'
import { deleteSnapshot, listSnapshots, restoreSnapshot, takeSnapshot } from './service.ts'

/** The snapshots of a workspace. */
const snapshots: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/snapshots',
    creates('Take a snapshot of the data, replacing one of the same name', Snapshot, {
      body: NewSnapshot,
    }),
    async ({ workspace, body }) => takeSnapshot(app.sandbox, workspace, body.name),
  )
  app.get(
    '/snapshots',
    answers('List the snapshots, oldest first', SnapshotList),
    async ({ workspace }) => ({ snapshots: listSnapshots(app.sandbox, workspace) }),
  )
  app.post(
    '/snapshots/:name/restore',
    answers('Restore the data from a snapshot, which stays', Snapshot, { params: SnapshotParams }),
    async ({ workspace, params }) => restoreSnapshot(app.sandbox, workspace, params.name),
  )
  app.delete(
    '/snapshots/:name',
    removes('Delete a snapshot', { params: SnapshotParams }),
    async ({ workspace, params }) => deleteSnapshot(app.sandbox, workspace, params.name),
  )
}

export default snapshots
