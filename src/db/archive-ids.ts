import type Database from 'better-sqlite3'
import { LIMITS } from '../limits.ts'

/** An archive group that gets a new id, because a collection has its old one. */
export interface MovedGroup {
  readonly oldId: number
  readonly newId: number
  readonly path: string
}

/** How many archive groups got new ids, and the first of them. */
export interface MovedGroups {
  readonly total: number
  readonly first: readonly MovedGroup[]
}

/** The number of moved groups with as many of them as are logged. */
export const summaryOf = (moved: readonly MovedGroup[]): MovedGroups => ({
  total: moved.length,
  first: moved.slice(0, LIMITS.reportedMoves.max),
})

/**
 * The archive groups that get new ids when they become collections, in the order of their old ids. Only a database
 * of schema 4 and older has the table.
 */
export const movedGroups = (database: Database.Database): readonly MovedGroup[] => {
  if (!hasArchiveGroups(database)) return []
  const taken = database
    .prepare<[], { id: number; path: string }>(
      'SELECT id, path FROM archive_groups WHERE id IN (SELECT id FROM collections) ORDER BY id',
    )
    .all()
  if (taken.length === 0) return []
  const newIds = freeIds(database, taken.length)
  return taken.map(({ id, path }, index) => ({ oldId: id, newId: newIds[index] ?? 0, path }))
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
