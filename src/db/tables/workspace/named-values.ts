import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
/** Named states that were set in a database, with the ids that they answer each time, a JSON object. */
export const namedStates = sqliteTable('named_states', {
  name: text().primaryKey(),
  ids: text().notNull(),
})

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
