import Database from 'better-sqlite3'

/** How a database file promises durability: `normal` survives a crash of the process, `full` also loss of power. */
export type SyncMode = 'normal' | 'full'

/** Opens a database in memory, from the bytes of another when given. */
export const openInMemory = (bytes?: Uint8Array): Database.Database => {
  const database = bytes ? new Database(Buffer.from(bytes)) : new Database(':memory:')
  database.pragma('foreign_keys = ON')
  return database
}

/** Opens or creates a database file in write-ahead mode; `exclusive` keeps every other process out. */
export const openFile = (
  path: string,
  options: { sync: SyncMode; exclusive?: boolean },
): Database.Database => {
  const database = new Database(path, { timeout: 0 })
  try {
    if (options.exclusive) database.pragma('locking_mode = EXCLUSIVE')
    database.pragma('journal_mode = WAL')
    database.pragma(`synchronous = ${options.sync === 'full' ? 'FULL' : 'NORMAL'}`)
    database.pragma('foreign_keys = ON')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}
