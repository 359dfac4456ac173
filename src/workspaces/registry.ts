import { and, asc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { findAllBy, findBy, insertInto } from '../db/statements.ts'
import { boundNumber, prepared, type Store } from '../db/store.ts'
import { snapshots, workspaces } from '../db/tables/registry.ts'

export type WorkspaceRecord = typeof workspaces.$inferSelect

type SnapshotRow = typeof snapshots.$inferSelect

const workspaceById = findBy(workspaces, workspaces.id)

const pageOfWorkspaces = prepared((store) =>
  store.orm
    .select()
    .from(workspaces)
    .where(
      and(
        gt(workspaces.id, sql.placeholder('after')),
        or(isNull(workspaces.expiresAtMs), gt(workspaces.expiresAtMs, sql.placeholder('nowMs'))),
      ),
    )
    .orderBy(asc(workspaces.id))
    .limit(boundNumber('limit'))
    .prepare(),
)

const snapshotsOf = findAllBy(snapshots, snapshots.workspaceId, snapshots.takenAtMs, snapshots.name)

const insertWorkspace = insertInto(workspaces)

const replaceSnapshot = insertInto(snapshots, { insert: 'REPLACE' })

/** The registry database: all workspaces and their snapshots; `Access` keeps its credentials in it. */
export class Registry {
  readonly store: Store

  constructor(store: Store) {
    this.store = store
  }

  findWorkspace(id: string): WorkspaceRecord | undefined {
    return workspaceById(this.store, id)
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
    this.store.orm.update(workspaces).set(changes).where(eq(workspaces.id, id)).run()
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

  snapshotDigests(): string[] {
    return this.store.values('SELECT DISTINCT value FROM snapshots, json_each(digests)')
  }

  putSnapshot(row: SnapshotRow): void {
    replaceSnapshot(this.store, row)
  }

  removeSnapshot(workspaceId: string, name: string): void {
    this.store.run('DELETE FROM snapshots WHERE workspace_id = ? AND name = ?', workspaceId, name)
  }

  workspaceIds(): string[] {
    return this.store.values('SELECT id FROM workspaces ORDER BY id')
  }

  listWorkspaces(wanted: { after: string; nowMs: number; limit: number }): WorkspaceRecord[] {
    return pageOfWorkspaces(this.store).all(wanted)
  }

  countWorkspaces(nowMs: number): number {
    const query = 'SELECT count(*) FROM workspaces WHERE expires_at_ms IS NULL OR expires_at_ms > ?'
    return this.store.value(query, nowMs) ?? 0
  }

  databaseFiles(): Set<string> {
    const query = 'SELECT database_file FROM workspaces UNION SELECT image_file FROM snapshots'
    return new Set(this.store.values<string>(query))
  }
}
