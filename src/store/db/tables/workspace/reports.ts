import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { checked, ID, INSTANT, JSON_TEXT, TEXT, WHOLE } from '../checks.ts'

/** Tracking records of clients (E3), each kept as the JSON text that was sent. */
export const trackingRecords = sqliteTable(
  'tracking_records',
  {
    id: integer().primaryKey(),
    receivedAtMs: integer().notNull(),
    record: text().notNull(),
  },
  () => [
    ...checked(ID, 'id'),
    ...checked(INSTANT, 'receivedAtMs'),
    ...checked(JSON_TEXT, 'record'),
  ],
)

/** Reports about results of image search (E19). */
export const imageSearchReports = sqliteTable(
  'image_search_reports',
  {
    id: integer().primaryKey(),
    receivedAtMs: integer().notNull(),
    libraryType: text().notNull(),
    clientId: text().notNull(),
    uuid: text().notNull(),
    operateType: text().notNull(),
    contentId: integer(),
    likeType: integer(),
  },
  () => [
    ...checked(ID, 'id'),
    ...checked(INSTANT, 'receivedAtMs'),
    ...checked(TEXT, 'libraryType', 'clientId', 'uuid', 'operateType'),
    ...checked(WHOLE, 'contentId', 'likeType'),
  ],
)
