import type Database from 'better-sqlite3'
import { getTableColumns, getTableName, type Table } from 'drizzle-orm'
import type { ChosenVariants } from '../contract/assumptions/index.ts'
import { columnName } from '../db/sql.ts'
import type { Store } from '../db/store.ts'
import { clients, portalApps, snapshots, tokens, workspaces } from '../db/tables/registry.ts'
import type { ClockSetting } from '../kernel/clock.ts'
import { LIMITS } from '../limits.ts'
import type { WorkspaceRecord } from './workspace.ts'

type WorkspaceRow = typeof workspaces.$inferSelect
type TokenRow = typeof tokens.$inferSelect
type ClientRow = typeof clients.$inferSelect
type SnapshotRow = typeof snapshots.$inferSelect
type PortalAppRow = typeof portalApps.$inferSelect

/** `SELECT` with all columns of a table, by their keys. */
const selectFrom = (table: Table): string => {
  const keys = Object.keys(getTableColumns(table))
  const columns = keys.map((key) => `${columnName(key)} AS ${key}`)
  return `SELECT ${columns.join(', ')} FROM ${getTableName(table)}`
}

/** What follows `INSERT` for a row of a table. */
const into = (table: Table): string => {
  const keys = Object.keys(getTableColumns(table))
  const values = keys.map((key) => `:${key}`)
  return `INTO ${getTableName(table)} (${keys.map(columnName).join(', ')}) VALUES (${values.join(', ')})`
}

const FIND = {
  workspace: `${selectFrom(workspaces)} WHERE id = ?`,
  token: `${selectFrom(tokens)} WHERE token = ? AND kind = ?`,
  client: `${selectFrom(clients)} WHERE client_id = ?`,
  clientOf: `${selectFrom(clients)} WHERE workspace_id = ? ORDER BY client_id`,
  portalApp: `${selectFrom(portalApps)} WHERE app_key = ?`,
  portalAppOf: `${selectFrom(portalApps)} WHERE workspace_id = ? ORDER BY app_key`,
  snapshot: `${selectFrom(snapshots)} WHERE workspace_id = ? AND name = ?`,
  snapshots: `${selectFrom(snapshots)} WHERE workspace_id = ? ORDER BY taken_at_ms, name`,
}

const INSERT = {
  workspace: `INSERT ${into(workspaces)}`,
  token: `INSERT OR IGNORE ${into(tokens)}`,
  client: `REPLACE ${into(clients)}`,
  portalApp: `REPLACE ${into(portalApps)}`,
  snapshot: `REPLACE ${into(snapshots)}`,
}

const MAX_RECENT_TOKENS = 10_000

/** The registry database: all workspaces and every credential. */
export class Registry {
  readonly #store: Store
  readonly #statements = new Map<string, Database.Statement<unknown[], unknown>>()
  /** Cache of tokens, since every call looks one up; only this process writes the registry, so rows stay valid. */
  readonly #recentTokens = new Map<string, TokenRow>()

  constructor(store: Store) {
    this.#store = store
  }

  /** Runs changes that are kept as a whole or not at all. */
  transaction<T>(work: () => T): T {
    return this.#store.transaction(work)
  }

  close(): void {
    this.#store.close()
  }

  findWorkspace(id: string): { record: WorkspaceRecord; databaseFile: string } | undefined {
    const row = this.#get<WorkspaceRow>(FIND.workspace, id)
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
    return this.#get<{ id: string }>(
      'SELECT id FROM workspaces WHERE id = :id OR name = :name ORDER BY id <> :id, id',
      { id: wanted, name: wanted.normalize('NFC') },
    )?.id
  }

  addWorkspace(record: WorkspaceRecord, databaseFile: string): void {
    const { initialVariants, ...row } = record
    this.#run(INSERT.workspace, {
      ...row,
      clock: JSON.stringify(record.clock),
      initialClock: JSON.stringify(record.initialClock),
      variants: JSON.stringify(initialVariants),
      variantChoices: JSON.stringify(record.variantChoices),
      quota: JSON.stringify(record.quota),
      databaseFile,
    })
  }

  /** Restarts the trace ids of a workspace. */
  rewind(id: string): void {
    this.#run('UPDATE workspaces SET starts = 0 WHERE id = ?', id)
  }

  countStart(id: string): void {
    this.#run('UPDATE workspaces SET starts = starts + 1 WHERE id = ?', id)
  }

  /** Sets the database of a workspace. */
  setDatabase(id: string, databaseFile: string): void {
    this.#run('UPDATE workspaces SET database_file = ? WHERE id = ?', databaseFile, id)
  }

  setClock(id: string, clock: ClockSetting): void {
    this.#run('UPDATE workspaces SET clock = ? WHERE id = ?', JSON.stringify(clock), id)
  }

  setVariantChoices(id: string, choices: ChosenVariants): void {
    this.#run('UPDATE workspaces SET variant_choices = ? WHERE id = ?', JSON.stringify(choices), id)
  }

  setVariation(id: string, variation: string): void {
    this.#run('UPDATE workspaces SET variation = ? WHERE id = ?', variation, id)
  }

  /** Removes a workspace with everything that belongs to it. */
  removeWorkspace(id: string): void {
    this.#recentTokens.clear()
    for (const table of ['snapshots', 'tokens', 'clients', 'portal_apps'])
      this.#run(`DELETE FROM ${table} WHERE workspace_id = ?`, id)
    this.#run('DELETE FROM workspaces WHERE id = ?', id)
  }

  findSnapshot(workspaceId: string, name: string): SnapshotRow | undefined {
    return this.#get(FIND.snapshot, workspaceId, name)
  }

  listSnapshots(workspaceId: string): SnapshotRow[] {
    return this.#all(FIND.snapshots, workspaceId)
  }

  /** Every file that a snapshot names, as lists of digests in JSON text. */
  snapshotDigests(): string[] {
    return this.#all<SnapshotRow>('SELECT digests FROM snapshots').map(({ digests }) => digests)
  }

  /** Keeps a snapshot; one of the same name is replaced. */
  putSnapshot(row: SnapshotRow): void {
    this.#run(INSERT.snapshot, row)
  }

  removeSnapshot(workspaceId: string, name: string): void {
    this.#run('DELETE FROM snapshots WHERE workspace_id = ? AND name = ?', workspaceId, name)
  }

  workspaceIds(): string[] {
    return this.#all<{ id: string }>('SELECT id FROM workspaces ORDER BY id').map(({ id }) => id)
  }

  /** The number of workspaces that have not expired. */
  countWorkspaces(nowMs: number): number {
    return this.#count(
      'SELECT count(*) AS count FROM workspaces WHERE expires_at_ms IS NULL OR expires_at_ms > ?',
      nowMs,
    )
  }

  /** The names of all databases and images that belong to a workspace or snapshot. */
  databaseFiles(): Set<string> {
    const rows = this.#all<{ file: string }>(
      'SELECT database_file AS file FROM workspaces UNION SELECT image_file FROM snapshots',
    )
    return new Set(rows.map(({ file }) => file))
  }

  findToken(token: string, kind: TokenRow['kind']): TokenRow | undefined {
    const kept = this.#recentTokens.get(token)
    if (kept?.kind === kind) return kept
    const found = this.#get<TokenRow>(FIND.token, token, kind)
    if (found && this.#recentTokens.size < MAX_RECENT_TOKENS)
      this.#recentTokens.set(found.token, found)
    return found
  }

  /** Stores a token; beyond the maximum of its client and kind, or of all, the oldest expiring one is removed. */
  addToken(row: Omit<TokenRow, 'number'>): void {
    this.#recentTokens.clear()
    const { clientId, kind, expiresAtMs } = row
    const last = this.#get<{ number: number | null }>(
      'SELECT max(number) AS number FROM tokens WHERE client_id = ? AND kind = ?',
      clientId,
      kind,
    )
    const number = expiresAtMs === null ? 0 : (last?.number ?? 0) + 1
    const { lastInsertRowid } = this.#run(INSERT.token, { ...row, number })
    const upTo = number - LIMITS.tokens.max
    if (upTo > 0)
      this.#run(
        'DELETE FROM tokens WHERE client_id = ? AND kind = ? AND number BETWEEN 1 AND ?',
        clientId,
        kind,
        upTo,
      )
    this.#run(
      'DELETE FROM tokens WHERE rowid <= ? AND expires_at_ms IS NOT NULL',
      Number(lastInsertRowid) - LIMITS.allTokens.max,
    )
  }

  removeToken(token: string): void {
    this.#recentTokens.clear()
    this.#run('DELETE FROM tokens WHERE token = ?', token)
  }

  removeExpiredTokens(workspaceId: string, beforeMs: number): void {
    this.#recentTokens.clear()
    this.#run(
      'DELETE FROM tokens WHERE workspace_id = ? AND expires_at_ms < ?',
      workspaceId,
      beforeMs,
    )
  }

  /** The number of tokens of a workspace that expire in a span. */
  countTokensExpiring(workspaceId: string, span: { afterMs: number; untilMs: number }): number {
    return this.#count(
      `SELECT count(*) AS count FROM tokens
       WHERE workspace_id = ? AND expires_at_ms > ? AND expires_at_ms <= ?`,
      workspaceId,
      span.afterMs,
      span.untilMs,
    )
  }

  findClient(clientId: string): ClientRow | undefined {
    return this.#get(FIND.client, clientId)
  }

  findClientOf(workspaceId: string): ClientRow | undefined {
    return this.#get(FIND.clientOf, workspaceId)
  }

  addClient(row: ClientRow): void {
    this.#run(INSERT.client, row)
  }

  findPortalApp(appKey: string): PortalAppRow | undefined {
    return this.#get(FIND.portalApp, appKey)
  }

  findPortalAppOf(workspaceId: string): PortalAppRow | undefined {
    return this.#get(FIND.portalAppOf, workspaceId)
  }

  addPortalApp(row: PortalAppRow): void {
    this.#run(INSERT.portalApp, row)
  }

  findPermanentToken(workspaceId: string): string | undefined {
    return this.#get<TokenRow>(
      `SELECT token FROM tokens
       WHERE workspace_id = ? AND kind = 'access' AND expires_at_ms IS NULL ORDER BY token`,
      workspaceId,
    )?.token
  }

  /** Removes every client and portal app of a workspace but these, with all tokens that were not issued for this id and key. */
  keepOnly(
    workspaceId: string,
    kept: { clientId: string; clientKey: string; appKey: string },
  ): void {
    const isSameKey = this.findClient(kept.clientId)?.clientKey === kept.clientKey
    this.#recentTokens.clear()
    this.#run(
      'DELETE FROM tokens WHERE workspace_id = ? AND (expires_at_ms IS NULL OR client_id IS NOT ?)',
      workspaceId,
      isSameKey ? kept.clientId : null,
    )
    for (const [table, key, id] of [
      ['clients', 'client_id', kept.clientId],
      ['portal_apps', 'app_key', kept.appKey],
    ])
      this.#run(`DELETE FROM ${table} WHERE workspace_id = ? AND ${key} <> ?`, workspaceId, id)
  }

  #get<Row>(text: string, ...values: unknown[]): Row | undefined {
    return this.#prepare(text).get(...values) as Row | undefined
  }

  #all<Row>(text: string, ...values: unknown[]): Row[] {
    return this.#prepare(text).all(...values) as Row[]
  }

  #run(text: string, ...values: unknown[]): Database.RunResult {
    return this.#prepare(text).run(...values)
  }

  #count(text: string, ...values: unknown[]): number {
    return this.#get<{ count: number }>(text, ...values)?.count ?? 0
  }

  /** A statement is prepared once. */
  #prepare(text: string): Database.Statement<unknown[], unknown> {
    const known = this.#statements.get(text)
    if (known) return known
    const made = this.#store.sqlite.prepare<unknown[], unknown>(text)
    this.#statements.set(text, made)
    return made
  }
}
