import Database from 'better-sqlite3'

/** How a database file promises durability: `normal` survives a crash of the process, `full` also loss of power. */
export type SyncMode = 'normal' | 'full'

/** The same for files that end with the process and need no durability at all: `off`. */
export type FileSync = SyncMode | 'off'

/** Opens a database in memory, from the bytes of another when given; those are copied. */
export const openInMemory = (bytes?: Uint8Array): Database.Database => {
  const database = bytes ? new Database(outOfWriteAhead(bytes)) : new Database(':memory:')
  database.pragma('foreign_keys = ON')
  return database
}

/** The header bytes of a database that name its journal: 1 is the rollback journal, 2 the write-ahead log. */
const JOURNAL_BYTES = [18, 19] as const

/** Bytes of a database in write-ahead mode cannot be opened in memory as they are. */
const outOfWriteAhead = (bytes: Uint8Array): Buffer => {
  const isWriteAhead = JOURNAL_BYTES.some((at) => bytes[at] === 2)
  const buffer = isWriteAhead
    ? Buffer.from(bytes)
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (isWriteAhead) for (const at of JOURNAL_BYTES) buffer[at] = 1
  return buffer
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
