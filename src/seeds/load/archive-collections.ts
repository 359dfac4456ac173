import type { Store } from '../../db/store.ts'
import { InvalidDataError } from '../../errors/invalid-data-error.ts'
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
  if (!owner) return []
  const idByPath = new Map(groups.map(({ id, path }) => [path, id]))
  const known = store.sqlite
    .prepare<[string], number>('SELECT min(id) FROM collections WHERE archive_path = ?')
    .pluck()
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
    const parentId = idByPath.get(above) ?? known.get(above)
    if (parentId == null)
      throw new InvalidDataError(`archive group ${id}: "${above}" of "${path}" does not exist`)
    return { ...group, parentId }
  })
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
    if (name.includes('/'))
      throw new InvalidDataError(
        `collection ${id} of the archive has a slash in its name: "${name}"`,
      )
    return above === null ? name : `${above}/${name}`
  }
  return pathOf
}
