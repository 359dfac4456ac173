import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { SEQUENCE_NAMES } from '../../sequences.ts'
import { checked, JSON_TEXT, NOT_NEGATIVE, oneOf, TEXT } from '../checks.ts'

/** The last assigned id of each kind; an id is never assigned twice. */
export const sequences = sqliteTable(
  'sequences',
  {
    name: text().primaryKey(),
    last: integer().notNull(),
  },
  () => [...checked(oneOf(...SEQUENCE_NAMES), 'name'), ...checked(NOT_NEGATIVE, 'last')],
)

/** Named ids that a seed provides for tests, each a JSON value; read by `GET /_sandbox/fixtures`. */
export const fixtures = sqliteTable(
  'fixtures',
  {
    name: text().primaryKey(),
    value: text().notNull(),
  },
  () => [...checked(TEXT, 'name'), ...checked(JSON_TEXT, 'value')],
)
