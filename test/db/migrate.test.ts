import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { migrateToNewest } from '#src/db/migrate.ts'
import { NewerSchemaError } from '#src/errors/storage-errors.ts'
import { shippedFolders } from '#src/start/shipped-folders.ts'
import { FolderDatabases } from '#src/workspaces/databases/folder-databases.ts'
import { templatePaths } from '#src/workspaces/templates.ts'
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
