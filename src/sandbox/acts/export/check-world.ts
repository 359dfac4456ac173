import type Database from 'better-sqlite3'
import { migrateToNewest } from '../../../db/migrate.ts'
import { openInMemory } from '../../../db/open-database.ts'
import { Store } from '../../../db/store.ts'
import { namedFiles } from '../../../domain/files/named-files.ts'
import { badRequest } from '../../problem.ts'
import { ENTRIES, type Manifest } from './manifest.ts'

/** A database that is a world: its bytes, at the newest schema, and the files that it names. */
export interface CheckedWorld {
  bytes: Buffer
  named: readonly string[]
}

const MAGIC = 'SQLite format 3\u0000'

const refusal = (reason: string) => badRequest(`${ENTRIES.world}: ${reason}`)

/** Checks that bytes are the database of a world, and brings them to the newest schema. */
export const checkWorld = (
  bytes: Buffer,
  { schema }: Manifest,
  migrations: string,
): CheckedWorld => {
  if (bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) throw refusal('is no SQLite database')
  try {
    const database = openInMemory(bytes)
    try {
      return checkDatabase(database, bytes, schema, migrations)
    } finally {
      database.close()
    }
  } catch (error) {
    throw error instanceof Error && error.name === 'Problem' ? error : refusal(reasonOf(error))
  }
}

const checkDatabase = (
  database: Database.Database,
  bytes: Buffer,
  schema: number,
  migrations: string,
): CheckedWorld => {
  database.pragma('trusted_schema = OFF')
  mustBePlain(database)
  const version = Number(database.pragma('user_version', { simple: true }))
  if (version === 0) throw refusal('is no world: it has no schema')
  if (version !== schema)
    throw refusal(`has schema ${version}, but ${ENTRIES.manifest} says ${schema}`)
  mustBeWhole(database)
  migrateToNewest(database, 'world', migrations)
  mustHaveOurSchema(database, migrations)
  const isMigrated = Number(database.pragma('user_version', { simple: true })) !== version
  return {
    bytes: isMigrated ? database.serialize() : bytes,
    named: namedFiles(new Store(database)),
  }
}

/** Nothing in a world acts by itself, so nothing can before it is known to be one of ours. */
const mustBePlain = (database: Database.Database): void => {
  const odd = database
    .prepare<[], string>(
      `SELECT type || ' ' || name FROM sqlite_master
       WHERE type NOT IN ('table', 'index') OR sql LIKE 'CREATE VIRTUAL%' LIMIT 1`,
    )
    .pluck()
    .get()
  if (odd !== undefined) throw refusal(`has something that no world has: ${odd.slice(0, 200)}`)
}

const mustBeWhole = (database: Database.Database): void => {
  const found = String(database.pragma('integrity_check(1)', { simple: true }))
  if (found !== 'ok') throw refusal(`is damaged: ${found.slice(0, 200)}`)
  const [loose] = database.pragma('foreign_key_check') as { table: string }[]
  if (loose) throw refusal(`is damaged: a row of ${loose.table} names what does not exist`)
}

/** Tables and indexes must be those that the migrations make, letter by letter. */
const mustHaveOurSchema = (database: Database.Database, migrations: string): void => {
  const fresh = openInMemory()
  try {
    migrateToNewest(fresh, 'world', migrations)
    const ours = schemaOf(fresh)
    const theirs = schemaOf(database)
    for (const [name, sql] of theirs)
      if (ours.get(name) !== sql) throw refusal(`has a ${name} that is none of ours`)
    for (const name of ours.keys()) if (!theirs.has(name)) throw refusal(`has no ${name}`)
  } finally {
    fresh.close()
  }
}

const schemaOf = (database: Database.Database): Map<string, string> => {
  const rows = database
    .prepare<[], { name: string; sql: string }>(
      `SELECT type || ' ' || name AS name, tbl_name || ' ' || coalesce(sql, '') AS sql
       FROM sqlite_master WHERE name NOT LIKE 'sqlite_autoindex_%'`,
    )
    .all()
  return new Map(rows.map(({ name, sql }) => [name, sql]))
}

const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message.replaceAll(/\s+/g, ' ') : String(error)
