import { and, count, eq, gt, isNotNull, isNull, lt, lte, ne, or, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { ChosenVariants } from '../contract/assumptions/index.ts'
import { placeholdersFor } from '../db/sql.ts'
import { prepared, type Store } from '../db/store.ts'
import { clients, portalApps, snapshots, tokens, workspaces } from '../db/tables/registry.ts'
import type { ClockSetting } from '../kernel/clock.ts'
import { LIMITS } from '../limits.ts'
import type { WorkspaceRecord } from './workspace.ts'

type TokenRow = typeof tokens.$inferSelect
type ClientRow = typeof clients.$inferSelect
type SnapshotRow = typeof snapshots.$inferSelect
type PortalAppRow = typeof portalApps.$inferSelect

/** Whether a column has the value of the placeholder that is named like it. */
const is = (column: SQLiteColumn) => eq(column, sql.placeholder(column.name))

const workspaceById = prepared((store) =>
  store.orm.select().from(workspaces).where(is(workspaces.id)).prepare(),
)

const tokenByText = prepared((store) =>
  store.orm
    .select()
    .from(tokens)
    .where(and(is(tokens.token), is(tokens.kind)))
    .prepare(),
)

const insertToken = prepared((store) =>
  store.orm.insert(tokens).values(placeholdersFor(tokens)).onConflictDoNothing().prepare(),
)

const ofClient = and(is(tokens.clientId), is(tokens.kind))

const lastNumber = prepared((store) =>
  store.orm
    .select({ number: sql<number | null>`max(${tokens.number})` })
    .from(tokens)
    .where(ofClient)
    .prepare(),
)

const deleteOldest = prepared((store) =>
  store.orm
    .delete(tokens)
    .where(and(ofClient, gt(tokens.number, 0), lte(tokens.number, sql.placeholder('upTo'))))
    .prepare(),
)

const deleteOldestOfAll = prepared((store) =>
  store.sqlite.prepare<[number]>(
    'DELETE FROM tokens WHERE rowid <= ? AND expires_at_ms IS NOT NULL',
  ),
)

const deleteToken = prepared((store) => store.orm.delete(tokens).where(is(tokens.token)).prepare())

const deleteExpired = prepared((store) =>
  store.orm
    .delete(tokens)
    .where(
      and(
        is(tokens.workspaceId),
        isNotNull(tokens.expiresAtMs),
        lt(tokens.expiresAtMs, sql.placeholder('beforeMs')),
      ),
    )
    .prepare(),
)

const expiringTokens = prepared((store) =>
  store.orm
    .select({ count: sql<number>`count(*)` })
    .from(tokens)
    .where(
      and(
        is(tokens.workspaceId),
        gt(tokens.expiresAtMs, sql.placeholder('afterMs')),
        lte(tokens.expiresAtMs, sql.placeholder('untilMs')),
      ),
    )
    .prepare(),
)

const clientById = prepared((store) =>
  store.orm.select().from(clients).where(is(clients.clientId)).prepare(),
)

const clientOf = prepared((store) =>
  store.orm
    .select()
    .from(clients)
    .where(is(clients.workspaceId))
    .orderBy(clients.clientId)
    .prepare(),
)

const portalAppByKey = prepared((store) =>
  store.orm.select().from(portalApps).where(is(portalApps.appKey)).prepare(),
)

const portalAppOf = prepared((store) =>
  store.orm
    .select()
    .from(portalApps)
    .where(is(portalApps.workspaceId))
    .orderBy(portalApps.appKey)
    .prepare(),
)

const permanentTokenOf = prepared((store) =>
  store.orm
    .select({ token: tokens.token })
    .from(tokens)
    .where(
      and(is(tokens.workspaceId), eq(tokens.kind, 'access'), sql`${tokens.expiresAtMs} IS NULL`),
    )
    .orderBy(tokens.token)
    .prepare(),
)

const insertWorkspace = prepared((store) =>
  store.orm.insert(workspaces).values(placeholdersFor(workspaces)).prepare(),
)

const update = (key: 'databaseFile' | 'starts' | 'clock' | 'variantChoices' | 'variation') =>
  prepared((store) =>
    store.orm
      .update(workspaces)
      .set({ [key]: sql`${sql.placeholder(key)}` })
      .where(is(workspaces.id))
      .prepare(),
  )

const updates = {
  databaseFile: update('databaseFile'),
  starts: update('starts'),
  clock: update('clock'),
  variantChoices: update('variantChoices'),
  variation: update('variation'),
}

const upsertClient = prepared((store) =>
  store.orm
    .insert(clients)
    .values(placeholdersFor(clients))
    .onConflictDoUpdate({
      target: clients.clientId,
      set: { clientKey: sql`excluded.client_key`, workspaceId: sql`excluded.workspace_id` },
    })
    .prepare(),
)

const upsertPortalApp = prepared((store) =>
  store.orm
    .insert(portalApps)
    .values(placeholdersFor(portalApps))
    .onConflictDoUpdate({
      target: portalApps.appKey,
      set: { appSecret: sql`excluded.app_secret`, workspaceId: sql`excluded.workspace_id` },
    })
    .prepare(),
)

const ofSnapshot = and(is(snapshots.workspaceId), is(snapshots.name))

const snapshotByName = prepared((store) =>
  store.orm.select().from(snapshots).where(ofSnapshot).prepare(),
)

const snapshotsOf = prepared((store) =>
  store.orm
    .select()
    .from(snapshots)
    .where(is(snapshots.workspaceId))
    .orderBy(snapshots.takenAtMs, snapshots.name)
    .prepare(),
)

const upsertSnapshot = prepared((store) =>
  store.orm
    .insert(snapshots)
    .values(placeholdersFor(snapshots))
    .onConflictDoUpdate({
      target: [snapshots.workspaceId, snapshots.name],
      set: {
        imageFile: sql`excluded.image_file`,
        digests: sql`excluded.digests`,
        sizeBytes: sql`excluded.size_bytes`,
        takenAtMs: sql`excluded.taken_at_ms`,
      },
    })
    .prepare(),
)

const deleteSnapshot = prepared((store) => store.orm.delete(snapshots).where(ofSnapshot).prepare())

const MAX_RECENT_TOKENS = 10_000

/** The registry database: all workspaces and every credential. */
export class Registry {
  readonly #store: Store
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
    const row = workspaceById(this.#store).get({ id })
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
    const name = wanted.normalize('NFC')
    return this.#store.orm
      .select({ id: workspaces.id })
      .from(workspaces)
      .where(or(eq(workspaces.id, wanted), eq(workspaces.name, name)))
      .orderBy(sql`${workspaces.id} <> ${wanted}`, workspaces.id)
      .get()?.id
  }

  addWorkspace(record: WorkspaceRecord, databaseFile: string): void {
    insertWorkspace(this.#store).run({
      ...record,
      clock: JSON.stringify(record.clock),
      initialClock: JSON.stringify(record.initialClock),
      variants: JSON.stringify(record.initialVariants),
      variantChoices: JSON.stringify(record.variantChoices),
      quota: JSON.stringify(record.quota),
      databaseFile,
    })
  }

  /** Restarts the trace ids of a workspace. */
  rewind(id: string): void {
    updates.starts(this.#store).run({ id, starts: 0 })
  }

  /** Sets the database of a workspace. */
  setDatabase(id: string, databaseFile: string): void {
    updates.databaseFile(this.#store).run({ id, databaseFile })
  }

  setClock(id: string, clock: ClockSetting): void {
    updates.clock(this.#store).run({ id, clock: JSON.stringify(clock) })
  }

  setVariantChoices(id: string, choices: ChosenVariants): void {
    updates.variantChoices(this.#store).run({ id, variantChoices: JSON.stringify(choices) })
  }

  setVariation(id: string, variation: string): void {
    updates.variation(this.#store).run({ id, variation })
  }

  /** Removes a workspace with everything that belongs to it. */
  removeWorkspace(id: string): void {
    this.#recentTokens.clear()
    const { orm } = this.#store
    orm.delete(snapshots).where(eq(snapshots.workspaceId, id)).run()
    orm.delete(tokens).where(eq(tokens.workspaceId, id)).run()
    orm.delete(clients).where(eq(clients.workspaceId, id)).run()
    orm.delete(portalApps).where(eq(portalApps.workspaceId, id)).run()
    orm.delete(workspaces).where(eq(workspaces.id, id)).run()
  }

  findSnapshot(workspaceId: string, name: string): SnapshotRow | undefined {
    return snapshotByName(this.#store).get({ workspaceId, name })
  }

  listSnapshots(workspaceId: string): SnapshotRow[] {
    return snapshotsOf(this.#store).all({ workspaceId })
  }

  /** Every file that a snapshot names, as lists of digests in JSON text. */
  snapshotDigests(): string[] {
    const rows = this.#store.orm.select({ digests: snapshots.digests }).from(snapshots).all()
    return rows.map(({ digests }) => digests)
  }

  /** Keeps a snapshot; one of the same name is replaced. */
  putSnapshot(row: SnapshotRow): void {
    upsertSnapshot(this.#store).run(row)
  }

  removeSnapshot(workspaceId: string, name: string): void {
    deleteSnapshot(this.#store).run({ workspaceId, name })
  }

  countStart(id: string): void {
    this.#store.orm
      .update(workspaces)
      .set({ starts: sql`${workspaces.starts} + 1` })
      .where(eq(workspaces.id, id))
      .run()
  }

  workspaceIds(): string[] {
    const rows = this.#store.orm
      .select({ id: workspaces.id })
      .from(workspaces)
      .orderBy(workspaces.id)
      .all()
    return rows.map(({ id }) => id)
  }

  /** The number of workspaces that have not expired. */
  countWorkspaces(nowMs: number): number {
    const isLiving = or(isNull(workspaces.expiresAtMs), gt(workspaces.expiresAtMs, nowMs))
    return (
      this.#store.orm.select({ count: count() }).from(workspaces).where(isLiving).get()?.count ?? 0
    )
  }

  /** The names of all databases and images that belong to a workspace or snapshot. */
  databaseFiles(): Set<string> {
    const { orm } = this.#store
    const databases = orm.select({ file: workspaces.databaseFile }).from(workspaces).all()
    const images = orm.select({ file: snapshots.imageFile }).from(snapshots).all()
    return new Set([...databases, ...images].map(({ file }) => file))
  }

  findToken(token: string, kind: TokenRow['kind']): TokenRow | undefined {
    const kept = this.#recentTokens.get(token)
    if (kept?.kind === kind) return kept
    const found = tokenByText(this.#store).get({ token, kind })
    if (found && this.#recentTokens.size < MAX_RECENT_TOKENS)
      this.#recentTokens.set(found.token, found)
    return found
  }

  /** Stores a token; beyond the maximum of its client and kind, or of all, the oldest expiring one is removed. */
  addToken(row: Omit<TokenRow, 'number'>): void {
    this.#recentTokens.clear()
    const { clientId, kind, expiresAtMs } = row
    const number =
      expiresAtMs === null ? 0 : (lastNumber(this.#store).get({ clientId, kind })?.number ?? 0) + 1
    const { lastInsertRowid } = insertToken(this.#store).run({ ...row, number })
    const upTo = number - LIMITS.tokens.max
    if (upTo > 0) deleteOldest(this.#store).run({ clientId, kind, upTo })
    deleteOldestOfAll(this.#store).run(Number(lastInsertRowid) - LIMITS.allTokens.max)
  }

  removeToken(token: string): void {
    this.#recentTokens.clear()
    deleteToken(this.#store).run({ token })
  }

  removeExpiredTokens(workspaceId: string, beforeMs: number): void {
    this.#recentTokens.clear()
    deleteExpired(this.#store).run({ workspaceId, beforeMs })
  }

  /** The number of tokens of a workspace that expire in a span. */
  countTokensExpiring(workspaceId: string, span: { afterMs: number; untilMs: number }): number {
    return expiringTokens(this.#store).get({ workspaceId, ...span })?.count ?? 0
  }

  findClient(clientId: string): ClientRow | undefined {
    return clientById(this.#store).get({ clientId })
  }

  findClientOf(workspaceId: string): ClientRow | undefined {
    return clientOf(this.#store).get({ workspaceId })
  }

  addClient(row: ClientRow): void {
    upsertClient(this.#store).run(row)
  }

  findPortalApp(appKey: string): PortalAppRow | undefined {
    return portalAppByKey(this.#store).get({ appKey })
  }

  findPortalAppOf(workspaceId: string): PortalAppRow | undefined {
    return portalAppOf(this.#store).get({ workspaceId })
  }

  addPortalApp(row: PortalAppRow): void {
    upsertPortalApp(this.#store).run(row)
  }

  findPermanentToken(workspaceId: string): string | undefined {
    return permanentTokenOf(this.#store).get({ workspaceId })?.token
  }

  /** Removes every client and portal app of a workspace but these, with all tokens that were not issued for this id and key. */
  keepOnly(
    workspaceId: string,
    kept: { clientId: string; clientKey: string; appKey: string },
  ): void {
    const { orm } = this.#store
    const isSameKey = this.findClient(kept.clientId)?.clientKey === kept.clientKey
    this.#recentTokens.clear()
    const isOther = and(
      eq(tokens.workspaceId, workspaceId),
      isSameKey ? ne(tokens.clientId, kept.clientId) : undefined,
    )
    const isPermanent = and(eq(tokens.workspaceId, workspaceId), sql`${tokens.expiresAtMs} IS NULL`)
    orm.delete(tokens).where(or(isOther, isPermanent)).run()
    orm
      .delete(clients)
      .where(and(eq(clients.workspaceId, workspaceId), ne(clients.clientId, kept.clientId)))
      .run()
    orm
      .delete(portalApps)
      .where(and(eq(portalApps.workspaceId, workspaceId), ne(portalApps.appKey, kept.appKey)))
      .run()
  }
}
