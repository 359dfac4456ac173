import { describe, expect, onTestFinished, test } from 'vitest'
import { DERIVED_TABLES } from '#src/db/derived-tables.ts'
import { migrateToNewest } from '#src/db/migrate.ts'
import { openInMemory } from '#src/db/open-database.ts'
import { findWrongValue } from '#src/jobs/check-values.ts'
import { MEANINGS } from '#src/jobs/column-meanings.ts'
import { samplesOf } from '#src/openapi/examples/samples.ts'
import { shippedFolders } from '#src/start/shipped-folders.ts'
import { STATE_NAMES } from '#src/states/state-catalogue.ts'
import { done } from '#test/kit/acts.ts'
import { startServer } from '#test/kit/server.ts'

/** The table of the migrator, which is compared with our migrations. */
const OF_DRIZZLE = '__drizzle_migrations'

/** Tables whose rows are compared as a whole. */
const COMPARED = [OF_DRIZZLE, ...DERIVED_TABLES.map(({ table }) => table)]

/** Values that fit the type of their column but not its meaning, and the part of the message that names it. */
const WRONG_VALUES: [string, string][] = [
  ["UPDATE fixtures SET value = '{' WHERE rowid = 2", 'fixtures.value of row 2 must be JSON'],
  [
    `INSERT INTO named_states VALUES ('x', '[]')`,
    'named_states.ids of row 2 must be a JSON object',
  ],
  [`INSERT INTO tracking_records VALUES (1, 1, 'x')`, 'tracking_records.record of row 1'],
  [`INSERT INTO tracking_records VALUES (1, 1, '{}' || char(0))`, 'tracking_records.record'],
  ["UPDATE approvals SET variables = '1'", 'approvals.variables of row 9001'],
  ["UPDATE approvals SET status = 'x'", 'approvals.status of row 9001 must be one of'],
  ["UPDATE sequences SET last = 'x' WHERE name = 'assetOrFile'", 'sequences.last of row'],
  [
    "UPDATE sequences SET last = 5 WHERE name = 'assetOrFile'",
    'sequences.last of assetOrFile must be at least',
  ],
  [
    "DELETE FROM sequences WHERE name = 'assetOrFile'",
    'sequences.last of assetOrFile must be at least',
  ],
  [
    "UPDATE sequences SET last = 9007199254740991 WHERE name = 'assetOrFile'",
    'sequences.last of row',
  ],
  ["INSERT INTO sequences VALUES ('other', 1)", 'sequences.name of row'],
  ['UPDATE atoms SET id = 9007199254740991 WHERE id = 700001', 'atoms.id of row 9007199254740991'],
  ["UPDATE atoms SET path = x'00' WHERE id = 700001", 'atoms.path of row 700001 must be a text'],
  ["UPDATE sub_resources SET name = x'00' WHERE id = 500001", 'sub_resources.name of row 500001'],
  ['UPDATE sub_resources SET size_bytes = 1.5 WHERE id = 500001', 'sub_resources.size_bytes'],
  ["UPDATE sub_resources SET size_bytes = 'x' WHERE id = 500001", 'sub_resources.size_bytes'],
  ['UPDATE sub_resources SET size_bytes = -5 WHERE id = 500001', 'sub_resources.size_bytes'],
  [
    "UPDATE sub_resources SET uni_md5 = '🙂' WHERE id = 500001",
    'sub_resources.uni_md5 of row 500001',
  ],
  [
    'UPDATE sub_resources SET uni_md5 = upper(uni_md5) WHERE id = 500001',
    'must be 32 lower-case hexadecimal digits',
  ],
  [
    "UPDATE sub_resources SET media_type = 'a' || char(10) || 'b' WHERE id = 500001",
    'sub_resources.media_type of row 500001',
  ],
  [
    'UPDATE sub_resources SET media_type = hex(zeroblob(20000)) WHERE id = 500001',
    'sub_resources.media_type of row 500001',
  ],
  [
    `INSERT INTO upload_parts SELECT id, 9, x'00', 1, NULL FROM uploads LIMIT 1`,
    'upload_parts.etag',
  ],
  [
    `UPDATE approval_tasks SET id = (SELECT min(id) FROM approval_tasks)`,
    'must be that of no other row',
  ],
  ['UPDATE approval_task_counts SET count = count + 1', 'approval_task_counts must be derived'],
  ['DELETE FROM portal_content_counts', 'portal_content_counts must be derived'],
  ['INSERT INTO portal_content_counts VALUES (601, 1, 0)', 'portal_content_counts must be'],
  ['UPDATE portal_tagged_contents SET stopped_at_ms = 1', 'portal_tagged_contents must be'],
  ["UPDATE users SET role = 'guest' WHERE id = 1001", 'users.role of row 1001 must be one of'],
  ['UPDATE users SET created_at_ms = 1e300 WHERE id = 1001', 'users.created_at_ms of row 1001'],
]

const minimal = async (): Promise<Buffer> => {
  const server = await startServer()
  await done(server, '/states/upload-complete')
  return server.workspace.store.sqlite.serialize()
}

describe('the meanings of columns', () => {
  test('cover every column that the migrations make', () => {
    const database = openInMemory()
    onTestFinished(() => void database.close())
    migrateToNewest(database, 'workspace', shippedFolders().migrations)
    const existing = database
      .prepare<[string], string>(
        `SELECT t.name || '.' || c.name FROM sqlite_master t, pragma_table_info(t.name) c
         WHERE t.type = 'table' AND t.name NOT IN (SELECT value FROM json_each(?)) ORDER BY 1`,
      )
      .pluck()
      .all(JSON.stringify(COMPARED))
    const covered = MEANINGS.flatMap(({ name, columns }) =>
      columns.map((column) => `${name}.${column.name}`),
    )
    expect(covered.sort()).toEqual(existing)
  })

  test.each(['demo', 'minimal'])('hold for all of the seed %s', async (seed) => {
    const server = await startServer({ env: { SANDBOX_SEED: seed } })
    const database = openInMemory(server.workspace.store.sqlite.serialize())
    onTestFinished(() => void database.close())
    expect(findWrongValue(database)).toBeUndefined()
  })

  test('hold after every operation and in every state', async () => {
    const server = await startServer({ env: { SANDBOX_SEED: 'demo' } })
    for (const [operation, param] of Object.entries(samplesOf(server.fixtures)))
      await server.call(operation, param)
    for (const name of STATE_NAMES) await done(server, `/states/${name}`)
    const database = openInMemory(server.workspace.store.sqlite.serialize())
    onTestFinished(() => void database.close())
    expect(findWrongValue(database)).toBeUndefined()
  })

  test.each(WRONG_VALUES)('do not hold after %s', async (statements, message) => {
    const database = openInMemory(await minimal())
    onTestFinished(() => void database.close())
    expect(findWrongValue(database)).toBeUndefined()
    database.pragma('foreign_keys = OFF')
    database.exec(statements)
    expect(findWrongValue(database)).toContain(message)
  })
})
