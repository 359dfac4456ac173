import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Multipart uploads. */
export const uploads = sqliteTable('uploads', {
  id: text().primaryKey(),
  filePath: text().notNull().unique(),
  name: text().notNull(),
  mediaType: text().notNull(),
  sizeBytes: integer().notNull(),
  status: text({ enum: ['open', 'completed', 'aborted'] }).notNull(),
  createdAtMs: integer().notNull(),
  completedAtMs: integer(),
})

/** Parts of an upload that have arrived. */
export const uploadParts = sqliteTable(
  'upload_parts',
  {
    uploadId: text()
      .notNull()
      .references(() => uploads.id),
    partNumber: integer().notNull(),
    etag: text().notNull(),
    sizeBytes: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.uploadId, table.partNumber] })],
)
