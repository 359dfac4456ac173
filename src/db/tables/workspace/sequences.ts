import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The last assigned id of each kind; an id is never assigned twice. */
export const sequences = sqliteTable('sequences', {
  name: text().primaryKey(),
  last: integer().notNull(),
})
