import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The last id handed out per kind of thing; an id is never handed out twice. */
export const sequences = sqliteTable('sequences', {
  name: text().primaryKey(),
  last: integer().notNull(),
})
