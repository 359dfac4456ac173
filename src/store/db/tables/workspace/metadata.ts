import { foreignKey, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { checked, hexOf, INSTANT, TEXT, WHOLE } from '../checks.ts'
import { idOf, nameOf } from '../references.ts'
import { assets } from './assets.ts'
import { portalContents } from './portal.ts'

export const metadataFields = sqliteTable(
  'metadata_fields',
  {
    code: text().primaryKey(),
    name: text().notNull(),
  },
  () => [...checked(hexOf(32), 'code'), ...checked(TEXT, 'name')],
)

/** The values that a metadata field can take, a tree ordered by `sort`. */
export const metadataValues = sqliteTable(
  'metadata_values',
  {
    fieldCode: nameOf(() => metadataFields.code),
    code: text().notNull(),
    name: text().notNull(),
    parentCode: text(),
    sort: integer().notNull(),
    updatedAtMs: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.fieldCode, table.code] }),
    index('metadata_values_updated').on(table.updatedAtMs, table.fieldCode, table.code),
    ...checked(TEXT, 'code', 'name', 'parentCode'),
    ...checked(WHOLE, 'sort'),
    ...checked(INSTANT, 'updatedAtMs'),
  ],
)

export const assetMetadata = sqliteTable(
  'asset_metadata',
  {
    assetId: idOf(() => assets.id),
    fieldCode: text().notNull(),
    valueCode: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.assetId, table.fieldCode, table.valueCode] }),
    index('asset_metadata_value').on(table.fieldCode, table.valueCode, table.assetId),
    foreignKey({
      columns: [table.fieldCode, table.valueCode],
      foreignColumns: [metadataValues.fieldCode, metadataValues.code],
    }),
  ],
)

export const contentMetadata = sqliteTable(
  'content_metadata',
  {
    contentId: idOf(() => portalContents.id),
    fieldCode: text().notNull(),
    valueCode: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.contentId, table.fieldCode, table.valueCode] }),
    index('content_metadata_value').on(table.fieldCode, table.valueCode, table.contentId),
    foreignKey({
      columns: [table.fieldCode, table.valueCode],
      foreignColumns: [metadataValues.fieldCode, metadataValues.code],
    }),
  ],
)
