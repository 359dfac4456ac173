import type { Store } from '../../db/store.ts'
import {
  collectedCollections,
  collectionAncestors,
  collectionItems,
  collectionRights,
  collections,
} from '../../db/tables/workspace/collections.ts'
import { InvalidDataError } from '../../errors/invalid-data-error.ts'
import { foldCase } from '../../kernel/text.ts'
import { LIMITS } from '../../limits.ts'
import type { Seed } from '../seed-format.ts'
import {
  archiveCollections,
  archivePaths,
  refuseDoublePath,
  refuseOtherPaths,
  type SeedCollection,
  type TreeCollection,
} from './archive-collections.ts'
import { collectionsBelow, moveCollections, removeAncestors } from './collections-below.ts'
import { insertAll, putAll } from './insert-rows.ts'
import { unitColumns } from './load-library.ts'

/** Loads `collections` with tree, members and rights, then `archiveGroups`, whose parents may be among them. */
export const loadCollections = (store: Store, seed: Seed, maxLevels: number): void => {
  const levels = addCollections(store, seed.collections ?? [], 0, maxLevels)
  addCollections(store, archiveCollections(store, seed), levels, maxLevels)
  refuseOtherPaths(store, seed)
}

/** Adds collections; returns the levels of all, those of earlier ones (`earlierLevels`) included. */
const addCollections = (
  store: Store,
  seedCollections: readonly SeedCollection[],
  earlierLevels: number,
  maxLevels: number,
): number => {
  const below = collectionsBelow(store, seedCollections)
  const tree = [...seedCollections, ...below]
  const ancestorsOf = ancestry(store, tree)
  const paths = new Map(tree.map(({ id }) => [id, ancestorsOf(id)]))
  const levels = [...paths.values()].reduce((sum, path) => sum + path.length, earlierLevels)
  if (levels > maxLevels)
    throw new InvalidDataError(
      `collections have ${levels} levels together; at most ${maxLevels} are allowed`,
    )
  const archivePathOf = archivePaths(store, tree)
  putAll(
    store,
    collections,
    seedCollections.map((collection) =>
      toCollection(collection, paths.get(collection.id) ?? [], archivePathOf(collection.id)),
    ),
  )
  moveCollections(
    store,
    below.map(({ id }) => ({ id, rootId: paths.get(id)?.at(-1), path: archivePathOf(id) })),
  )
  removeAncestors(store, [...paths.keys()])
  refuseDoublePath(store, tree)
  insertAll(
    store,
    collectionAncestors,
    [...paths].flatMap(([collectionId, path]) =>
      path.map((ancestorId) => ({ collectionId, ancestorId })),
    ),
  )
  insertContents(store, seedCollections)
  return levels
}

/** Inserts the rows of collections in other tables: their assets, their rights, and the users who collected them. */
const insertContents = (store: Store, seedCollections: readonly SeedCollection[]): void => {
  insertAll(
    store,
    collectionItems,
    seedCollections.flatMap(({ id, assetIds, createdAtMs }) =>
      (assetIds ?? []).map((assetId) => ({
        collectionId: id,
        assetId,
        addedAtMs: createdAtMs,
      })),
    ),
  )
  insertAll(
    store,
    collectionRights,
    seedCollections.flatMap(({ id, rights }) =>
      (rights ?? []).map(({ unit, mayAdd }) => ({
        collectionId: id,
        ...unitColumns(unit),
        mayAdd,
      })),
    ),
  )
  insertAll(
    store,
    collectedCollections,
    seedCollections.flatMap(({ id, collectedBy }) =>
      (collectedBy ?? []).map((userId) => ({ userId, collectionId: id })),
    ),
  )
}

/** Loads rights on existing collections. */
export const loadCollectionRights = (store: Store, seed: Seed): void => {
  const rights = seed.collectionRights ?? []
  insertAll(
    store,
    collectionRights,
    rights.map(({ unit, ...right }) => ({ ...right, ...unitColumns(unit) })),
  )
}

/** Ids from a collection up to its root, itself first; each collection is looked up once. */
const ancestry = (store: Store, added: readonly TreeCollection[]) => {
  const parents = new Map(added.map(({ id, parentId }) => [id, parentId ?? 0]))
  const known = store.sqlite
    .prepare<[number], number>('SELECT parent_id FROM collections WHERE id = ?')
    .pluck()
  const parentOf = (id: number): number => {
    const parent = parents.get(id) ?? known.get(id)
    if (parent === undefined)
      throw new InvalidDataError(`collection ${id} is named but does not exist`)
    parents.set(id, parent)
    return parent
  }
  return (id: number): number[] => {
    const path = [id]
    for (let parent = parentOf(id); parent !== 0; parent = parentOf(parent)) {
      if (path.includes(parent)) throw new InvalidDataError(`collection ${id} is below itself`)
      if (path.length >= LIMITS.seedDepth.max)
        throw new InvalidDataError(
          `collection ${id} is more than ${LIMITS.seedDepth.max} levels below its root`,
        )
      path.push(parent)
    }
    return path
  }
}

const toCollection = (
  seed: SeedCollection,
  path: readonly number[],
  archivePath: string | null,
): typeof collections.$inferSelect => ({
  id: seed.id,
  parentId: seed.parentId ?? 0,
  rootId: path.at(-1) ?? seed.id,
  name: seed.name,
  nameFolded: foldCase(seed.name),
  description: seed.description ?? null,
  belongId: seed.belongId ?? seed.createUser,
  status: seed.status ?? 0,
  createUser: seed.createUser,
  updateUser: seed.updateUser ?? seed.createUser,
  createdAtMs: seed.createdAtMs,
  updatedAtMs: seed.updatedAtMs ?? seed.createdAtMs,
  itemCount: new Set(seed.assetIds).size,
  archivePath,
})
