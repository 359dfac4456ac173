import { readFileSync } from 'node:fs'
import type { Readable } from 'node:stream'
import Database from 'better-sqlite3'
import { migrateToNewest } from '../db/migrate.ts'
import { Store } from '../db/store.ts'
import { namedFiles } from '../domain/files/kept-files.ts'
import { FILES } from '../transfer/archive-entries.ts'
import { archiveOf, partOf } from '../transfer/export-workspace.ts'
import { ENTRIES, FORMAT } from '../transfer/manifest.ts'
import { Access } from '../workspaces/access.ts'
import { Registry } from '../workspaces/registry.ts'
import { type Backup, BackupError, contentsOf } from './backup-folder.ts'
import { readDatabase } from './verify-backup.ts'

/** A workspace of a backup, by its id or name, as an archive with which a server restores it. */
export const workspaceArchive = async (
  folder: string,
  backup: Backup,
  wanted: string,
  migrations: string,
): Promise<{ id: string; archive: Readable }> => {
  const { paths } = contentsOf(folder)
  // In memory, so that a registry of an earlier version can be migrated.
  const database = new Database(readFileSync(paths.pathOf(backup.registry.sha256)))
  migrateToNewest(database, 'registry', migrations)
  const registry = new Registry(new Store(database))
  const found = registry.findWorkspace(registry.findWorkspaceId(wanted) ?? '')
  if (!found) throw new BackupError(`The backup has no workspace "${wanted}"`)
  const { databaseFile, damage, ...record } = found
  if (damage !== undefined)
    throw new BackupError(`The workspace "${wanted}" of the backup is damaged: ${damage}`)
  const lifetimes = { accessTokenSeconds: 0, refreshTokenSeconds: 0 }
  const credentials = new Access(registry, lifetimes).credentialsOf(record)
  const path = paths.pathOf(
    backup.databases.find(({ name }) => name === databaseFile)?.sha256 ?? '',
  )
  const { schema, digests } = readDatabase(path, (store) => ({
    schema: Number(store.sqlite.pragma('user_version', { simple: true })),
    digests: namedFiles(store),
  }))
  const parts = await Promise.all([
    partOf(ENTRIES.database, path),
    ...digests.map((digest) => partOf(FILES + digest, paths.pathOf(digest))),
  ])
  const workspace = { record, credentials }
  const facts = { format: FORMAT, schema, seed: record.seed, exportedAtMs: backup.takenAtMs }
  return { id: record.id, archive: archiveOf({ ...facts, workspace }, parts) }
}
