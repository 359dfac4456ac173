import Database from 'better-sqlite3'

/** Durability of a database file: `normal` survives a crash of the process, `full` also loss of power. */
export type SyncMode = 'normal' | 'full'

/** The same with `off`, for files that end with the process: these are written at once and have no log. */
export type FileSync = SyncMode | 'off'

export const openInMemory = (): Database.Database => {
  const database = new Database(':memory:')
  database.pragma('foreign_keys = ON')
  return database
}

/** Opens or creates a database file, and keeps every other connection out. */
export const openFile = (path: string, sync: FileSync): Database.Database => {
  const database = new Database(path, { timeout: 0 })
  try {
    database.pragma('locking_mode = EXCLUSIVE')
    // A new file may change its mode without a sync.
    database.pragma('synchronous = OFF')
    database.pragma(sync === 'off' ? 'journal_mode = MEMORY' : 'journal_mode = WAL')
    database.pragma(`synchronous = ${sync}`)
    database.pragma('foreign_keys = ON')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}
