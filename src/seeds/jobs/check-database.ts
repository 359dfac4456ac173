import { join } from 'node:path'
import Database from 'better-sqlite3'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { InvalidDataError } from '../../contract/errors/invalid-data-error.ts'
import { DamagedDatabaseError, isOutOfRoom } from '../../contract/errors/storage-errors.ts'
import { LIMITS } from '../../kernel/limits.ts'
import { messageLine } from '../../kernel/text.ts'
import { migrateToNewest } from '../../store/db/migrate.ts'
import { openInMemory } from '../../store/db/open-database.ts'
import { idBeforeFirst, type SequenceName } from '../../store/db/sequences.ts'
import { brokenRelation, type DescribedFile, describedFiles } from './check-relations.ts'

export interface DatabaseToCheck {
  path: string
  schema: number
  migrations: string
}

export interface CheckedDatabase {
  sizeBytes: number
  files: readonly DescribedFile[]
}

const refusal = (reason: string) => new InvalidDataError(reason)

/**
 * Checks a database in its file and migrates it there. The order matters: nothing in its schema is used before
 * all of it is known to equal ours.
 */
export const checkDatabase = ({ path, schema, migrations }: DatabaseToCheck): CheckedDatabase => {
  try {
    const database = open(path)
    try {
      return check(database, schema, migrations)
    } finally {
      database.close()
    }
  } catch (error) {
    if (error instanceof InvalidDataError || isOutOfRoom(error)) throw error
    throw refusal(messageLine(error))
  }
}

const open = (path: string): Database.Database => {
  const database = new Database(path)
  database.pragma('trusted_schema = OFF')
  database.pragma('cell_size_check = ON')
  database.pragma('locking_mode = EXCLUSIVE')
  database.pragma('journal_mode = MEMORY')
  database.pragma('synchronous = OFF')
  return database
}

const check = (
  database: Database.Database,
  schema: number,
  migrations: string,
): CheckedDatabase => {
  const version = numberOf(database, 'user_version')
  if (version === 0) throw refusal('has no schema of a workspace database')
  if (version !== schema) throw refusal(`has schema ${version}, but manifest.json says ${schema}`)
  mustHaveOurSchema(database, version, migrations)
  mustBeWhole(database)
  migrateToNewest(database, 'workspace', migrations)
  mustHaveOurSchema(database, numberOf(database, 'user_version'), migrations)
  mustCountIds(database)
  const broken = brokenRelation(database)
  if (broken !== undefined) throw refusal(broken)
  return {
    sizeBytes: numberOf(database, 'page_count') * numberOf(database, 'page_size'),
    files: describedFiles(database),
  }
}

/**
 * Refuses a schema that differs from that of our migrations at a version. Only texts are compared: nothing that they
 * describe is used.
 */
const mustHaveOurSchema = (
  database: Database.Database,
  version: number,
  migrations: string,
): void => {
  const fresh = openInMemory()
  try {
    makeSchema(fresh, version, migrations)
    const difference = differenceBetween(database, fresh)
    if (difference !== undefined) throw refusal(difference)
  } finally {
    fresh.close()
  }
}

const mustBeWhole = (database: Database.Database): void => {
  const found = String(database.pragma('integrity_check(1)', { simple: true }))
  if (found !== 'ok') throw refusal(`is damaged: ${found.slice(0, 200)}`)
  const loose = database.prepare<[], { table: string }>('PRAGMA foreign_key_check').get()
  if (loose)
    throw refusal(`is damaged: a row of ${loose.table} refers to a row that does not exist`)
}

const numberOf = (database: Database.Database, pragma: string): number =>
  Number(database.pragma(pragma, { simple: true }))

const COUNTED: readonly (readonly [name: SequenceName, table: string, column: string])[] = [
  ['user', 'users', 'id'],
  ['assetOrFile', 'assets', 'id'],
  ['assetOrFile', 'sub_resources', 'id'],
  ['assetOrFile', 'atoms', 'id'],
  ['approval', 'approvals', 'id'],
  ['approvalTask', 'approval_tasks', 'sequence'],
  ['crowdMember', 'crowd_members', 'id'],
  ['portalCollaborator', 'portal_collaborators', 'id'],
  ['notification', 'notifications', 'id'],
]

/** The tables whose ids SQLite counts. */
const COUNTED_BY_SQLITE = ['tracking_records', 'image_search_reports']

/** The next id of a sequence must be free, which no constraint of one table can say. */
const mustCountIds = (database: Database.Database): void => {
  const { max } = LIMITS.chosenId
  if (database.prepare('SELECT 1 FROM sequences WHERE last > ?').get(max))
    throw refusal(`sequences.last must be at most ${max}`)
  for (const table of COUNTED_BY_SQLITE)
    if (database.prepare(`SELECT 1 FROM ${table} WHERE id > ?`).get(max))
      throw refusal(`${table}.id must be at most ${max}`)
  for (const [name, table, column] of COUNTED) {
    const wanted = database.prepare(`SELECT max(${column}) FROM ${table}`).pluck().get()
    const last = database.prepare('SELECT last FROM sequences WHERE name = ?').pluck().get(name)
    if (Number(wanted ?? 0) > Number(last ?? idBeforeFirst(name)))
      throw refusal(`sequences.last of ${name} must be at least ${wanted}, which ${table} has`)
  }
}

/** Facts of the header that decide how the rest of the file is read. */
const HEADER = ['page_size', 'encoding', 'auto_vacuum'] as const

const makeSchema = (fresh: Database.Database, version: number, migrations: string): void => {
  const all = readMigrationFiles({ migrationsFolder: join(migrations, 'workspace') })
  if (version > all.length)
    throw new DamagedDatabaseError(
      `the database has schema ${version}, this version knows ${all.length}; use a newer version of the program`,
    )
  const newest = openInMemory()
  try {
    migrateToNewest(newest, 'workspace', migrations)
    const ofDrizzle = schemaOf(newest).get('table __drizzle_migrations')
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
      return `has a ${name} that differs from the one in this program`
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
