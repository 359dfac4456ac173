import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { migrateToNewest } from '../db/migrate.ts'
import { openInMemory } from '../db/open-database.ts'
import { NewerSchemaError } from '../errors/storage-errors.ts'

/** Facts of the header that decide how the rest of the file is read. */
const HEADER = ['page_size', 'encoding', 'auto_vacuum'] as const

/** Drizzle's table of applied migrations. */
const MIGRATIONS_TABLE = '__drizzle_migrations'

/**
 * The difference of the schema of a database from that of our migrations at a version; undefined without one.
 * Only texts are compared: nothing that they describe is used.
 */
export const differenceFromOurs = (
  database: Database.Database,
  version: number,
  migrations: string,
): string | undefined => {
  const fresh = openInMemory()
  try {
    makeSchema(fresh, version, migrations)
    return differenceBetween(database, fresh)
  } finally {
    fresh.close()
  }
}

const makeSchema = (fresh: Database.Database, version: number, migrations: string): void => {
  const all = readMigrationFiles({ migrationsFolder: join(migrations, 'workspace') })
  if (version > all.length)
    throw new NewerSchemaError(
      `the database has schema ${version}, this version knows ${all.length}; use a newer version of the program`,
    )
  const newest = openInMemory()
  try {
    migrateToNewest(newest, 'workspace', migrations)
    const ofDrizzle = schemaOf(newest).get(`table ${MIGRATIONS_TABLE}`)
    fresh.exec(ofDrizzle?.sql ?? '')
  } finally {
    newest.close()
  }
  for (const { sql } of all.slice(0, version)) for (const statement of sql) fresh.exec(statement)
}

const differenceBetween = (
  database: Database.Database,
  fresh: Database.Database,
): string | undefined => {
  for (const fact of HEADER) {
    const [theirs, ours] = [database, fresh].map((one) => one.pragma(fact, { simple: true }))
    if (theirs !== ours) return `has the ${fact} ${theirs}, ours have ${ours}`
  }
  const ours = schemaOf(fresh)
  const theirs = schemaOf(database)
  const rows = Number(database.prepare('SELECT count(*) FROM sqlite_master').pluck().get())
  if (rows !== theirs.size) return 'has two objects with one name'
  for (const [name, { sql, table }] of theirs) {
    const own = ours.get(name)
    if (!own) return `has an object that this program does not create: ${name.slice(0, 200)}`
    if (own.sql !== sql || own.table !== table)
      return `has a ${name} that differs from that of this program`
  }
  for (const name of ours.keys()) if (!theirs.has(name)) return `has no ${name}`
  return undefined
}

interface SchemaRow {
  name: string
  table: string
  sql: string | null
}

const schemaOf = (database: Database.Database): Map<string, SchemaRow> => {
  const rows = database
    .prepare<[], SchemaRow>(
      `SELECT type || ' ' || name AS name, tbl_name AS "table", sql FROM sqlite_master`,
    )
    .all()
  return new Map(rows.map((row) => [row.name, row]))
}
