import type Database from 'better-sqlite3'
import { LIMITS } from '../limits.ts'

/**
 * New ids of the archive groups whose ids collections have, by their old ids, for the migration that makes them
 * collections. Only a database of schema 4 and older has the table.
 */
export const newArchiveIds = (database: Database.Database): ReadonlyMap<number, number> => {
  if (!hasArchiveGroups(database)) return new Map()
  const taken = database
    .prepare<[], number>(
      'SELECT id FROM archive_groups WHERE id IN (SELECT id FROM collections) ORDER BY id',
    )
    .pluck()
    .all()
  if (taken.length === 0) return new Map()
  const newIds = freeIds(database, taken.length)
  return new Map(taken.map((id, index) => [id, newIds[index] ?? 0]))
}

const hasArchiveGroups = (database: Database.Database): boolean =>
  database.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'archive_groups'`).get() !== undefined

/** Ids above all of collections and archive groups; near the highest allowed id, the lowest free ones. */
const freeIds = (database: Database.Database, count: number): number[] => {
  const used = 'SELECT id FROM collections UNION SELECT id FROM archive_groups'
  const highest = database.prepare<[], number>(`SELECT max(id) FROM (${used})`).pluck().get() ?? 0
  if (highest + count <= LIMITS.chosenId.max)
    return Array.from({ length: count }, (_, index) => highest + 1 + index)
  const all = new Set(database.prepare<[], number>(used).pluck().all())
  const free: number[] = []
  for (let id = 1; free.length < count; id += 1) if (!all.has(id)) free.push(id)
  return free
}
