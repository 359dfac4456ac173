import { readFileSync } from 'node:fs'
import type { Readable } from 'node:stream'
import Database from 'better-sqlite3'
import { namedFiles } from '../../domain/files/kept-files.ts'
import { migrateToNewest } from '../../store/db/migrate.ts'
import { Store } from '../../store/db/store.ts'
import { Access } from '../../workspaces/access.ts'
import { Registry } from '../../workspaces/registry.ts'
import { FILES } from '../transfer/archive-entries.ts'
import { archiveOf, partOf } from '../transfer/export-workspace.ts'
import { ENTRIES, FORMAT } from '../transfer/manifest.ts'
import { type Backup, BackupError, contentsOf } from './backup-folder.ts'
import { readDatabase } from './named-parts.ts'
import { type Part, partsOf, verifyParts } from './verify-backup.ts'

/** A workspace of a backup, by its id or name, as an archive with which a server restores it; only what it needs is verified. */
export const workspaceArchive = async (
  folder: string,
  backup: Backup,
  wanted: string,
  migrations: string,
  onProgress: (verified: number, of: number) => void,
): Promise<{ id: string; archive: Readable }> => {
  const { paths } = contentsOf(folder)
  const parts = partsOf(backup)
  const verify = (digests: readonly string[]) => {
    const wanted = digests.map((digest) => [digest, mustHave(parts, digest)] as const)
    return verifyParts(folder, new Map(wanted), onProgress)
  }
  await verify([backup.registry.sha256])
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
  const content = backup.databases.find(({ name }) => name === databaseFile)
  if (!content)
    throw new BackupError(
      `The backup has no data of the workspace "${wanted}": its database was damaged when the backup was created; reset the workspace, or restore it from an earlier backup`,
    )
  await verify([content.sha256])
  const path = paths.pathOf(content.sha256)
  const { schema, digests } = readDatabase(path, (store) => ({
    schema: Number(store.sqlite.pragma('user_version', { simple: true })),
    digests: namedFiles(store),
  }))
  await verify(digests)
  const entries = await Promise.all([
    partOf(ENTRIES.database, path),
    ...digests.map((digest) => partOf(FILES + digest, paths.pathOf(digest))),
  ])
  const workspace = { record, credentials }
  const facts = { format: FORMAT, schema, seed: record.seed, exportedAtMs: backup.takenAtMs }
  return { id: record.id, archive: archiveOf({ ...facts, workspace }, entries) }
}

const mustHave = (parts: ReadonlyMap<string, Part>, digest: string): Part => {
  const part = parts.get(digest)
  if (part) return part
  throw new BackupError(
    `The backup has no bytes of the file ${digest}, which the workspace names: they were damaged when the backup was created; restore an earlier backup, or restore everything else with --data`,
  )
}
