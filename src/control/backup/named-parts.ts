import Database from 'better-sqlite3'
import { Store } from '../../store/db/store.ts'

/** Opens a database of a backup and reads it by its store. */
export const readDatabase = <T>(path: string, read: (store: Store) => T): T => {
  const store = new Store(new Database(path, { readonly: true }))
  try {
    return read(store)
  } finally {
    store.close()
  }
}

/** Whose a database of a backup is. */
export interface DatabaseOwner {
  readonly name: string
  readonly workspaceId: string
  readonly workspaceName: string
  /** The name of the snapshot; null for the present data of the workspace. */
  readonly snapshot: string | null
}

const OWNERS = `SELECT database_file AS name, id AS workspaceId, name AS workspaceName, NULL AS snapshot FROM workspaces
  UNION ALL SELECT image_file, workspace_id, workspaces.name, snapshots.name
    FROM snapshots JOIN workspaces ON workspaces.id = workspace_id`

/** The databases that a registry names, by their names. */
export const readOwners = (registryPath: string): ReadonlyMap<string, DatabaseOwner> =>
  readDatabase(
    registryPath,
    (store) => new Map(store.all<DatabaseOwner>(OWNERS).map((owner) => [owner.name, owner])),
  )

/** A database as people know it: `workspace team-a`, `snapshot first of workspace team-a`. */
export const describeOwner = (owner: DatabaseOwner | undefined): string => {
  if (!owner) return 'an unknown workspace'
  const workspace = `workspace ${owner.workspaceName} (${owner.workspaceId})`
  return owner.snapshot === null ? workspace : `snapshot "${owner.snapshot}" of ${workspace}`
}
