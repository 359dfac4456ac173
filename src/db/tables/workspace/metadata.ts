import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Metadata fields, by code. */
export const metadataFields = sqliteTable('metadata_fields', {
  code: text().primaryKey(),
  name: text().notNull(),
})

/** The values that a metadata field can take, a tree ordered by `sort`. */
export const metadataValues = sqliteTable(
  'metadata_values',
  {
    fieldCode: text()
      .notNull()
      .references(() => metadataFields.code),
    code: text().notNull(),
    name: text().notNull(),
    parentCode: text(),
    sort: integer().notNull(),
    updatedAtMs: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.fieldCode, table.code] }),
    index('metadata_values_updated').on(table.updatedAtMs, table.fieldCode, table.code),
  ],
)
