import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, unique, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { checked, FLAG, ID, INSTANT, TEXT, WHOLE } from '../checks.ts'
import { idOf } from '../references.ts'

/**
 * The id by which callers know a crowd pack: the id of its row, unless another row still had it when the pack was
 * made. Not `coalesce`, at whose comma drizzle-kit splits an index.
 */
export const PACK_WIRE_ID = 'CASE WHEN wire_id IS NULL THEN id ELSE wire_id END'

/** Crowd packs of private-domain marketing. A deleted pack stays as a row until its members are removed. */
export const crowdPacks = sqliteTable(
  'crowd_packs',
  {
    id: integer().primaryKey(),
    corpId: text().notNull(),
    source: text().notNull(),
    name: text().notNull(),
    selfAgent: integer().notNull(),
    isComplete: integer({ mode: 'boolean' }).notNull(),
    createdAtMs: integer().notNull(),
    wireId: integer(),
    isDeleted: integer({ mode: 'boolean' }).notNull().default(false),
  },
  () => [
    uniqueIndex('crowd_packs_wire_id').on(sql.raw(PACK_WIRE_ID)).where(sql`is_deleted = 0`),
    index('crowd_packs_deleted').on(sql`id`).where(sql`is_deleted = 1`),
    ...checked(WHOLE, 'id', 'selfAgent', 'wireId'),
    ...checked(TEXT, 'corpId', 'source', 'name'),
    ...checked(FLAG, 'isComplete', 'isDeleted'),
    ...checked(INSTANT, 'createdAtMs'),
  ],
)

/** Members of crowd packs, unique per pack; ids grow in order of insertion. */
export const crowdMembers = sqliteTable(
  'crowd_members',
  {
    id: integer().primaryKey(),
    packId: idOf(() => crowdPacks.id),
    sign: text().notNull(),
  },
  (table) => [
    unique('crowd_members_sign').on(table.packId, table.sign),
    index('crowd_members_order').on(table.packId, table.id),
    ...checked(ID, 'id'),
    ...checked(TEXT, 'sign'),
  ],
)
