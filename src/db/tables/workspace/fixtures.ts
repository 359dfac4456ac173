import { sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Named ids that a seed provides for tests, each a JSON value; read by `GET /_sandbox/fixtures`. */
export const fixtures = sqliteTable('fixtures', {
  name: text().primaryKey(),
  value: text().notNull(),
})
