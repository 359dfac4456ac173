import { readFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { messageLine } from '../../kernel/text.ts'
import { type DatabaseKind, migrateToNewest } from '../../store/db/migrate.ts'
import { type Backup, contentsOf } from './backup-folder.ts'
import { describeOwner, readOwners } from './named-parts.ts'

export interface CheckedMigrations {
  /** Databases with the newest schema. */
  current: number
  /** Databases that this version migrates. */
  pending: number
  /** Databases that this version cannot migrate or open, with their owners. */
  readonly failed: { readonly owner: string; readonly why: string }[]
}

/** Tries the migrations of this version on copies in memory of all databases of a backup. */
export const checkMigrations = (
  folder: string,
  { registry, databases }: Backup,
  migrations: string,
  onProgress: (checked: number, of: number) => void,
): CheckedMigrations => {
  const { paths } = contentsOf(folder)
  const checked: CheckedMigrations = { current: 0, pending: 0, failed: [] }
  const owners = readOwners(paths.pathOf(registry.sha256))
  const all = databases.map(({ name, sha256 }) => ({
    kind: 'workspace' as DatabaseKind,
    sha256,
    owner: describeOwner(owners.get(name)),
  }))
  all.unshift({ kind: 'registry', sha256: registry.sha256, owner: 'the registry' })
  for (const [index, { kind, sha256, owner }] of all.entries()) {
    try {
      const isPending = tryMigrating(paths.pathOf(sha256), kind, migrations)
      checked[isPending ? 'pending' : 'current'] += 1
    } catch (error) {
      checked.failed.push({ owner, why: messageLine(error) })
    }
    onProgress(index + 1, all.length)
  }
  return checked
}

/** Migrates a copy of a database; true if there was something to do. */
const tryMigrating = (path: string, kind: DatabaseKind, migrations: string): boolean => {
  const database = new Database(readFileSync(path))
  try {
    const versionNow = () => Number(database.pragma('user_version', { simple: true }))
    const before = versionNow()
    migrateToNewest(database, kind, migrations)
    const found = String(database.pragma('quick_check(1)', { simple: true }))
    if (found !== 'ok') throw new Error(`it is damaged: ${found}`)
    return versionNow() > before
  } finally {
    database.close()
  }
}
