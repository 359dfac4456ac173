import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { NoContent } from '../responses.ts'
import { NewSnapshot, Snapshot, SnapshotList, SnapshotParams } from './schema.ts'
import { deleteSnapshot, listSnapshots, restoreSnapshot, takeSnapshot } from './service.ts'

/** The snapshots of a workspace. */
const snapshots: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/snapshots',
    {
      schema: {
        summary: 'Take a snapshot of the data, replacing one of the same name',
        body: NewSnapshot,
        response: { 201: Snapshot },
      },
    },
    async ({ workspace, body }, reply) =>
      reply.code(201).send(await takeSnapshot(app.sandbox, workspace, body.name)),
  )
  app.get(
    '/snapshots',
    { schema: { summary: 'List the snapshots, oldest first', response: { 200: SnapshotList } } },
    async ({ workspace }) => ({ snapshots: listSnapshots(app.sandbox, workspace) }),
  )
  app.post(
    '/snapshots/:name/restore',
    {
      schema: {
        summary: 'Restore the data from a snapshot, which stays',
        params: SnapshotParams,
        response: { 200: Snapshot },
      },
    },
    async ({ workspace, params }) => restoreSnapshot(app.sandbox, workspace, params.name),
  )
  app.delete(
    '/snapshots/:name',
    {
      schema: {
        summary: 'Delete a snapshot',
        params: SnapshotParams,
        response: { 204: NoContent },
      },
    },
    async ({ workspace, params }, reply) => {
      await deleteSnapshot(app.sandbox, workspace, params.name)
      return reply.code(204).send(null)
    },
  )
}

export default snapshots
