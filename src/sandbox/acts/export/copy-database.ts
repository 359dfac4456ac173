import { type FileHandle, open } from 'node:fs/promises'
import type Database from 'better-sqlite3'

/** A step of so many pages takes a few milliseconds. */
const STEP_PAGES = 250

/** What may be written before it is put on the disk: the last step waits for the rest of it. */
const UNSYNCED_PAGES = 4_000

/**
 * Copies a database into a file, by pages and with other calls in between; what is written meanwhile is in the
 * copy. `atEnd` is called at the moment that the copy shows.
 */
export const copyDatabase = async <T>(
  database: Database.Database,
  path: string,
  atEnd: () => T,
  signal?: AbortSignal,
): Promise<T> => {
  const file = await open(path, 'wx+', 0o600)
  try {
    await database.backup(path, { progress: paced(file, signal) })
    return atEnd()
  } finally {
    await file.close()
  }
}

/**
 * How many pages the next step copies: none while what was written is being put on the disk, beside the event
 * loop. Otherwise SQLite would do all of that at the end, and hold it up.
 */
const paced = (file: FileHandle, signal: AbortSignal | undefined) => {
  let unsynced = 0
  let isSyncing = false
  return (): number => {
    signal?.throwIfAborted()
    if (isSyncing) return 0
    unsynced += STEP_PAGES
    if (unsynced < UNSYNCED_PAGES) return STEP_PAGES
    unsynced = 0
    isSyncing = true
    file
      .datasync()
      .catch(() => undefined)
      .finally(() => {
        isSyncing = false
      })
    return 0
  }
}
