import { type FileHandle, open } from 'node:fs/promises'
import type Database from 'better-sqlite3'

/** 1 MiB, which a step copies without blocking other calls for long. */
const PAGES_PER_STEP = 256

/** 16 MiB, the maximum of unflushed data; SQLite flushes the rest in its last step, which blocks the process. */
const PAGES_PER_FLUSH = 4_096

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
  const handle = await open(path, 'wx', 0o600)
  try {
    await database.backup(path, { progress: paced(handle, signal) })
    // No other work has run since the last step.
    return look()
  } finally {
    await handle.close()
  }
}

interface Progress {
  totalPages: number
  remainingPages: number
}

/** The number of pages of the next step: 0 while the file is flushed. */
const paced = (
  handle: FileHandle,
  signal: AbortSignal | undefined,
): ((progress: Progress) => number) => {
  let isFlushing = false
  let unflushed = 0
  return ({ remainingPages }) => {
    signal?.throwIfAborted()
    if (isFlushing) return 0
    const next = Math.min(PAGES_PER_STEP, remainingPages)
    const isLast = next === remainingPages && unflushed > PAGES_PER_STEP
    if (unflushed < PAGES_PER_FLUSH && !isLast) {
      unflushed += next
      return next
    }
    isFlushing = true
    unflushed = 0
    handle
      .datasync()
      // The last step then fails with the same error.
      .catch(() => undefined)
      .finally(() => {
        isFlushing = false
      })
    return 0
  }
}
