import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Random } from '../core/random.ts'

const VALUES = [
  null,
  '',
  'x',
  '🙂',
  'a\nb',
  '\u0000',
  '{',
  '{"a":1}',
  '[]',
  'null',
  '__proto__',
  'constructor',
  'x'.repeat(20_000),
  0,
  -1,
  -5,
  0.5,
  1e300,
  Number.POSITIVE_INFINITY,
  9_007_199_254_740_991n,
  9_007_199_254_740_992n,
  9_223_372_036_854_775_807n,
  -9_223_372_036_854_775_808n,
  Buffer.alloc(0),
  Buffer.from([0xff, 0xfe, 0x00]),
  Buffer.alloc(70_000, 1),
] as const

/** Texts of a schema that are not ours, and cost little: a check that runs them still says so. */
const SCHEMA_CHANGES = [
  'CREATE TABLE extra (a)',
  'CREATE VIEW extra AS SELECT 1',
  'CREATE TRIGGER extra AFTER INSERT ON assets BEGIN SELECT 1; END',
  'CREATE INDEX extra ON assets (id + length(hex(zeroblob(3000000))))',
  'PRAGMA user_version = 9999',
  'PRAGMA user_version = 0',
  'DROP TABLE assets',
  'ALTER TABLE assets ADD COLUMN extra',
] as const

/** What was changed, and the database with it. */
export interface OddDatabase {
  readonly what: string
  readonly bytes: Buffer
}

/** A database with odd values in some of its rows, or another schema. */
export const makeOdd = (bytes: Buffer, random: Random): OddDatabase => {
  const folder = mkdtempSync(join(tmpdir(), 'dam-sandbox-fuzz-db-'))
  const file = join(folder, 'world.sqlite')
  writeFileSync(file, bytes)
  try {
    const database = new Database(file)
    database.pragma('journal_mode = DELETE')
    database.pragma('ignore_check_constraints = ON')
    database.pragma('foreign_keys = OFF')
    const what = random.chance(0.1) ? changeSchema(database, random) : changeRows(database, random)
    database.close()
    return { what, bytes: readFileSync(file) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const changeSchema = (database: Database.Database, random: Random): string => {
  const change = random.pick(SCHEMA_CHANGES)
  try {
    database.exec(change)
  } catch (error) {
    return `${change} failed: ${error}`
  }
  return change
}

const changeRows = (database: Database.Database, random: Random): string => {
  const tables = database
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .pluck()
    .all() as string[]
  const done: string[] = []
  for (let count = random.pick([1, 1, 1, 3, 10]); count > 0; count -= 1) {
    const table = random.pick(tables)
    const columns = database.pragma(`table_info("${table}")`) as { name: string }[]
    const column = random.pick(columns).name
    const value = random.pick(VALUES)
    // All rows, or one in three, so that operations meet them.
    const where = random.chance(0.5) ? '' : 'WHERE rowid % 3 = 0'
    try {
      const { changes } = database
        .prepare(`UPDATE OR IGNORE "${table}" SET "${column}" = ? ${where}`)
        .run(value)
      if (changes > 0) done.push(`${table}.${column} = ${describe(value)}`)
    } catch {
      // A strict column or a key keeps such a value out.
    }
  }
  return done.join(', ') || 'nothing changed'
}

const describe = (value: (typeof VALUES)[number]): string =>
  Buffer.isBuffer(value) ? `blob of ${value.length}` : String(value).slice(0, 40)
