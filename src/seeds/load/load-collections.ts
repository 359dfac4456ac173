import { InvalidDataError } from '../../contract/errors/invalid-data-error.ts'
import { LIMITS } from '../../kernel/limits.ts'
import { foldForSearch } from '../../kernel/text.ts'
import type { Store } from '../../store/db/store.ts'
import {
  collectedCollections,
  collectionItems,
  collectionRights,
  collections,
} from '../../store/db/tables/workspace/collections.ts'
import type { SeedMode } from '../check-names.ts'
import type { SeedLists, SeedRow } from '../seed-format.ts'
import { fillAll, insertAll, putAll } from './insert-rows.ts'
import { unitColumns } from './load-assets.ts'

export const loadCollections = (
  store: Store,
  { collections: rows, collectionRights: others }: SeedLists,
  { maxLevels, mode }: { maxLevels: number; mode: SeedMode },
): void => {
  putAll(store, collections, rows.map(toCollection))
  if (rows.length > 0) placeCollections(store, rows, maxLevels)
  insertContents(store, rows)
  const rights = others.map(({ unit, ...right }) => ({ ...right, ...unitColumns(unit) }))
  // The right of a unit on a collection is one row.
  if (mode === 'replace') putAll(store, collectionRights, rights)
  else insertAll(store, collectionRights, rights)
}

/** Finds the places of collections in the tree, and of those below them. */
const placeCollections = (
  store: Store,
  rows: readonly SeedCollection[],
  maxLevels: number,
): void => {
  const added = JSON.stringify(rows.map(({ id }) => id))
  const ids = JSON.stringify(store.values<number>(BELOW, added))
  for (const statement of [REMOVE_ANCESTORS, INSERT_ANCESTORS, PLACE]) store.run(statement, { ids })
  for (const query of PROBLEMS) {
    const problem = store.value<string>(query, { ids })
    if (problem !== undefined) throw new InvalidDataError(problem)
  }
  const levels = store.value<number>(LEVELS, { ids }) ?? 0
  if (levels > maxLevels)
    throw new InvalidDataError(
      `collections have ${levels} levels together; at most ${maxLevels} are allowed`,
    )
}

const BELOW = `WITH RECURSIVE tree(id) AS (
    SELECT value FROM json_each(?)
    UNION SELECT c.id FROM tree JOIN collections c ON c.parent_id = tree.id)
  SELECT id FROM tree`

const IN_TREE = 'IN (SELECT value FROM json_each(@ids))'
const { max: MAX_DEPTH } = LIMITS.seedDepth

const LEVELS = `SELECT count(*) FROM collection_ancestors WHERE collection_id ${IN_TREE}`

const REMOVE_ANCESTORS = `DELETE FROM collection_ancestors WHERE collection_id ${IN_TREE}`

const INSERT_ANCESTORS = `INSERT OR IGNORE INTO collection_ancestors (collection_id, ancestor_id)
  WITH RECURSIVE above(id, ancestor, level) AS (
    SELECT value, value, 1 FROM json_each(@ids)
    UNION ALL SELECT above.id, c.parent_id, level + 1 FROM above JOIN collections c ON c.id = ancestor
      WHERE c.parent_id <> 0 AND level < ${MAX_DEPTH})
  SELECT id, ancestor FROM above`

/** A collection is in the archive where its root is; its path has the names from the root down. */
const PLACE = `UPDATE collections AS c SET root_id = root.id, archive_path = CASE
    WHEN root.archive_path IS NOT NULL THEN (SELECT group_concat(name, '/') FROM (
      SELECT step.name FROM collection_ancestors a JOIN collections step ON step.id = a.ancestor_id
      WHERE a.collection_id = c.id
      ORDER BY (SELECT count(*) FROM collection_ancestors WHERE collection_id = step.id))) END
  FROM collection_ancestors link JOIN collections root ON root.id = link.ancestor_id
  WHERE root.parent_id = 0 AND link.collection_id = c.id AND c.id ${IN_TREE}`

/** What may be wrong with a tree, as queries of sentences (A-17-3). */
const PROBLEMS = [
  `SELECT format('collection %d is below itself, or more than ${MAX_DEPTH} levels below its root', id)
   FROM collections c WHERE id ${IN_TREE} AND NOT EXISTS (
     SELECT 1 FROM collection_ancestors JOIN collections root ON root.id = ancestor_id
     WHERE collection_id = c.id AND root.parent_id = 0) LIMIT 1`,
  `SELECT format('collection %d of the archive has the name %s; a part of a path is not empty and has no slash',
     id, json_quote(name))
   FROM collections WHERE id ${IN_TREE} AND archive_path IS NOT NULL AND (name = '' OR instr(name, '/'))
   LIMIT 1`,
  `SELECT format('collections, id %d: the path %s is already in use, by %d in the same archive',
     c.id, json_quote(c.archive_path), other.id)
   FROM json_each(@ids) asked JOIN collections c ON c.id = asked.value
   JOIN collections other ON other.archive_path = c.archive_path AND other.id <> c.id
   WHERE other.root_id = c.root_id ORDER BY asked.key, other.id LIMIT 1`,
]

type SeedCollection = SeedRow<'collections'>

/** Loads the rows of collections in other tables: their assets, their rights, and the users who collected them. */
const insertContents = (store: Store, rows: readonly SeedCollection[]): void => {
  const items = rows.flatMap(({ id: collectionId, assetIds = [], createdAtMs: addedAtMs }) =>
    assetIds.map((assetId) => ({ collectionId, assetId, addedAtMs })),
  )
  fillAll(store, collectionItems, 'collectionId', rows, items)
  const rights = rows.flatMap(({ id: collectionId, rights: given = [] }) =>
    given.map(({ unit, mayAdd }) => ({ collectionId, ...unitColumns(unit), mayAdd })),
  )
  fillAll(store, collectionRights, 'collectionId', rows, rights)
  const collected = rows.flatMap(({ id: collectionId, collectedBy = [] }) =>
    collectedBy.map((userId) => ({ userId, collectionId })),
  )
  fillAll(store, collectedCollections, 'collectionId', rows, collected)
}

/** The row of a collection; its place in the tree is found when all rows are there. */
const toCollection = ({ isArchive = false, ...seed }: SeedCollection) => {
  const { id, parentId = 0, name, createUser, createdAtMs } = seed
  if (isArchive && parentId !== 0)
    throw new InvalidDataError(`collection ${id} is an archive and has the parent ${parentId}`)
  return {
    belongId: createUser,
    status: 0,
    updateUser: createUser,
    updatedAtMs: createdAtMs,
    ...seed,
    parentId,
    rootId: id,
    nameFolded: foldForSearch(name),
    itemCount: seed.assetIds?.length ?? 0,
    archivePath: isArchive ? name : null,
  }
}
