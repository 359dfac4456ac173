import Database from 'better-sqlite3'
import { JOURNAL_POSITION, ROLLBACK_JOURNAL, WRITE_AHEAD_LOG } from './journal-header.ts'

/** Durability of a database file: `normal` survives a crash of the process, `full` also loss of power. */
export type SyncMode = 'normal' | 'full'

/** The same with `off`, for files that end with the process. */
export type FileSync = SyncMode | 'off'

/** Opens a database in memory, from the bytes of another when given; those are copied. */
export const openInMemory = (bytes?: Uint8Array): Database.Database => {
  const database = bytes ? new Database(outOfWriteAhead(bytes)) : new Database(':memory:')
  database.pragma('foreign_keys = ON')
  // No other connection can reach it, so that the lock need not be taken and released for every statement.
  database.pragma('locking_mode = EXCLUSIVE')
  return database
}

/** Bytes of a database in write-ahead mode cannot be opened in memory as they are. */
const outOfWriteAhead = (bytes: Uint8Array): Buffer => {
  const header = bytes.subarray(JOURNAL_POSITION, JOURNAL_POSITION + WRITE_AHEAD_LOG.length)
  if (!WRITE_AHEAD_LOG.some((byte, index) => header[index] === byte))
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const copy = Buffer.from(bytes)
  ROLLBACK_JOURNAL.copy(copy, JOURNAL_POSITION)
  return copy
}

/** Opens or creates a database file in write-ahead mode; `exclusive` keeps every other process out. */
export const openFile = (
  path: string,
  options: { sync: FileSync; exclusive?: boolean },
): Database.Database => {
  const database = new Database(path, { timeout: 0 })
  try {
    if (options.exclusive) database.pragma('locking_mode = EXCLUSIVE')
    database.pragma('journal_mode = WAL')
    database.pragma(`synchronous = ${options.sync}`)
    database.pragma('foreign_keys = ON')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}
