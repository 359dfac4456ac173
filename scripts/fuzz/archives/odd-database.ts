import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { oddValue } from '../calls/odd-values.ts'
import type { Random } from '../core/random.ts'

/** Schemas that are not ours, and cost little: a check that runs them still says so. */
const SCHEMA_CHANGES = [
  'CREATE TABLE extra (a)',
  'CREATE VIEW extra AS SELECT 1',
  'CREATE TRIGGER extra AFTER INSERT ON assets BEGIN SELECT 1; END',
  'CREATE INDEX extra ON assets (id + length(hex(zeroblob(3000000))))',
  'PRAGMA user_version = 9999',
  'PRAGMA user_version = 0',
  'DROP TABLE assets',
  'ALTER TABLE assets ADD COLUMN extra ANY',
]

/** Values of columns that JSON does not have, or that are JSON. */
const VALUES = [
  '{"a":1}',
  '[]',
  'null',
  Number.POSITIVE_INFINITY,
  9_007_199_254_740_992n,
  9_223_372_036_854_775_807n,
  -9_223_372_036_854_775_808n,
  Buffer.alloc(0),
  Buffer.from([0xff, 0xfe, 0x00]),
  Buffer.alloc(70_000, 1),
]

/** Puts odd values into some rows of a database, or changes its schema; says what was changed. */
export const changeDatabase = (bytes: Buffer, random: Random): { what: string; bytes: Buffer } => {
  const folder = mkdtempSync(join(tmpdir(), 'dam-sandbox-fuzz-db-'))
  const file = join(folder, 'workspace.sqlite')
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
  database.exec(change)
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
    const value = random.chance(0.5) ? random.pick(VALUES) : scalarOf(oddValue(random))
    // All rows, or one in three, so that operations meet them.
    const where = random.chance(0.5) ? '' : 'WHERE rowid % 3 = 0'
    try {
      database.prepare(`UPDATE OR IGNORE "${table}" SET "${column}" = ? ${where}`).run(value)
      const shown = Buffer.isBuffer(value) ? `blob of ${value.length}` : String(value).slice(0, 40)
      done.push(`${table}.${column} = ${shown}`)
    } catch {
      // A strict column or a key keeps such a value out.
    }
  }
  return done.join(', ') || 'nothing changed'
}

const scalarOf = (value: unknown): string | number | null => {
  if (typeof value === 'string' || typeof value === 'number' || value === null) return value
  return JSON.stringify(value)
}
