import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { COUNT, checked, hexOf, ID, INSTANT, oneOf, TEXT, WHOLE } from '../checks.ts'
import { idOf } from '../references.ts'
import { assets } from './assets.ts'

/** Portals; `code` is the 32 upper-case hexadecimal digits that contents call `portalId`. */
export const portals = sqliteTable(
  'portals',
  {
    id: integer().primaryKey(),
    code: text().notNull().unique(),
    name: text().notNull(),
  },
  () => [...checked(ID, 'id'), ...checked(hexOf(32, '0-9A-F'), 'code'), ...checked(TEXT, 'name')],
)

export const portalBlocks = sqliteTable(
  'portal_blocks',
  {
    id: integer().primaryKey(),
    portalId: idOf(() => portals.id),
    name: text().notNull(),
  },
  () => [...checked(ID, 'id'), ...checked(TEXT, 'name')],
)

/** Contents of a block (document, "Portal content record"). */
export const portalContents = sqliteTable(
  'portal_contents',
  {
    id: integer().primaryKey(),
    blockId: idOf(() => portalBlocks.id),
    coreId: idOf(() => assets.id),
    name: text().notNull(),
    text: text().notNull(),
    /** Name and text, case folded, for search. */
    searchFolded: text().notNull(),
    publishedAtMs: integer().notNull(),
    stoppedAtMs: integer(),
    buttonName: text().notNull(),
    buttonLinkUrl: text().notNull(),
  },
  (table) => [
    // It has what E6 judges, so that a search for a text reads no other content than those it finds.
    index('portal_contents_block').on(
      table.blockId,
      table.publishedAtMs,
      table.id,
      table.stoppedAtMs,
      table.searchFolded,
    ),
    index('portal_contents_stopped')
      .on(table.blockId, table.stoppedAtMs)
      .where(sql`stopped_at_ms IS NOT NULL`),
    ...checked(ID, 'id'),
    ...checked(TEXT, 'name', 'text', 'searchFolded', 'buttonName', 'buttonLinkUrl'),
    ...checked(INSTANT, 'publishedAtMs', 'stoppedAtMs'),
  ],
)

export const portalContentTags = sqliteTable(
  'portal_content_tags',
  {
    contentId: idOf(() => portalContents.id),
    tag: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.contentId, table.tag] }),
    index('portal_content_tags_tag').on(table.tag),
    ...checked(TEXT, 'tag'),
  ],
)

export const portalCollaborators = sqliteTable(
  'portal_collaborators',
  {
    id: integer().primaryKey(),
    portalId: idOf(() => portals.id),
    authType: integer().notNull(),
    unitType: text({ enum: ['user', 'department', 'dimension'] }).notNull(),
    unitId: integer().notNull(),
    addedBy: integer().notNull(),
    updatedAtMs: integer().notNull(),
  },
  (table) => [
    uniqueIndex('portal_collaborators_unit').on(table.portalId, table.unitType, table.unitId),
    index('portal_collaborators_updated').on(table.updatedAtMs, table.id),
    ...checked(ID, 'id', 'addedBy'),
    ...checked(WHOLE, 'authType'),
    ...checked(oneOf('user', 'department', 'dimension'), 'unitType'),
    ...checked(COUNT, 'unitId'),
    ...checked(INSTANT, 'updatedAtMs'),
  ],
)
