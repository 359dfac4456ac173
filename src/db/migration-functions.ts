import type Database from 'better-sqlite3'
import { foldCase } from '../kernel/text.ts'

/**
 * Adds the functions that our migrations call. Those of SQL fold only the letters of ASCII and end a text at its
 * first NUL.
 */
export const addMigrationFunctions = (
  database: Database.Database,
  newIds: ReadonlyMap<number, number> = new Map(),
): void => {
  database.function('fold_case', { deterministic: true }, foldCase)
  database.function('parent_path', { deterministic: true }, parentPath)
  database.function('archive_id', { deterministic: true }, (id: number) => newIds.get(id) ?? id)
}

/** The path above one of codes joined by slashes; null for a root. */
const parentPath = (path: string): string | null => {
  const place = path.lastIndexOf('/')
  return place === -1 ? null : path.slice(0, place)
}
