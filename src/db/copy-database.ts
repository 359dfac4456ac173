import { open } from 'node:fs/promises'
import type Database from 'better-sqlite3'

/** 1 MiB, which a step copies without blocking other calls for long. */
const PAGES_PER_STEP = 256

/**
 * Copies an open database into a new file, step by step, so that other calls run meanwhile. The copy has the
 * state at its last step, including earlier writes; `look` runs at that moment. An aborted signal ends the copy.
 */
export const copyDatabase = async <T>(
  database: Database.Database,
  path: string,
  look: () => T,
  signal?: AbortSignal,
): Promise<T> => {
  await using handle = await open(path, 'wx', 0o600)
  let flush: Promise<void> | undefined
  let isFlushed = false
  const progress = ({ remainingPages }: Database.BackupMetadata): number => {
    signal?.throwIfAborted()
    if (remainingPages > PAGES_PER_STEP || isFlushed) return PAGES_PER_STEP
    // SQLite flushes the file in its last step, which blocks the process; so most is flushed before.
    flush ??= handle.datasync().finally(() => {
      isFlushed = true
    })
    // The last step then fails with the same error.
    flush.catch(() => undefined)
    return 0
  }
  await database.backup(path, { progress })
  // No other work has run since the last step.
  return look()
}
