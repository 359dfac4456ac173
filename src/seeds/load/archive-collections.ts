import type { Store } from '../../db/store.ts'
import { InvalidDataError } from '../../errors/invalid-data-error.ts'
import { quote } from '../../errors/quote.ts'
import type { Seed } from '../seed-format.ts'

/** A collection of a seed. */
export type SeedCollection = NonNullable<Seed['collections']>[number]

/** A collection with what its place in the tree depends on. */
export type TreeCollection = Pick<SeedCollection, 'id' | 'name' | 'parentId' | 'isArchive'>

interface Owner {
  id: number
  createdAtMs: number
}

/** The collections that the archive groups of a seed are; the owner of the application has them (A-17-2). */
export const archiveCollections = (store: Store, seed: Seed): SeedCollection[] => {
  const groups = seed.archiveGroups ?? []
  if (groups.length === 0) return []
  const owner = store.sqlite
    .prepare<[], Owner>(
      'SELECT id, created_at_ms AS createdAtMs FROM users WHERE is_app_owner = 1 ORDER BY id LIMIT 1',
    )
    .get()
  if (!owner) throw new InvalidDataError('archiveGroups need a user with isAppOwner, who has them')
  const idOf = idByPath(store, groups)
  return groups.map(({ id, path }) => {
    const place = path.lastIndexOf('/')
    const group = {
      id,
      name: path.slice(place + 1),
      createUser: owner.id,
      createdAtMs: owner.createdAtMs,
    }
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
  const known = store.sqlite
    .prepare<[string], number>(
      'SELECT id FROM collections WHERE archive_path = ? ORDER BY id LIMIT 2',
    )
    .pluck()
  return (path) => {
    const id = added.get(path)
    if (id !== undefined) return id
    const [first, second] = known.all(path)
    if (second !== undefined)
      throw new InvalidDataError(
        `archiveGroups: ${quote(path)} is the path of ${first} and of ${second}; write groups below one of them as collections`,
      )
    return first
  }
}

/** Refuses added collections whose path another one has below the same root (A-17-3). */
export const refuseDoublePath = (store: Store, added: readonly TreeCollection[]): void => {
  const double = store.sqlite
    .prepare<[string], { id: number; other: number; path: string }>(
      `SELECT c.id, other.id AS other, c.archive_path AS path
       FROM json_each(?) added
       JOIN collections c ON c.id = added.value
       JOIN collections other ON other.archive_path = c.archive_path AND other.id <> c.id
       WHERE other.root_id = c.root_id ORDER BY added.key, other.id LIMIT 1`,
    )
    .get(JSON.stringify(added.map(({ id }) => id)))
  if (double)
    throw new InvalidDataError(
      `collections, id ${double.id}: the path ${quote(double.path)} is taken already, by ${double.other} in the same archive`,
    )
}

/** Refuses `archiveGroups` that do not get the path they state, because the group above them has moved. */
export const refuseOtherPaths = (store: Store, { archiveGroups: groups = [] }: Seed): void => {
  const known = store.sqlite
    .prepare<[number], string | null>('SELECT archive_path FROM collections WHERE id = ?')
    .pluck()
  for (const [index, { id, path }] of groups.entries()) {
    const stored = known.get(id)
    if (stored !== path)
      throw new InvalidDataError(
        `archiveGroups, id ${id}: path is ${quote(path)}, but the group above it makes it ${quote(stored)} (/archiveGroups/${index}/path)`,
      )
  }
}

const checkCode = (id: number, name: string): void => {
  if (name === '' || name.includes('/'))
    throw new InvalidDataError(
      `collection ${id} of the archive has the name ${quote(name)}; a part of a path is not empty and has no slash`,
    )
}

/** Finds the archive path of an added collection; null outside of archives. */
export const archivePaths = (
  store: Store,
  added: readonly TreeCollection[],
): ((id: number) => string | null) => {
  const byId = new Map(added.map((collection) => [collection.id, collection]))
  const found = new Map<number, string | null>()
  const known = store.sqlite
    .prepare<[number], string | null>('SELECT archive_path FROM collections WHERE id = ?')
    .pluck()
  const pathOf = (id: number): string | null => {
    const kept = found.get(id)
    if (kept !== undefined) return kept
    const path = makePath(id)
    found.set(id, path)
    return path
  }
  const makePath = (id: number): string | null => {
    const collection = byId.get(id)
    if (!collection) return known.get(id) ?? null
    const { name, parentId, isArchive } = collection
    const above = parentId === undefined ? null : pathOf(parentId)
    if (isArchive && parentId !== undefined)
      throw new InvalidDataError(`collection ${id} is an archive and has the parent ${parentId}`)
    if (!isArchive && above === null) return null
    checkCode(id, name)
    return above === null ? name : `${above}/${name}`
  }
  return pathOf
}
