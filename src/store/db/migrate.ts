import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'
import { NewerDatabaseError } from '../../contract/errors/storage-errors.ts'

export type DatabaseKind = 'workspace' | 'registry'

/**
 * Migrates a database to the newest schema. The number of applied migrations is its `user_version`, which identifies
 * a current one without reading the migrations' journal twice.
 */
export const migrateToNewest = (
  database: Database.Database,
  kind: DatabaseKind,
  migrationsFolder: string,
): void => {
  const folder = join(migrationsFolder, kind)
  const newest = countMigrations(folder)
  const current = Number(database.pragma('user_version', { simple: true }))
  if (current > newest)
    throw new NewerDatabaseError(
      `the database ${database.name} has schema ${current}, this version knows ${newest}; use a newer version of the program, or restore the backup from before the upgrade`,
    )
  if (current === newest) return
  // Applying twice does nothing, so a crash before the version is set does no harm.
  migrate(drizzle({ client: database }), { migrationsFolder: folder })
  database.pragma(`user_version = ${newest}`)
}

const countMigrations = (folder: string): number =>
  JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')).entries.length
