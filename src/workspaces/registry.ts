import type { ChosenVariants } from '../contract/assumptions/index.ts'
import { columnName } from '../db/sql.ts'
import { insertInto, selectFrom } from '../db/statements.ts'
import type { Store } from '../db/store.ts'
import { snapshots, workspaces } from '../db/tables/registry.ts'
import type { WorkspaceRecord } from './workspace.ts'

type WorkspaceRow = typeof workspaces.$inferSelect
type SnapshotRow = typeof snapshots.$inferSelect

type WorkspaceChanges = Partial<
  Pick<WorkspaceRecord, 'clock' | 'starts' | 'variantChoices' | 'variation'> &
    Pick<WorkspaceRow, 'databaseFile'>
>

const FIND_SNAPSHOT = `${selectFrom(snapshots)} WHERE workspace_id = ?`

const insertWorkspace = insertInto(workspaces)

const replaceSnapshot = insertInto(snapshots, { insert: 'REPLACE' })

/** The registry database: all workspaces and their snapshots; `Access` keeps its credentials in it. */
export class Registry {
  readonly store: Store

  constructor(store: Store) {
    this.store = store
  }

  findWorkspace(id: string): { record: WorkspaceRecord; databaseFile: string } | undefined {
    const row = this.store.get<WorkspaceRow>(`${selectFrom(workspaces)} WHERE id = ?`, id)
    if (!row) return undefined
    const { databaseFile, ...record } = row
    const initialVariants: ChosenVariants = JSON.parse(row.variants)
    const variantChoices: ChosenVariants = JSON.parse(row.variantChoices)
    return {
      record: {
        ...record,
        clock: JSON.parse(row.clock),
        initialClock: JSON.parse(row.initialClock),
        variants: { ...initialVariants, ...variantChoices },
        initialVariants,
        variantChoices,
        quota: JSON.parse(row.quota),
      },
      databaseFile,
    }
  }

  /** The id of the workspace with this id, or else of the first with this name. */
  findWorkspaceId(wanted: string): string | undefined {
    return this.store.get<{ id: string }>(
      'SELECT id FROM workspaces WHERE id = :id OR name = :name ORDER BY id <> :id, id',
      { id: wanted, name: wanted.normalize('NFC') },
    )?.id
  }

  addWorkspace({ initialVariants, ...record }: WorkspaceRecord, databaseFile: string): void {
    const row = { ...record, variants: initialVariants, databaseFile }
    const values = Object.entries(row).map(([key, value]) => [key, columnValue(value)])
    insertWorkspace(this.store, Object.fromEntries(values))
  }

  updateWorkspace(id: string, changes: WorkspaceChanges): void {
    const columns = Object.keys(changes).map((key) => `${columnName(key)} = ?`)
    const values = Object.values(changes).map((value) => columnValue(value))
    this.store.run(`UPDATE workspaces SET ${columns.join(', ')} WHERE id = ?`, ...values, id)
  }

  /** Removes a workspace with its snapshots; its credentials are removed before. */
  removeWorkspace(id: string): void {
    this.store.run('DELETE FROM snapshots WHERE workspace_id = ?', id)
    this.store.run('DELETE FROM workspaces WHERE id = ?', id)
  }

  findSnapshot(workspaceId: string, name: string): SnapshotRow | undefined {
    return this.store.get(`${FIND_SNAPSHOT} AND name = ?`, workspaceId, name)
  }

  listSnapshots(workspaceId: string): SnapshotRow[] {
    return this.store.all(`${FIND_SNAPSHOT} ORDER BY taken_at_ms, name`, workspaceId)
  }

  /** The digest of every file that a snapshot names. */
  snapshotDigests(): string[] {
    const rows = this.store.all<SnapshotRow>('SELECT digests FROM snapshots')
    return rows.flatMap(({ digests }): string[] => JSON.parse(digests))
  }

  putSnapshot(row: SnapshotRow): void {
    replaceSnapshot(this.store, row)
  }

  removeSnapshot(workspaceId: string, name: string): void {
    this.store.run('DELETE FROM snapshots WHERE workspace_id = ? AND name = ?', workspaceId, name)
  }

  workspaceIds(): string[] {
    const rows = this.store.all<WorkspaceRow>('SELECT id FROM workspaces ORDER BY id')
    return rows.map(({ id }) => id)
  }

  countWorkspaces(nowMs: number): number {
    return (
      this.store.value<number>(
        'SELECT count(*) AS count FROM workspaces WHERE expires_at_ms IS NULL OR expires_at_ms > ?',
        nowMs,
      ) ?? 0
    )
  }

  /** The names of all databases and images that belong to a workspace or snapshot. */
  databaseFiles(): Set<string> {
    const rows = this.store.all<{ file: string }>(
      'SELECT database_file AS file FROM workspaces UNION SELECT image_file FROM snapshots',
    )
    return new Set(rows.map(({ file }) => file))
  }
}

/** A value as its column has it: an object is JSON text. */
const columnValue = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : value
