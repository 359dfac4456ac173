import { type FileHandle, open } from 'node:fs/promises'
import type Database from 'better-sqlite3'

/** 1 MiB: what a step may read and write without holding up other calls. */
const PAGES_PER_STEP = 256

/** 16 MiB: what may wait to be flushed; SQLite flushes the rest inside its last step, while everything waits. */
const PAGES_PER_FLUSH = 4_096

/**
 * Copies an open database into a new file, step by step, so that other calls run meanwhile. The copy has the
 * state of the moment of its last step: what is written before is in it. `look` runs at that moment. Ends early
 * when the signal does.
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
    // Nothing has run since the last step but the settling of its promise.
    return look()
  } finally {
    await handle.close()
  }
}

interface Progress {
  totalPages: number
  remainingPages: number
}

/** How many pages the next step copies: none while the file is being flushed. */
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
      // The last step fails as well then, and says why.
      .catch(() => undefined)
      .finally(() => {
        isFlushing = false
      })
    return 0
  }
}
