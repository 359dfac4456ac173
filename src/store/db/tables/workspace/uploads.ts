import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { COUNT, CRC64, checked, hexOf, ID, INSTANT, JSON_TEXT, oneOf, TEXT } from '../checks.ts'
import { nameOf } from '../references.ts'
import { files } from './files.ts'

export const uploads = sqliteTable(
  'uploads',
  {
    id: text().primaryKey(),
    filePath: text().notNull(),
    name: text().notNull(),
    /** As declared; the actual type is detected when an atom is made. */
    mediaType: text().notNull(),
    /** As declared. */
    sizeBytes: integer().notNull(),
    status: text({ enum: ['open', 'completed', 'aborted', 'expired'] }).notNull(),
    createdAtMs: integer().notNull(),
    /** When it expires unless it is completed before; null for never. */
    expiresAtMs: integer(),
    completedAtMs: integer(),
    fileDigest: text().references(() => files.digest),
    /** Of the file, as object storage answers it, in decimal digits; null where a part came another way. */
    crc64: text(),
    /** The headers of an object that object storage answers again, by their names in lower case, as JSON. */
    headers: text(),
  },
  (table) => [
    index('uploads_expiry').on(table.expiresAtMs).where(sql`status = 'open'`),
    index('uploads_path').on(table.filePath),
    index('uploads_open').on(table.filePath, table.id).where(sql`status = 'open'`),
    index('uploads_ended').on(table.filePath).where(sql`status <> 'open' AND file_digest IS NULL`),
    index('uploads_digest').on(table.fileDigest).where(sql`file_digest IS NOT NULL`),
    // A path has one file; a later one takes its place.
    uniqueIndex('uploads_file').on(table.filePath).where(sql`file_digest IS NOT NULL`),
    ...checked(TEXT, 'id', 'filePath', 'name', 'mediaType'),
    ...checked(COUNT, 'sizeBytes'),
    ...checked(oneOf('open', 'completed', 'aborted', 'expired'), 'status'),
    ...checked(INSTANT, 'createdAtMs', 'expiresAtMs', 'completedAtMs'),
    ...checked(CRC64, 'crc64'),
    ...checked(JSON_TEXT, 'headers'),
  ],
)

export const uploadParts = sqliteTable(
  'upload_parts',
  {
    uploadId: nameOf(() => uploads.id),
    partNumber: integer().notNull(),
    etag: text().notNull(),
    sizeBytes: integer().notNull(),
    /** SHA-256 of its bytes; null when they are no longer needed. */
    digest: text(),
    crc64: text(),
    /** Null for parts of versions that did not record it. */
    arrivedAtMs: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.uploadId, table.partNumber] }),
    ...checked(ID, 'partNumber'),
    ...checked(hexOf(32), 'etag'),
    ...checked(COUNT, 'sizeBytes'),
    ...checked(hexOf(64), 'digest'),
    ...checked(CRC64, 'crc64'),
    ...checked(INSTANT, 'arrivedAtMs'),
  ],
)
