import { LIMITS } from '../../kernel/limits.ts'
import { shorten } from '../../kernel/text.ts'
import { insertInto } from '../../store/db/statements.ts'
import type { Store } from '../../store/db/store.ts'
import { audit } from '../../store/db/tables/registry.ts'

type AuditRow = typeof audit.$inferSelect

type NewEntry = Partial<AuditRow> & Pick<AuditRow, 'action' | 'result'>

const insertEntry = insertInto(audit)

/** The action of a backup that was sent to its end; its result is `incomplete` where damaged parts are missing. */
export const BACKUP_SENT = 'backup sent'

export const BACKUP_FAILED = 'backup failed'

const DAY_MS = 86_400_000

/** Changes with their callers, in the registry. */
export class Audit {
  readonly #store: Store
  readonly #now: () => number
  onFailure: ((error: unknown) => void) | undefined
  /** The last backup that was sent to its end; undefined before the first. */
  lastBackup: { readonly atMs: number; readonly isComplete: boolean } | undefined

  constructor(store: Store, now: () => number) {
    this.#store = store
    this.#now = now
    const last = store.get<{ atMs: number; result: string }>(LAST_BACKUP, BACKUP_SENT)
    this.lastBackup = last && { atMs: last.atMs, isComplete: last.result === 'done' }
  }

  /** Adds an entry, which must not fail what it is about, and removes those beyond the maximum of rows and days. */
  add(entry: NewEntry): void {
    try {
      this.#store.transaction(() => this.#insert(entry, this.#now()))
    } catch (error) {
      this.onFailure?.(error)
    }
  }

  #insert(entry: NewEntry, atMs: number): void {
    const texts = Object.entries(entry).map(([name, value]) => [
      name,
      typeof value === 'string' ? shorten(value, LIMITS.auditCharacters.max) : value,
    ])
    const kept: NewEntry = Object.fromEntries(texts)
    const { lastInsertRowid } = insertEntry(this.#store, { ...kept, atMs })
    this.#store.run(
      REMOVE_OLDEST,
      Number(lastInsertRowid) - LIMITS.auditEntries.max,
      atMs - LIMITS.auditDays.max * DAY_MS,
    )
    if (entry.result === 'refused')
      this.#store.run(REMOVE_REFUSED, Number(lastInsertRowid), LIMITS.refusedAuditEntries.max)
    if (entry.action === BACKUP_SENT)
      this.lastBackup = { atMs, isComplete: entry.result === 'done' }
  }

  /** Entries before a number, newest first; with `about` those of a workspace by its id or its name. */
  list(wanted: { before: number; limit: number; about?: string | undefined }): AuditRow[] {
    const { before, limit, about = null } = wanted
    return this.#store.all<AuditRow>(LIST, { before, limit, about })
  }
}

/** A few at a time, more than are added. */
const REMOVE_OLDEST = `DELETE FROM audit WHERE number IN (SELECT number FROM audit ORDER BY number LIMIT 8)
  AND (number <= ? OR at_ms < ?)`

/** Of refused attempts the newest ones stay, so that a key that may change nothing cannot push out changes. */
const REMOVE_REFUSED = `DELETE FROM audit WHERE result = 'refused' AND number <= (
  SELECT number FROM audit WHERE result = 'refused' AND number <= ? ORDER BY number DESC LIMIT 1 OFFSET ?)`

const LAST_BACKUP =
  'SELECT at_ms AS atMs, result FROM audit WHERE action = ? ORDER BY number DESC LIMIT 1'

const LIST = `SELECT number, at_ms AS atMs, key, key_id AS keyId, caller, request_id AS requestId, action,
    workspace_id AS workspaceId, workspace_name AS workspaceName, result, detail
  FROM audit WHERE number < :before AND (:about IS NULL OR workspace_id = :about OR workspace_name = :about)
  ORDER BY number DESC LIMIT :limit`
