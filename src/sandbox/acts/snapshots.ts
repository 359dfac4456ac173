import { namedFiles } from '../../domain/files/named-files.ts'
import { conflict, damaged, noRoom, notFound } from '../problem.ts'
import type { Sandbox } from '../sandbox.ts'
import { isDamage } from '../storage-errors.ts'
import type { Workspace } from '../workspace.ts'

/** A world that was put aside; `sizeBytes` of its database, `takenAtMs` by the workspace's clock. */
export interface Snapshot {
  name: string
  takenAtMs: number
  sizeBytes: number
}

/** How many snapshots a workspace may have. */
const MOST_SNAPSHOTS = 100

/** Puts the world of a workspace aside under a name; one of the same name is replaced. */
export const takeSnapshot = (sandbox: Sandbox, workspace: Workspace, name: string): Snapshot => {
  const { registry, worlds } = sandbox
  const before = registry.findSnapshot(workspace.id, name)
  const { world } = workspace
  const snapshot = {
    name,
    takenAtMs: workspace.clock.now(),
    sizeBytes: sizeOfWorld(workspace),
  }
  mustHaveRoom(sandbox, workspace, snapshot)
  const digests = JSON.stringify(namedFiles(world))
  const imageFile = worlds.keepImage(workspace.worldName, world)
  try {
    registry.putSnapshot({ ...snapshot, workspaceId: workspace.id, imageFile, digests })
  } catch (error) {
    worlds.removeImage(imageFile)
    throw error
  }
  if (before) worlds.removeImage(before.imageFile)
  worlds.expect(imageFile, snapshot.sizeBytes)
  return snapshot
}

/** Refuses one that would be too many, or too large beside those that stay. */
const mustHaveRoom = (sandbox: Sandbox, { id, record }: Workspace, wanted: Snapshot): void => {
  const others = sandbox.registry.listSnapshots(id).filter(({ name }) => name !== wanted.name)
  if (others.length >= MOST_SNAPSHOTS)
    throw conflict(`A workspace has at most ${MOST_SNAPSHOTS} snapshots; remove one first`)
  const { snapshotBytes } = record.quota
  if (snapshotBytes === undefined) return
  const bytes = others.reduce((sum, { sizeBytes }) => sum + sizeBytes, wanted.sizeBytes)
  if (bytes > snapshotBytes)
    throw noRoom(
      `With this one the snapshots would have ${bytes} bytes, ${snapshotBytes} may be; remove one first`,
    )
}

/** The snapshots of a workspace, the oldest first. */
export const listSnapshots = (sandbox: Sandbox, workspace: Workspace): Snapshot[] =>
  sandbox.registry
    .listSnapshots(workspace.id)
    .map(({ name, takenAtMs, sizeBytes }) => ({ name, takenAtMs, sizeBytes }))

/** Gives a workspace the world of a snapshot again, which stays. */
export const restoreSnapshot = (sandbox: Sandbox, workspace: Workspace, name: string): Snapshot => {
  const { imageFile, takenAtMs, sizeBytes } = existing(sandbox, workspace, name)
  try {
    sandbox.exchangeWorld(workspace, sandbox.worlds.create(imageFile))
  } catch (error) {
    throw isDamage(error) ? damaged(`The snapshot "${name}" cannot be read; remove it`) : error
  }
  sandbox.worlds.expect(imageFile, sizeBytes)
  sandbox.sweeper.request()
  return { name, takenAtMs, sizeBytes }
}

/** Removes a snapshot. */
export const deleteSnapshot = (sandbox: Sandbox, workspace: Workspace, name: string): void => {
  const { imageFile } = existing(sandbox, workspace, name)
  sandbox.registry.removeSnapshot(workspace.id, name)
  sandbox.worlds.removeImage(imageFile)
  sandbox.sweeper.request()
}

const existing = (sandbox: Sandbox, workspace: Workspace, name: string) => {
  const found = sandbox.registry.findSnapshot(workspace.id, name)
  if (!found) throw notFound(`There is no snapshot "${name}" of the workspace ${workspace.id}`)
  return found
}

/** The size of the database of a workspace, in bytes. */
export const sizeOfWorld = ({ world }: Workspace): number => {
  const pages = Number(world.sqlite.pragma('page_count', { simple: true }))
  return pages * Number(world.sqlite.pragma('page_size', { simple: true }))
}
