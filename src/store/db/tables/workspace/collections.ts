import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { COUNT, checked, FLAG, ID, INSTANT, oneOf, TEXT, WHOLE } from '../checks.ts'
import { idOf } from '../references.ts'
import { assets } from './assets.ts'
import { users } from './users.ts'

/** Asset collections, a tree; roots have parent 0 and are their own root. */
export const collections = sqliteTable(
  'collections',
  {
    id: integer().primaryKey(),
    parentId: integer().notNull(),
    rootId: integer().notNull(),
    name: text().notNull(),
    nameFolded: text().notNull(),
    description: text(),
    belongId: integer().notNull(),
    status: integer().notNull(),
    createUser: integer().notNull(),
    updateUser: integer().notNull(),
    createdAtMs: integer().notNull(),
    updatedAtMs: integer().notNull(),
    itemCount: integer().notNull(),
    /** Codes from the root of an archive down, joined by slashes; null outside of archives. Two roots may have one. */
    archivePath: text(),
  },
  (table) => [
    index('collections_archive').on(table.archivePath, table.id),
    index('collections_parent').on(table.parentId, table.createdAtMs, table.id),
    ...checked(ID, 'id', 'rootId', 'belongId', 'createUser', 'updateUser'),
    ...checked(COUNT, 'parentId', 'itemCount'),
    ...checked(TEXT, 'name', 'nameFolded', 'description', 'archivePath'),
    ...checked(WHOLE, 'status'),
    ...checked(INSTANT, 'createdAtMs', 'updatedAtMs'),
  ],
)

/** Every collection with each of its ancestors and itself, so that a subtree is one lookup. */
export const collectionAncestors = sqliteTable(
  'collection_ancestors',
  {
    collectionId: idOf(() => collections.id),
    ancestorId: idOf(() => collections.id),
  },
  (table) => [
    primaryKey({ columns: [table.collectionId, table.ancestorId] }),
    index('collection_ancestors_ancestor').on(table.ancestorId, table.collectionId),
  ],
)

export const collectionItems = sqliteTable(
  'collection_items',
  {
    collectionId: idOf(() => collections.id),
    assetId: idOf(() => assets.id),
    addedAtMs: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.collectionId, table.assetId] }),
    index('collection_items_asset').on(table.assetId, table.collectionId),
    ...checked(INSTANT, 'addedAtMs'),
  ],
)

/** Rights to see a collection and its subtree, and to add to it. */
export const collectionRights = sqliteTable(
  'collection_rights',
  {
    collectionId: idOf(() => collections.id),
    unitType: integer().notNull(),
    unitId: integer().notNull(),
    mayAdd: integer({ mode: 'boolean' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.collectionId, table.unitType, table.unitId] }),
    index('collection_rights_unit').on(table.unitType, table.unitId, table.collectionId),
    ...checked(oneOf(1, 2, 3), 'unitType'),
    ...checked(COUNT, 'unitId'),
    ...checked(FLAG, 'mayAdd'),
  ],
)

/** Which collections a user has collected (`hasCollected`). */
export const collectedCollections = sqliteTable(
  'collected_collections',
  {
    userId: idOf(() => users.id),
    collectionId: idOf(() => collections.id),
  },
  (table) => [primaryKey({ columns: [table.userId, table.collectionId] })],
)
