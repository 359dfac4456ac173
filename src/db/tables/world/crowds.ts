import { index, integer, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core'

/** Crowd packs of private-domain marketing. */
export const crowdPacks = sqliteTable('crowd_packs', {
  id: integer().primaryKey(),
  corpId: text().notNull(),
  source: text().notNull(),
  name: text().notNull(),
  selfAgent: integer().notNull(),
  isComplete: integer({ mode: 'boolean' }).notNull(),
  createdAtMs: integer().notNull(),
})

/** Members of crowd packs, unique per pack; ids grow in order of insertion. */
export const crowdMembers = sqliteTable(
  'crowd_members',
  {
    id: integer().primaryKey(),
    packId: integer()
      .notNull()
      .references(() => crowdPacks.id),
    sign: text().notNull(),
  },
  (table) => [
    unique('crowd_members_sign').on(table.packId, table.sign),
    index('crowd_members_order').on(table.packId, table.id),
  ],
)
