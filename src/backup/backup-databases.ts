import Database from 'better-sqlite3'
import { Store } from '../db/store.ts'
import { namedFiles } from '../domain/files/kept-files.ts'

const reading = <T>(path: string, read: (database: Database.Database) => T): T => {
  const database = new Database(path, { readonly: true })
  try {
    return read(database)
  } finally {
    database.close()
  }
}

export const filesNamedIn = (path: string): string[] =>
  reading(path, (database) => namedFiles(new Store(database)))

export const schemaOf = (path: string): number =>
  reading(path, (database) => Number(database.pragma('user_version', { simple: true })))

/** What is wrong with a database in a file; undefined for nothing. */
export const problemOfDatabase = (path: string): string | undefined => {
  const found = reading(path, (database) => database.pragma('quick_check(1)', { simple: true }))
  return found === 'ok' ? undefined : `the database is damaged: ${String(found).slice(0, 200)}`
}
