import { insertInto } from '../db/statements.ts'
import type { Store } from '../db/store.ts'
import { audit } from '../db/tables/registry.ts'
import { LIMITS } from '../limits.ts'

type AuditRow = typeof audit.$inferSelect

const insertEntry = insertInto(audit)

/** The action of a backup that was sent whole. */
export const BACKUP_SENT = 'backup sent'

const DAY_MS = 86_400_000

/** Changes with their callers, in the registry. */
export class Audit {
  readonly #store: Store
  readonly #now: () => number

  constructor(store: Store, now: () => number) {
    this.#store = store
    this.#now = now
  }

  /** Adds an entry, and removes those beyond the maximum of rows and days. */
  add(entry: Partial<AuditRow> & Pick<AuditRow, 'action' | 'result'>): void {
    const atMs = this.#now()
    this.#store.transaction(() => {
      const { lastInsertRowid } = insertEntry(this.#store, { ...entry, atMs })
      this.#store.run(
        REMOVE_OLDEST,
        Number(lastInsertRowid) - LIMITS.auditEntries.max,
        atMs - LIMITS.auditDays.max * DAY_MS,
      )
    })
  }

  /** When a backup was last sent whole; undefined before the first. */
  get lastBackupAtMs(): number | undefined {
    const query = 'SELECT at_ms FROM audit WHERE action = ? ORDER BY number DESC LIMIT 1'
    return this.#store.value(query, BACKUP_SENT)
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

const LIST = `SELECT number, at_ms AS atMs, key, key_id AS keyId, caller, request_id AS requestId, action,
    workspace_id AS workspaceId, workspace_name AS workspaceName, result, detail
  FROM audit WHERE number < :before AND (:about IS NULL OR workspace_id = :about OR workspace_name = :about)
  ORDER BY number DESC LIMIT :limit`
