import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { COUNT, checked, hexOf } from '../checks.ts'

/** The files that a database names; their bytes are stored outside, by digest. */
export const files = sqliteTable(
  'files',
  {
    /** SHA-256, 64 lower-case hexadecimal digits. */
    digest: text().primaryKey(),
    sizeBytes: integer().notNull(),
    /** MD5, 32 lower-case hexadecimal digits. */
    md5: text().notNull(),
  },
  () => [
    ...checked(hexOf(64), 'digest'),
    ...checked(COUNT, 'sizeBytes'),
    ...checked(hexOf(32), 'md5'),
  ],
)
