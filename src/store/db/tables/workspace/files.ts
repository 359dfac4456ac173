import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The files that a database names; their bytes are stored outside, by digest. */
export const files = sqliteTable('files', {
  /** SHA-256, 64 lower-case hexadecimal digits. */
  digest: text().primaryKey(),
  sizeBytes: integer().notNull(),
  /** MD5, 32 lower-case hexadecimal digits. */
  md5: text().notNull(),
})
