import type { Store } from '../../db/store.ts'
import { InvalidDataError } from '../../errors/invalid-data-error.ts'
import { quote } from '../../errors/quote.ts'
import { rowsOf } from '../kept-statements.ts'
import type { Seed } from '../seed-format.ts'

/** A collection of a seed. */
export type SeedCollection = NonNullable<Seed['collections']>[number]

const OWNER =
  'SELECT id AS createUser, created_at_ms AS createdAtMs FROM users WHERE is_app_owner = 1 ORDER BY id LIMIT 1'

/** The collections that the archive groups of a seed are; the owner of the application has them (A-17-2). */
export const archiveCollections = (store: Store, seed: Seed): SeedCollection[] => {
  const groups = seed.archiveGroups ?? []
  if (groups.length === 0) return []
  const [owner] = rowsOf<{ createUser: number; createdAtMs: number }>(store, OWNER)
  if (!owner) throw new InvalidDataError('archiveGroups need a user with isAppOwner, who has them')
  const idOf = idByPath(store, groups)
  return groups.map(({ id, path }) => {
    const place = path.lastIndexOf('/')
    const group = { id, name: path.slice(place + 1), ...owner }
    if (place === -1)
      return { ...group, isArchive: true, rights: [{ unit: { everyone: true }, mayAdd: false }] }
    const above = path.slice(0, place)
    const parentId = idOf(above)
    if (parentId === undefined)
      throw new InvalidDataError(
        `archiveGroups, id ${id}: path is ${quote(path)}, but no group has the path ${quote(above)}; add that group too`,
      )
    return { ...group, parentId }
  })
}

/** Finds the one group of a path: of the seed, else of the store. */
const idByPath = (
  store: Store,
  groups: NonNullable<Seed['archiveGroups']>,
): ((path: string) => number | undefined) => {
  const added = new Map<string, number>()
  for (const { id, path } of groups) {
    const other = added.get(path)
    if (other !== undefined)
      throw new InvalidDataError(
        `archiveGroups, id ${id}: path ${quote(path)} is taken already, by ${other}; write groups of two roots as collections`,
      )
    added.set(path, id)
  }
  const known = 'SELECT id FROM collections WHERE archive_path = ? ORDER BY id LIMIT 2'
  return (path) => {
    const id = added.get(path)
    if (id !== undefined) return id
    const [first, second] = rowsOf<{ id: number }>(store, known, path)
    if (second)
      throw new InvalidDataError(
        `archiveGroups: ${quote(path)} is the path of ${first?.id} and of ${second.id}; write groups below one of them as collections`,
      )
    return first?.id
  }
}

const OTHER_PATH = `SELECT asked.key AS place, c.archive_path AS path
  FROM json_each(?) asked JOIN collections c ON c.id = asked.value ->> 'id'
  WHERE c.archive_path IS NOT asked.value ->> 'path' LIMIT 1`

/** Refuses `archiveGroups` that do not get the path they state, because the group above them has moved. */
export const refuseOtherPaths = (store: Store, { archiveGroups: groups = [] }: Seed): void => {
  const [other] = rowsOf<{ place: number; path: string | null }>(
    store,
    OTHER_PATH,
    JSON.stringify(groups),
  )
  const group = groups[other?.place ?? -1]
  if (other && group)
    throw new InvalidDataError(
      `archiveGroups, id ${group.id}: path is ${quote(group.path)}, but the group above it makes it ${quote(other.path)} (/archiveGroups/${other.place}/path)`,
    )
}
