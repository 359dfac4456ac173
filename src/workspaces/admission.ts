import { StartError } from '../contract/errors/caller-error.ts'
import { conflict } from '../contract/errors/problem.ts'
import { LIMITS } from '../kernel/limits.ts'
import { formatBytes } from '../kernel/text.ts'
import { hasNoMark } from '../store/db/owner-mark.ts'
import type { NewWorkspace } from './new-workspace.ts'
import type { Registry, WorkspaceRecord } from './registry.ts'

/** Refuses an id that no workspace can have, or one of another node. */
export const mustBeOwnId = (id: string, node: string): void => {
  if (hasNoMark(id)) throw conflict(`${id} is a reserved id; create a new workspace instead`)
  if (!id.startsWith(node)) throw conflict(`${id} is an id of another node; this one is ${node}`)
}

/** Refuses a workspace beyond the maximum of the server, or of the key that creates it. */
export const mustHaveRoom = (
  registry: Registry,
  { keyId, maxOfKey = Infinity, maxBytesOfKey = Infinity }: NewWorkspace,
  { quota }: Pick<WorkspaceRecord, 'quota'>,
  nowMs: number,
): void => {
  const { max } = LIMITS.workspaces
  if (registry.countWorkspaces(nowMs) >= max)
    throw conflict(`The server already has ${max} workspaces, the maximum; delete some first`)
  if (keyId !== undefined && registry.countWorkspaces(nowMs, { keyId }) >= maxOfKey)
    throw conflict(`The key already has ${maxOfKey} workspaces, the maximum; delete some first`)
  if (keyId === undefined || maxBytesOfKey === Infinity) return
  const { databaseBytes = Infinity, fileBytes = Infinity, snapshotBytes = Infinity } = quota
  const bytes = databaseBytes + fileBytes + snapshotBytes
  const reserved = registry.quotaBytesOf(keyId, nowMs)
  if (reserved + bytes > maxBytesOfKey)
    throw conflict(
      `The quotas of the new workspace are ${formatBytes(bytes)} together; the key has ${formatBytes(Math.max(0, maxBytesOfKey - reserved))} left of ${formatBytes(maxBytesOfKey)} for all its workspaces; ask for a smaller quota, or delete workspaces first`,
    )
}

/** Refuses the id of another workspace, and a name that is the name or the id of one. */
export const mustBeFree = (registry: Registry, { id, name }: WorkspaceRecord): void => {
  if (registry.findWorkspace(id)) throw conflict(`Workspace ${id} already exists`)
  if (registry.findWorkspaceId(name) !== undefined)
    throw conflict(`Workspace "${name}" already exists; choose another name`)
}

/** Refuses to start on the data folder of another node. */
export const mustBeOfNode = (
  registry: Registry,
  folder: string,
  { defaultId, node }: { defaultId: string; node: string | undefined },
): void => {
  const id = registry.findForeignId(defaultId, (node ?? '').padEnd(8, 'f'))
  if (id === undefined) return
  const own = node === undefined ? 'SANDBOX_NODE is not set' : `SANDBOX_NODE is ${node}`
  throw new StartError(
    `the data folder ${folder} has workspace ${id}, which belongs to another node; ${own}`,
  )
}
