import { readFileSync, statSync } from 'node:fs'
import type { Readable } from 'node:stream'
import Database from 'better-sqlite3'
import { migrateToNewest } from '../db/migrate.ts'
import { Store } from '../db/store.ts'
import { FILES } from '../transfer/archive-entries.ts'
import type { BackedUpWorkspace } from '../transfer/backed-up-workspace.ts'
import { archiveOf } from '../transfer/export-workspace.ts'
import { ENTRIES, FORMAT } from '../transfer/manifest.ts'
import { Access } from '../workspaces/access.ts'
import { Registry } from '../workspaces/registry.ts'
import { filesNamedIn, schemaOf } from './backup-databases.ts'
import { BackupError, contentsOf, readBackup } from './backup-folder.ts'
import { type Part, partsOf, verifyBackup } from './verify-backup.ts'

/** A workspace of a backup as an archive with which a server restores it. */
export const workspaceArchive = async (
  folder: string,
  { wanted, migrations }: { wanted: string; migrations: string },
): Promise<{ id: string; archive: Readable }> => {
  const backup = readBackup(folder)
  const contents = contentsOf(folder)
  const registry = contents.paths.pathOf(backup.registry.sha256)
  const verify = (isNeeded: (part: Part) => boolean) =>
    verifyBackup(folder, partsOf(backup).filter(isNeeded), () => undefined)
  await verify(({ sha256 }) => sha256 === backup.registry.sha256)
  const { databaseFile, workspace } = findWorkspace(registry, wanted, migrations)
  const sha256 = backup.databases[databaseFile]?.sha256 ?? ''
  await verify((part) => part.sha256 === sha256)
  const path = contents.paths.pathOf(sha256)
  const digests = filesNamedIn(path)
  const needed = new Set(digests)
  await verify((part) => needed.has(part.sha256))
  const { id, seed } = workspace.record
  const parts = [
    { name: ENTRIES.database, path },
    ...digests.map((digest) => ({ name: FILES + digest, path: contents.paths.pathOf(digest) })),
  ].map((part) => ({ ...part, size: statSync(part.path).size }))
  const exportedAtMs = backup.takenAtMs
  const manifest = { format: FORMAT, schema: schemaOf(path), seed, exportedAtMs, workspace }
  return { id, archive: archiveOf(manifest, parts) }
}

/** The identity of a workspace in a registry of this or an earlier version, and the name of its database. */
const findWorkspace = (
  path: string,
  wanted: string,
  migrations: string,
): { databaseFile: string; workspace: BackedUpWorkspace } => {
  const database = new Database(readFileSync(path))
  try {
    migrateToNewest(database, 'registry', migrations)
    const registry = new Registry(new Store(database))
    const found = registry.findWorkspace(registry.findWorkspaceId(wanted) ?? '')
    if (!found) throw new BackupError(`The backup has no workspace "${wanted}"`)
    const { databaseFile, keyId: _, ...record } = found
    const access = new Access(registry, { accessTokenSeconds: 0, refreshTokenSeconds: 0 })
    const { accessToken: __, ...credentials } = access.credentialsOf(found) ?? {}
    const tokens = access.tokensOf(found)
    return {
      databaseFile,
      workspace: { record, credentials: 'clientId' in credentials ? credentials : null, tokens },
    }
  } finally {
    database.close()
  }
}
