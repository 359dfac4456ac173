import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { describe, expect, onTestFinished, test } from 'vitest'
import { DamagedDatabaseError } from '#src/contract/errors/storage-errors.ts'
import { shippedFolders } from '#src/start/shipped-folders.ts'
import { migrateToNewest } from '#src/store/db/migrate.ts'
import { openFile } from '#src/store/db/open-database.ts'
import { Databases } from '#src/workspaces/databases.ts'
import { templatePaths } from '#src/workspaces/templates.ts'
import { openCopy } from '#test/kit/databases.ts'
import { dumpOf } from '#test/kit/dumps.ts'
import { freshFolder } from '#test/kit/process.ts'

const withOneMore = (sql = 'ALTER TABLE `users` ADD `later` text;'): string => {
  const folder = freshFolder()
  cpSync(shippedFolders().migrations, folder, { recursive: true })
  const journalFile = join(folder, 'workspace/meta/_journal.json')
  const journal = JSON.parse(readFileSync(journalFile, 'utf8'))
  const last = journal.entries.at(-1)
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag: '9999_later' })
  writeFileSync(journalFile, JSON.stringify(journal))
  writeFileSync(
    join(folder, 'workspace/9999_later.sql'),
    sql.replaceAll('; ', ';--> statement-breakpoint\n'),
  )
  return folder
}

const versionOf = (database: Database.Database): unknown =>
  database.pragma('user_version', { simple: true })

const MIGRATIONS = JSON.parse(
  readFileSync(join(shippedFolders().migrations, 'workspace/meta/_journal.json'), 'utf8'),
).entries.length

describe('Databases', () => {
  const template = templatePaths(shippedFolders(), 'minimal').database

  test('keep the rows of a database that a newer version migrates', async () => {
    const data = freshFolder()
    const older = new Databases(data, 'normal', shippedFolders().migrations)
    const { name, store: before } = await older.create(template)
    const count = 'SELECT count(*) FROM users'
    const users = before.sqlite.prepare(count).pluck().get()
    before.close()
    const newer = new Databases(data, 'normal', withOneMore()).open(name).store
    expect(newer.sqlite.prepare(count).pluck().get()).toBe(users)
    expect(newer.sqlite.prepare('SELECT later FROM users LIMIT 1').pluck().get()).toBeNull()
    expect(() => migrateToNewest(newer.sqlite, 'workspace', shippedFolders().migrations)).toThrow(
      DamagedDatabaseError,
    )
    newer.close()
  })
})

/** A program that runs statements in a transaction and kills itself before the end. */
const KILLED = `
  const database = new (require('better-sqlite3'))(process.argv[1])
  database.exec('PRAGMA cache_size = 5; PRAGMA cache_spill = ON; BEGIN')
  database.exec(process.argv[2])
  process.kill(process.pid, 'SIGKILL')`

const LATER =
  'UPDATE sub_resources SET name = name || hex(zeroblob(1000)); ALTER TABLE `users` ADD `later` text;'

describe('a migration', () => {
  test('is done by the next start when its process was killed before the end', () => {
    const path = join(freshFolder(), 'database.1')
    writeFileSync(path, readFileSync(templatePaths(shippedFolders(), 'demo').database))
    const later = withOneMore(LATER)
    openFile(path, 'normal').close()
    const args = ['-e', KILLED, path, LATER]
    const killed = spawnSync(process.execPath, args, { encoding: 'utf8' })
    expect(killed).toMatchObject({ signal: 'SIGKILL', stderr: '' })
    expect(statSync(`${path}-wal`).size).toBeGreaterThan(0)
    const database = openFile(path, 'normal')
    onTestFinished(() => void database.close())
    expect(versionOf(database)).toBe(MIGRATIONS)
    migrateToNewest(database, 'workspace', later)
    expect(dumpOf({ sqlite: database })).toEqual(dumpOf({ sqlite: migratedBy(later) }))
  })

  test('is complete when its process was killed before the version was set', () => {
    const later = withOneMore(LATER)
    const database = migratedBy(later)
    database.pragma(`user_version = ${MIGRATIONS}`)
    migrateToNewest(database, 'workspace', later)
    expect(versionOf(database)).toBe(MIGRATIONS + 1)
    expect(dumpOf({ sqlite: database })).toEqual(dumpOf({ sqlite: migratedBy(later) }))
  })
})

/** The database of the demo seed after the migrations of a folder. */
const migratedBy = (migrations: string): Database.Database => {
  const database = openCopy(readFileSync(templatePaths(shippedFolders(), 'demo').database))
  onTestFinished(() => void database.close())
  migrateToNewest(database, 'workspace', migrations)
  return database
}
