import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The last assigned id of each kind; an id is never assigned twice. */
export const sequences = sqliteTable('sequences', {
  name: text().primaryKey(),
  last: integer().notNull(),
})

/** Named ids that a seed provides for tests, each a JSON value; read by `GET /_sandbox/fixtures`. */
export const fixtures = sqliteTable('fixtures', {
  name: text().primaryKey(),
  value: text().notNull(),
})
