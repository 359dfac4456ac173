import { defaultWorkspaceId, randomWorkspaceId } from '../kernel/ids.ts'
import { hasNoMark } from '../store/db/owner-mark.ts'
import { findAllBy, findBy, insertInto, selectFrom, updateBy } from '../store/db/statements.ts'
import type { Store } from '../store/db/store.ts'
import { snapshots, workspaces } from '../store/db/tables/registry.ts'
import { soundRecord, type WorkspaceRecord } from './sound-record.ts'

export type { WorkspaceRecord } from './sound-record.ts'

type SnapshotRow = typeof snapshots.$inferSelect

const workspaceById = findBy(workspaces, workspaces.id)

/** Name and value of each label that a workspace must have. */
type WantedLabels = readonly (readonly [name: string, value: string])[]

/** Which workspaces are listed: those with all labels, and where a key is named those that it made. */
export interface WantedWorkspaces {
  readonly labels?: WantedLabels
  readonly keyId?: string | null
}

/** Workspaces that have not expired and are wanted. */
const IS_LISTED = `(expires_at_ms IS NULL OR expires_at_ms > :nowMs)
  AND (:keyId IS NULL OR key_id = :keyId)
  AND (:labels = '[]' OR NOT EXISTS (
    SELECT 1 FROM json_each(:labels) AS wanted
    WHERE iif(json_valid(workspaces.labels), json_extract(workspaces.labels, '$."' || (wanted.value ->> 0) || '"'), NULL)
      IS NOT wanted.value ->> 1))`

const pageOfWorkspaces = selectFrom(
  workspaces,
  `WHERE id > :after AND ${IS_LISTED} ORDER BY id LIMIT (:limit + 0)`,
)

const COUNT_LISTED = `SELECT count(*) FROM workspaces WHERE ${IS_LISTED}`

const boundOf = ({ labels = [], keyId = null }: WantedWorkspaces) => ({
  labels: JSON.stringify(labels),
  keyId,
})

const snapshotsOf = findAllBy(snapshots, snapshots.workspaceId, snapshots.takenAtMs, snapshots.name)

const insertWorkspace = insertInto(workspaces)

const updateWorkspace = updateBy(workspaces, workspaces.id)

const replaceSnapshot = insertInto(snapshots, { insert: 'REPLACE' })

const QUOTA_BYTES = `SELECT total(value) FROM workspaces, json_each(quota)
  WHERE key_id = ? AND (expires_at_ms IS NULL OR expires_at_ms > ?)`

/** The registry database: all workspaces and their snapshots; `Access` keeps its credentials in it. */
export class Registry {
  readonly store: Store

  constructor(store: Store) {
    this.store = store
  }

  findWorkspace(id: string): WorkspaceRecord | undefined {
    const row = workspaceById(this.store, id)
    return row && soundRecord(row)
  }

  /** The id of the workspace with this id, or else of the first with this name. */
  findWorkspaceId(wanted: string): string | undefined {
    const query = 'SELECT id FROM workspaces WHERE id = :id OR name = :name ORDER BY id <> :id, id'
    return this.store.value(query, { id: wanted, name: wanted.normalize('NFC') })
  }

  addWorkspace(record: WorkspaceRecord): void {
    insertWorkspace(this.store, record)
  }

  updateWorkspace(id: string, changes: Partial<WorkspaceRecord>): void {
    updateWorkspace(this.store, id, changes)
  }

  keepTimeOfUse(id: string, atMs: number): void {
    this.store.run('UPDATE workspaces SET last_used_at_ms = ? WHERE id = ?', atMs, id)
  }

  /** Removes a workspace with its snapshots; its credentials are removed before. */
  removeWorkspace(id: string): void {
    this.store.run('DELETE FROM snapshots WHERE workspace_id = ?', id)
    this.store.run('DELETE FROM workspaces WHERE id = ?', id)
  }

  findSnapshot(workspaceId: string, name: string): SnapshotRow | undefined {
    return this.listSnapshots(workspaceId).find((snapshot) => snapshot.name === name)
  }

  listSnapshots(workspaceId: string): SnapshotRow[] {
    return snapshotsOf(this.store, workspaceId)
  }

  snapshotBytesOf(workspaceId: string): number {
    const query = 'SELECT total(size_bytes) FROM snapshots WHERE workspace_id = ?'
    return this.store.value<number>(query, workspaceId) ?? 0
  }

  snapshotDigests(): string[] {
    return this.store.values('SELECT DISTINCT value FROM snapshots, json_each(digests)')
  }

  putSnapshot(row: SnapshotRow): void {
    replaceSnapshot(this.store, row)
  }

  removeSnapshot(workspaceId: string, name: string): void {
    this.store.run('DELETE FROM snapshots WHERE workspace_id = ? AND name = ?', workspaceId, name)
  }

  /** An id of a node that no workspace has, and that a database can carry as its mark. */
  freeId(node?: string): string {
    for (;;) {
      const id = randomWorkspaceId(node)
      const isReserved = id === defaultWorkspaceId(node) || hasNoMark(id)
      if (!isReserved && !this.findWorkspace(id)) return id
    }
  }

  workspaceIds(): string[] {
    return this.store.values('SELECT id FROM workspaces ORDER BY id')
  }

  /** A workspace with an id outside of a range, whose first id is that of its default workspace; or any, when that one is missing. */
  findForeignId(first: string, last: string): string | undefined {
    const query = `SELECT id FROM workspaces WHERE id NOT BETWEEN :first AND :last
      OR NOT EXISTS (SELECT 1 FROM workspaces WHERE id = :first) LIMIT 1`
    return this.store.value(query, { first, last })
  }

  listWorkspaces(
    page: { after: string; nowMs: number; limit: number },
    wanted: WantedWorkspaces,
  ): WorkspaceRecord[] {
    const rows = pageOfWorkspaces(this.store, { ...page, ...boundOf(wanted) })
    return rows.map(soundRecord)
  }

  countWorkspaces(nowMs: number, wanted: WantedWorkspaces = {}): number {
    return this.store.value(COUNT_LISTED, { nowMs, ...boundOf(wanted) }) ?? 0
  }

  /** The sum of the quotas of the workspaces that a key has made, bytes. */
  quotaBytesOf(keyId: string, nowMs: number): number {
    return this.store.value<number>(QUOTA_BYTES, keyId, nowMs) ?? 0
  }

  /** The number of stored workspaces, including expired ones. */
  get size(): number {
    return this.store.value('SELECT count(*) FROM workspaces') ?? 0
  }

  /** Each workspace with its database, by id. */
  workspaceFiles(): Pick<WorkspaceRecord, 'id' | 'name' | 'databaseFile'>[] {
    return this.store.all('SELECT id, name, database_file AS databaseFile FROM workspaces')
  }

  /** The files of all databases and snapshots. */
  databaseFiles(): Set<string> {
    const query = 'SELECT database_file FROM workspaces UNION SELECT image_file FROM snapshots'
    return new Set(this.store.values<string>(query))
  }
}
