import { open } from 'node:fs/promises'
import type Database from 'better-sqlite3'
import { isCorrupt, isDamage } from '../../contract/errors/storage-errors.ts'
import { fileBytes } from '../../kernel/owned-stream.ts'
import { messageLine } from '../../kernel/text.ts'

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
  try {
    await database.backup(path, { progress })
  } catch (error) {
    // SQLite does not say which of the two files has failed; the database is not damaged where the copy has.
    const isUnclear = isDamage(error) && !isCorrupt(error)
    if (isUnclear && (await isReadable(database.name)))
      throw new Error(`the copy of a database cannot be written: ${messageLine(error)}`)
    throw error
  }
  // No other work has run since the last step.
  return look()
}

const isReadable = async (path: string): Promise<boolean> => {
  try {
    for await (const bytes of fileBytes(path)) if (bytes.length === 0) break
    return true
  } catch {
    return false
  }
}
