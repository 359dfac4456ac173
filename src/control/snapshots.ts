import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type Static, Type } from '@sinclair/typebox'
import { PROBLEMS } from '../contract/errors/caller-error.ts'
import { conflict, notFound, Problem } from '../contract/errors/problem.ts'
import { refuse } from '../contract/errors/refusals.ts'
import { isDamage } from '../contract/errors/storage-errors.ts'
import { ClosedObject, TextUpTo } from '../contract/resources/primitives.ts'
import { Amount, Instant, Part, Shape, Text } from '../contract/shapes.ts'
import { namedFiles } from '../domain/files/kept-files.ts'
import { LIMITS } from '../kernel/limits.ts'
import { BlobPin } from '../store/blobs/blob-store.ts'
import type { Sandbox } from '../workspaces/sandbox.ts'
import type { Workspace } from '../workspaces/workspace.ts'
import { answers, creates, removes } from './responses.ts'

const { max } = LIMITS.snapshotName

/** The name of a snapshot in a request; it is part of a path, where `.` and `..` would disappear. */
const SnapshotName = TextUpTo(LIMITS.snapshotName, {
  pattern: `^(?!\\.{1,2}$)[^\\u0000-\\u001f\\u007f]{1,${max}}$`,
  description: `a name of 1 to ${max} characters, without control characters, neither . nor ..`,
})

const params = Type.Object({ name: SnapshotName })

export const Snapshot = Shape('Snapshot', 'A named copy of the data of a workspace', {
  name: Text('Name for restoring it'),
  takenAtMs: Instant('When it was taken'),
  sizeBytes: Amount('Size of its database, bytes'),
})
type Snapshot = Static<typeof Snapshot>

const SnapshotList = Part('The snapshots', {
  snapshots: Type.Array(Snapshot, { description: 'The snapshots, oldest first' }),
})

const snapshots: FastifyPluginAsyncTypebox = async (app) => {
  const { sandbox } = app
  app.post(
    '/snapshots',
    creates('Take a snapshot of the data; it replaces a snapshot of the same name', Snapshot, {
      body: ClosedObject({ name: SnapshotName }),
    }),
    async ({ workspace, body }) => takeSnapshot(sandbox, workspace, body.name),
  )
  app.get(
    '/snapshots',
    answers('List the snapshots, oldest first', SnapshotList),
    async ({ workspace }) => ({
      snapshots: sandbox.registry
        .listSnapshots(workspace.id)
        .map(({ name, takenAtMs, sizeBytes }) => ({ name, takenAtMs, sizeBytes })),
    }),
  )
  app.post(
    '/snapshots/:name/restore',
    answers('Restore the data from a snapshot; the snapshot is kept', Snapshot, { params }),
    async ({ workspace, params }) => restoreSnapshot(sandbox, workspace, params.name),
  )
  app.delete(
    '/snapshots/:name',
    removes('Delete a snapshot', { params }),
    ({ workspace, params }) =>
      // After restores that copy it.
      workspace.databaseQueue.run(async () => {
        const { imageFile } = findSnapshot(sandbox, workspace, params.name)
        sandbox.registry.removeSnapshot(workspace.id, params.name)
        sandbox.databases.remove(imageFile)
        sandbox.sweeper.request()
      }),
  )
}

/**
 * Takes a snapshot of the database of a workspace, replacing one of the same name. A large database is copied while
 * other calls run; the snapshot has its state at `takenAtMs`, when the copy was complete.
 */
export const takeSnapshot = (
  sandbox: Sandbox,
  workspace: Workspace,
  name: string,
): Promise<Snapshot> =>
  workspace.databaseQueue.run(async () => {
    const database = workspace.open()
    const { store } = database
    using _use = database.acquire()
    using pin = new BlobPin(sandbox.files.blobs)
    mustHaveRoom(sandbox, workspace, name, store.sizeBytes)
    const { imageName, seen } = await sandbox.databases.keepImage(store, () => {
      const digests = namedFiles(store)
      for (const digest of digests) pin.hold(digest)
      return { name, takenAtMs: workspace.clock.now(), sizeBytes: store.sizeBytes, digests }
    })
    return keep(sandbox, workspace, imageName, seen)
  })

const keep = (
  sandbox: Sandbox,
  workspace: Workspace,
  imageFile: string,
  { digests, ...snapshot }: Snapshot & { digests: readonly string[] },
): Snapshot => {
  const { registry, databases } = sandbox
  const before = registry.findSnapshot(workspace.id, snapshot.name)
  try {
    if (workspace.isRemoved) throw refuse.unknownWorkspace(workspace.id)
    mustHaveRoom(sandbox, workspace, snapshot.name, snapshot.sizeBytes)
    registry.putSnapshot({ ...snapshot, workspaceId: workspace.id, imageFile, digests })
  } catch (error) {
    databases.remove(imageFile)
    throw error
  }
  if (before) databases.remove(before.imageFile)
  return snapshot
}

/** Refuses a snapshot that exceeds the maximum number or the quota, together with those that stay. */
const mustHaveRoom = (
  sandbox: Sandbox,
  { id, record }: Workspace,
  name: string,
  sizeBytes: number,
): void => {
  const others = sandbox.registry.listSnapshots(id).filter((other) => other.name !== name)
  const { max } = LIMITS.snapshots
  if (others.length >= max)
    throw conflict(`A workspace has at most ${max} snapshots; delete a snapshot first`)
  const { snapshotBytes } = record.quota
  if (snapshotBytes === undefined) return
  const bytes = others.reduce((sum, other) => sum + other.sizeBytes, sizeBytes)
  if (bytes > snapshotBytes)
    throw new Problem(
      PROBLEMS.noRoom,
      `Snapshot quota exceeded: ${bytes} of ${snapshotBytes} bytes${others.length > 0 ? '; delete a snapshot first' : ''}`,
    )
}

const restoreSnapshot = (sandbox: Sandbox, workspace: Workspace, name: string): Promise<Snapshot> =>
  workspace.databaseQueue.run(async () => {
    const { imageFile, takenAtMs, sizeBytes, digests } = findSnapshot(sandbox, workspace, name)
    using pin = new BlobPin(sandbox.files.blobs)
    // The snapshot may be deleted while it is copied.
    for (const digest of digests) pin.hold(digest)
    try {
      const { databases } = sandbox
      const copy = await databases.create(databases.pathOf(imageFile))
      sandbox.exchangeDatabase(workspace, copy)
    } catch (error) {
      throw isDamage(error)
        ? new Problem(PROBLEMS.damagedData, `The snapshot "${name}" cannot be read; delete it`)
        : error
    }
    sandbox.sweeper.request()
    workspace.mark('snapshot-restored', name)
    return { name, takenAtMs, sizeBytes }
  })

const findSnapshot = (sandbox: Sandbox, workspace: Workspace, name: string) => {
  const found = sandbox.registry.findSnapshot(workspace.id, name)
  if (!found) throw notFound(`Workspace ${workspace.id} has no snapshot "${name}"`)
  return found
}

export default snapshots
