import type { Store } from '../../db/store.ts'
import { rowsOf, runKept } from '../kept-statements.ts'
import type { TreeCollection } from './archive-collections.ts'

interface Stored {
  id: number
  parentId: number
  name: string
  archivePath: string | null
}

/** The collections below those that a seed moves or, in an archive, renames; without those of the seed. */
export const collectionsBelow = (
  store: Store,
  added: readonly TreeCollection[],
): TreeCollection[] => {
  if (added.length === 0) return []
  const ids = JSON.stringify(added.map(({ id }) => id))
  const stored = rowsOf<Stored>(
    store,
    `SELECT id, parent_id AS parentId, name, archive_path AS archivePath FROM collections
     WHERE id IN (SELECT value FROM json_each(?))`,
    ids,
  )
  const byId = new Map(added.map((collection) => [collection.id, collection]))
  const moved = stored.filter((before) => isMoved(before, byId.get(before.id)))
  return rowsOf<{ id: number; name: string; parentId: number }>(
    store,
    `SELECT DISTINCT c.id, c.name, c.parent_id AS parentId
     FROM collection_ancestors a JOIN collections c ON c.id = a.collection_id
     WHERE a.ancestor_id IN (SELECT value FROM json_each(?))
       AND c.id NOT IN (SELECT value FROM json_each(?)) ORDER BY c.id`,
    JSON.stringify(moved.map(({ id }) => id)),
    ids,
  )
}

const isMoved = (before: Stored, after: TreeCollection | undefined): boolean => {
  if (!after) return false
  const { parentId = 0, isArchive = false } = after
  const wasArchive = before.parentId === 0 && before.archivePath !== null
  const isInArchive = isArchive || before.archivePath !== null
  return (
    parentId !== before.parentId ||
    isArchive !== wasArchive ||
    (isInArchive && after.name !== before.name)
  )
}

/** A collection whose parents have changed: its new root, and its path in an archive. */
interface Moved {
  id: number
  rootId: number | undefined
  path: string | null
}

/** Gives collections below changed ones their new root and path. */
export const moveCollections = (store: Store, moved: readonly Moved[]): void => {
  for (const { id, rootId, path } of moved)
    runKept(
      store,
      'UPDATE collections SET root_id = ?, archive_path = ? WHERE id = ?',
      rootId,
      path,
      id,
    )
}

/** Removes the ancestors of collections, before new ones are inserted. */
export const removeAncestors = (store: Store, ids: readonly number[]): void =>
  runKept(
    store,
    'DELETE FROM collection_ancestors WHERE collection_id IN (SELECT value FROM json_each(?))',
    JSON.stringify(ids),
  )
