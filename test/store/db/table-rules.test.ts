import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { is } from 'drizzle-orm'
import { getTableConfig, SQLiteSyncDialect, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { LIMITS } from '#src/kernel/limits.ts'
import { shippedFolders } from '#src/start/shipped-folders.ts'
import { migrateToNewest } from '#src/store/db/migrate.ts'
import { openInMemory } from '#src/store/db/open-database.ts'
import * as registryTables from '#src/store/db/tables/registry.ts'
import { templatePaths } from '#src/workspaces/templates.ts'
import { openCopy } from '#test/kit/databases.ts'

const { migrations } = shippedFolders()

const minimal = (): Database.Database => {
  const database = openCopy(readFileSync(templatePaths(shippedFolders(), 'minimal').database))
  onTestFinished(() => void database.close())
  return database
}

/** Statements that store a value without a meaning, and what SQLite says. */
const WRONG_VALUES: [string, string][] = [
  ["UPDATE fixtures SET value = '{' WHERE rowid = 2", 'value'],
  [`INSERT INTO tracking_records VALUES (1, 1, 'x')`, 'record'],
  [`INSERT INTO tracking_records VALUES (1, 1, '{}' || char(0))`, 'record'],
  ["UPDATE approvals SET variables = '1'", 'variables'],
  ["UPDATE approvals SET status = 'x'", 'status'],
  ["UPDATE sequences SET last = 'x' WHERE name = 'assetOrFile'", 'TEXT value in INTEGER column'],
  ["UPDATE sequences SET last = -1 WHERE name = 'assetOrFile'", 'last'],
  ["INSERT INTO sequences VALUES ('other', 1)", 'name'],
  ['UPDATE atoms SET id = 9007199254740992 WHERE id = 700001', 'id'],
  ["UPDATE atoms SET path = x'00' WHERE id = 700001", 'BLOB value in TEXT column'],
  ['UPDATE sub_resources SET size_bytes = 1.5 WHERE id = 500001', 'REAL value in INTEGER column'],
  ['UPDATE sub_resources SET size_bytes = -5 WHERE id = 500001', 'size_bytes'],
  ["UPDATE sub_resources SET uni_md5 = '🙂' WHERE id = 500001", 'uni_md5'],
  ['UPDATE sub_resources SET uni_md5 = upper(uni_md5) WHERE id = 500001', 'uni_md5'],
  ['UPDATE sub_resources SET name = CAST(zeroblob(5000000) AS text) WHERE id = 500001', 'name'],
  [`INSERT INTO upload_parts VALUES ('x', 0, '', 1, NULL, NULL, NULL)`, 'part_number'],
  ['UPDATE approval_tasks SET id = (SELECT min(id) FROM approval_tasks)', 'UNIQUE'],
  ["INSERT INTO metadata_fields VALUES ('__proto__', 'Field')", 'code'],
  ["UPDATE users SET role = 'guest' WHERE id = 1001", 'role'],
  ['UPDATE users SET has_phone = 2 WHERE id = 1001', 'has_phone'],
  ['UPDATE users SET created_at_ms = 1e300 WHERE id = 1001', 'REAL value in INTEGER column'],
]

const dialect = new SQLiteSyncDialect()

const tablesOf = (modules: readonly object[]): SQLiteTable[] =>
  modules.flatMap((module) =>
    Object.values(module).filter((value): value is SQLiteTable => is(value, SQLiteTable)),
  )

const WORKSPACE_TABLES = tablesOf(
  await Promise.all(
    readdirSync('src/store/db/tables/workspace').map(
      (file) => import(join(process.cwd(), 'src/store/db/tables/workspace', file)),
    ),
  ),
)

const REGISTRY_TABLES = tablesOf([registryTables])

/** The conditions of all CHECKs in the text of a table. */
const checksIn = (sql: string): string[] =>
  sql
    .split('CHECK (')
    .slice(1)
    .map((rest) => {
      let depth = 1
      const end = [...rest].findIndex((letter) => {
        if (letter === '(') depth += 1
        if (letter === ')') depth -= 1
        return depth === 0
      })
      return rest.slice(0, end)
    })

describe('a table', () => {
  test.each(['workspace', 'registry'] as const)('of a %s database is strict', (kind) => {
    const database = openInMemory()
    onTestFinished(() => void database.close())
    migrateToNewest(database, kind, migrations)
    const loose = `SELECT name FROM pragma_table_list
      WHERE schema = 'main' AND type = 'table' AND NOT strict AND name NOT LIKE '%\\_\\_%' ESCAPE '\\'
        AND name NOT LIKE 'sqlite%'`
    expect(database.prepare(loose).pluck().all()).toEqual([])
  })

  test.each([
    ['workspace', WORKSPACE_TABLES],
    ['registry', REGISTRY_TABLES],
  ] as const)('of a %s database is described with the rules that it has', (kind, tables) => {
    const database = openInMemory()
    onTestFinished(() => void database.close())
    migrateToNewest(database, kind, migrations)
    const query = database.prepare<[string], string>('SELECT sql FROM sqlite_schema WHERE name = ?')
    expect(tables.length).toBeGreaterThan(5)
    for (const table of tables) {
      const { name, checks } = getTableConfig(table)
      const described = checks.map(({ value }) => dialect.sqlToQuery(value).sql)
      expect(checksIn(query.pluck().get(name) ?? '').sort(), name).toEqual(described.sort())
    }
  })

  test('has a rule for every column that names no other row', () => {
    const sql = readFileSync(join(migrations, 'workspace/0000_initial.sql'), 'utf8')
    const columns = sql.match(/^\t\w+ (?:INTEGER|TEXT)\b.*$/gm) ?? []
    expect(columns.length).toBeGreaterThan(200)
    expect(sql).toContain(`<= ${LIMITS.storedTextBytes.max}`)
    const named = /^\t(?:field_code|value_code) /
    expect(
      columns.filter((text) => !/ (?:CHECK|REFERENCES) /.test(text) && !named.test(text)),
    ).toEqual([])
  })

  test.each(WRONG_VALUES)('refuses %s', (statement, words) => {
    const database = minimal()
    database.pragma('foreign_keys = OFF')
    expect(() => database.exec(statement)).toThrow(words)
  })

  test('with a wrong value is found by a check of the database', () => {
    const database = minimal()
    database.pragma('ignore_check_constraints = ON')
    database.exec("UPDATE users SET role = 'guest' WHERE id = 1001")
    database.pragma('ignore_check_constraints = OFF')
    expect(database.pragma('quick_check')).toEqual([
      { quick_check: 'CHECK constraint failed in users' },
    ])
  })
})
