import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { describe, expect, onTestFinished, test } from 'vitest'
import { migrateToNewest } from '#src/db/migrate.ts'
import { openFile, openInMemory } from '#src/db/open-database.ts'
import { NewerSchemaError } from '#src/errors/storage-errors.ts'
import { LIMITS } from '#src/limits.ts'
import { shippedFolders } from '#src/start/shipped-folders.ts'
import { FolderDatabases } from '#src/workspaces/databases/folder-databases.ts'
import { templatePaths } from '#src/workspaces/templates.ts'
import { dumpOf } from '#test/kit/dumps.ts'
import { LIBRARY_OF_SCHEMA_4, olderDatabase, SCHEMA_4 } from '#test/kit/older-database.ts'
import { freshFolder } from '#test/kit/process.ts'

/** A copy of our migrations with one more for databases. */
const withOneMore = (): string => {
  const folder = freshFolder()
  cpSync(shippedFolders().migrations, folder, { recursive: true })
  const journalFile = join(folder, 'workspace/meta/_journal.json')
  const journal = JSON.parse(readFileSync(journalFile, 'utf8'))
  const last = journal.entries.at(-1)
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag: '9999_later' })
  writeFileSync(journalFile, JSON.stringify(journal))
  writeFileSync(join(folder, 'workspace/9999_later.sql'), 'ALTER TABLE `users` ADD `later` text;')
  return folder
}

describe('FolderDatabases', () => {
  test('keeps the rows of a database that a newer version migrates', () => {
    const bytes = readFileSync(templatePaths(shippedFolders(), 'minimal').database)
    const data = freshFolder()
    const older = new FolderDatabases(data, 'normal', shippedFolders().migrations)
    const file = older.create(bytes)
    const count = 'SELECT count(*) FROM users'
    const before = older.open(file)
    const users = before.sqlite.prepare(count).pluck().get()
    before.close()
    const newer = new FolderDatabases(data, 'normal', withOneMore()).open(file)
    expect(newer.sqlite.prepare(count).pluck().get()).toBe(users)
    expect(newer.sqlite.prepare('SELECT later FROM users LIMIT 1').pluck().get()).toBeNull()
    expect(() => migrateToNewest(newer.sqlite, 'workspace', shippedFolders().migrations)).toThrow(
      NewerSchemaError,
    )
    newer.close()
  })

  test('sweeps files that no workspace names', () => {
    const data = freshFolder()
    const databases = new FolderDatabases(data, 'normal', shippedFolders().migrations)
    const bytes = readFileSync(templatePaths(shippedFolders(), 'minimal').database)
    const kept = databases.create(bytes)
    const orphan = databases.create(bytes)
    expect(orphan).not.toBe(kept)
    databases.sweep(new Set([kept]))
    expect(() => readFileSync(join(data, orphan))).toThrow('ENOENT')
    databases.open(kept).close()
  })
})

const { migrations } = shippedFolders()

const opened = (bytes: Buffer): Database.Database => {
  const database = openInMemory(bytes)
  onTestFinished(() => void database.close())
  return database
}

/** What a database of schema 4 is after its migration. */
const migrated = (statements = LIBRARY_OF_SCHEMA_4): Database.Database => {
  const database = opened(olderDatabase(SCHEMA_4, statements))
  migrateToNewest(database, 'workspace', migrations)
  return database
}

/** A program that runs the statements of a migration in a transaction and kills itself before the end. */
const KILLED = `
  const database = new (require('better-sqlite3'))(process.argv[1])
  const sql = require('node:fs').readFileSync(process.argv[2], 'utf8')
  database.function('fold_case', (text) => text)
  database.function('archive_id', (id) => id && id + 1_000_000)
  database.function('parent_path', (_) => null)
  database.exec('PRAGMA cache_size = 5; PRAGMA cache_spill = ON; BEGIN')
  database.exec(sql)
  process.kill(process.pid, 'SIGKILL')`

describe('the migration to schema 5', () => {
  test('is done by the next start when its process was killed before the end', () => {
    const path = join(freshFolder(), 'database.1')
    writeFileSync(path, olderDatabase(SCHEMA_4, LIBRARY_OF_SCHEMA_4))
    openFile(path, { sync: 'normal' }).close()
    const sql = join(migrations, 'workspace/0004_one_library.sql')
    const killed = spawnSync(process.execPath, ['-e', KILLED, path, sql], { encoding: 'utf8' })
    expect(killed).toMatchObject({ signal: 'SIGKILL', stderr: '' })
    expect(statSync(`${path}-wal`).size).toBeGreaterThan(0)
    const database = openFile(path, { sync: 'normal' })
    onTestFinished(() => void database.close())
    expect(database.pragma('user_version', { simple: true })).toBe(SCHEMA_4)
    migrateToNewest(database, 'workspace', migrations)
    expect(dumpOf({ sqlite: database })).toEqual(dumpOf({ sqlite: migrated() }))
  })

  test('is complete when its process was killed before the version was set', () => {
    const database = migrated()
    database.pragma(`user_version = ${SCHEMA_4}`)
    migrateToNewest(database, 'workspace', migrations)
    expect(database.pragma('user_version')).toEqual(migrated().pragma('user_version'))
    expect(dumpOf({ sqlite: database })).toEqual(dumpOf({ sqlite: migrated() }))
  })

  test('gives the same rows in any order of unordered queries', () => {
    const reversed = opened(olderDatabase(SCHEMA_4, LIBRARY_OF_SCHEMA_4))
    reversed.pragma('reverse_unordered_selects = ON')
    migrateToNewest(reversed, 'workspace', migrations)
    reversed.pragma('reverse_unordered_selects = OFF')
    expect(dumpOf({ sqlite: reversed })).toEqual(dumpOf({ sqlite: migrated() }))
  })

  test('keeps archive groups with odd names as deep as they may be', () => {
    const names = Array.from({ length: LIMITS.seedDepth.max }, (_, level) => `İ%_${level}`)
    const paths = names.map((_, level) => names.slice(0, level + 1).join('/'))
    const rows = paths.map((path, level) => `(${level + 1}, 1, '${names[level]}', '${path}')`)
    const database = migrated(`${LIBRARY_OF_SCHEMA_4}
      DELETE FROM named_states; DELETE FROM archive_groups;
      INSERT INTO archive_groups VALUES ${rows.join()},
        (900, 900, 'a' || char(0) || 'b', 'a' || char(0) || 'b'),
        (901, 900, 'C', 'a' || char(0) || 'b/C')`)
    const read = (text: string) => database.prepare(text).raw().all()
    const groups = read(
      `SELECT id, parent_id, root_id, name_folded, archive_path FROM collections
       WHERE archive_path IS NOT NULL ORDER BY id`,
    )
    expect(groups).toEqual([
      ...paths.map((path, level) => [level + 1, level, 1, `i̇%_${level}`, path]),
      [900, 0, 900, 'a\u0000b', 'a\u0000b'],
      [901, 900, 900, 'c', 'a\u0000b/C'],
    ])
    const levels = 'SELECT ancestor_id FROM collection_ancestors WHERE collection_id = '
    expect(read(`${levels}64 ORDER BY 1`)).toEqual(paths.map((_, level) => [level + 1]))
    expect(read(`${levels}901 ORDER BY 1`)).toEqual([[900], [901]])
    expect(read('SELECT collection_id FROM collection_rights ORDER BY 1')).toEqual([[1], [900]])
  })

  test('gives free low ids to archive groups when the highest ids are used', () => {
    const { max } = LIMITS.chosenId
    const database = opened(
      olderDatabase(
        SCHEMA_4,
        `${LIBRARY_OF_SCHEMA_4}
         INSERT INTO collections SELECT ${max}, 0, ${max}, name, name_folded, description, belong_id, status, create_user,
           update_user, created_at_ms, updated_at_ms, item_count FROM collections WHERE id = 3001;
         INSERT INTO archive_groups VALUES (1, 1, 'ONE', 'ONE'), (${max}, ${max}, 'LAST', 'LAST')`,
      ),
    )
    migrateToNewest(database, 'workspace', migrations)
    const groups = database.prepare('SELECT id, archive_path FROM collections WHERE id < 5').raw()
    expect(groups.all()).toEqual([
      [1, 'ONE'],
      [2, 'TAKEN'],
      [3, 'TAKEN/BELOW'],
      [4, 'LAST'],
    ])
  })

  test('forgets the ids of the state archive-groups when one of them changes', () => {
    const database = migrated(`${LIBRARY_OF_SCHEMA_4}
      INSERT INTO collections SELECT 880003, 0, 880003, name, name_folded, description, belong_id, status, create_user,
        update_user, created_at_ms, updated_at_ms, item_count FROM collections WHERE id = 3001`)
    expect(database.prepare('SELECT name FROM named_states').pluck().all()).toEqual([
      'asset-ingested',
      'atom-not-ingested',
    ])
  })
})
