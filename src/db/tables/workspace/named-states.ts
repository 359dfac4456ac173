import { sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Named states that were set in a database, with the ids that they answer each time, a JSON object. */
export const namedStates = sqliteTable('named_states', {
  name: text().primaryKey(),
  ids: text().notNull(),
})
