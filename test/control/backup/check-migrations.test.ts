import { appendFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { readBackup } from '#src/control/backup/backup-folder.ts'
import { checkMigrations } from '#src/control/backup/check-migrations.ts'
import { backedUp, contentPath } from '#test/kit/backups.ts'
import { createWorkspace } from '#test/kit/created-workspace.ts'
import { freshFolder } from '#test/kit/process.ts'
import { startServer } from '#test/kit/server.ts'

const backup = async () => {
  const server = await startServer({ env: { SANDBOX_DATA: freshFolder() } })
  const { id } = await createWorkspace(server, { name: 'team-a' })
  const folder = freshFolder()
  await backedUp(server, 'create', folder)
  const name = server.sandbox.find(id)?.record.databaseFile
  const path = contentPath(
    folder,
    ({ databases }) => databases.find((one) => one.name === name)?.sha256 ?? '',
  )
  return { folder, path }
}

/** The migrations of the next release, which has one more for workspaces. */
const nextMigrations = (sql: string): string => {
  const folder = freshFolder()
  cpSync('migrations', folder, { recursive: true })
  const path = join(folder, 'workspace/meta/_journal.json')
  const journal = JSON.parse(readFileSync(path, 'utf8'))
  const last = journal.entries.at(-1)
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag: 'next' })
  writeFileSync(path, JSON.stringify(journal))
  appendFileSync(join(folder, 'workspace/next.sql'), sql)
  return folder
}

const check = (folder: string, migrations: string) =>
  checkMigrations(folder, readBackup(folder), migrations, () => undefined)

describe('a check of migrations', () => {
  test('counts what an upgrade migrates, and changes nothing', async () => {
    const { folder, path } = await backup()
    const before = readFileSync(path)
    expect(check(folder, 'migrations')).toEqual({ current: 3, pending: 0, failed: [] })
    const next = nextMigrations('CREATE TABLE later (id INTEGER PRIMARY KEY) STRICT;')
    expect(check(folder, next)).toEqual({ current: 1, pending: 2, failed: [] })
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  test('names the workspace whose data an upgrade cannot migrate', async () => {
    const { folder, path } = await backup()
    const database = new Database(path)
    database.exec('CREATE TABLE later (id INTEGER PRIMARY KEY)')
    database.close()
    const next = nextMigrations('CREATE TABLE later (id INTEGER PRIMARY KEY) STRICT;')
    expect(check(folder, next)).toMatchObject({
      pending: 1,
      failed: [{ owner: expect.stringContaining('workspace team-a'), why: expect.any(String) }],
    })
  })

  test('names the workspace of a database that a newer version has written', async () => {
    const { folder, path } = await backup()
    const database = new Database(path)
    database.pragma('user_version = 99')
    database.close()
    expect(check(folder, 'migrations').failed).toMatchObject([
      {
        owner: expect.stringContaining('workspace team-a'),
        why: expect.stringContaining('has schema 99'),
      },
    ])
  })
})
