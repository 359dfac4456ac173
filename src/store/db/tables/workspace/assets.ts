import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { idOf } from '../references.ts'
import { files } from './files.ts'
import { dataRoles } from './users.ts'

/** Assets in the library (document, "Asset detail"). */
export const assets = sqliteTable('assets', {
  id: integer().primaryKey(),
  name: text().notNull(),
  extension: text().notNull(),
  approvalStatus: integer().notNull(),
  importance: integer().notNull(),
  tags: text().notNull(),
  customerLifeCycleRuleTagCode: text().notNull(),
  createUser: integer().notNull(),
  updateUser: integer().notNull(),
  createdAtMs: integer().notNull(),
  updatedAtMs: integer().notNull(),
  isDownload: integer().notNull(),
  riskLevel: integer().notNull(),
  watermark: text().notNull(),
  templateGenerateCount: integer().notNull(),
  stickTop: integer().notNull(),
  dummy: integer().notNull(),
  assetTagStatus: integer().notNull(),
  maplexStatus: integer().notNull(),
  isDam: integer().notNull(),
  importUrl: text().notNull(),
  scenarioVisibility: text().notNull(),
  ruleCheckStatusCode: integer().notNull(),
  ruleCheckStatus: text().notNull(),
  analysisStatus: integer().notNull(),
  status: integer().notNull(),
})

/** Content atoms: what E16 makes of uploaded files and E21 turns into assets. */
export const atoms = sqliteTable('atoms', {
  id: integer().primaryKey(),
  path: text().notNull(),
  name: text().notNull(),
  extension: text().notNull(),
  sizeBytes: integer().notNull(),
  mediaType: text().notNull(),
  /** The file at the path; without it the facts are the declared ones. */
  fileDigest: text().references(() => files.digest),
  width: integer(),
  height: integer(),
  durationMs: integer(),
  wordNum: integer(),
  createUser: integer().notNull(),
  createdAtMs: integer().notNull(),
  assetId: integer().references(() => assets.id),
})

/** The files or texts that an asset consists of, in order. */
export const subResources = sqliteTable(
  'sub_resources',
  {
    id: integer().primaryKey(),
    assetId: idOf(() => assets.id),
    position: integer().notNull(),
    name: text().notNull(),
    title: text(),
    aliasName: text(),
    extension: text().notNull(),
    /** A media type for files, the kind itself for texts; wire name `type`. */
    mediaType: text().notNull(),
    fileFormatType: text().notNull(),
    /** 0 for files, 1 for text kinds. */
    resType: integer().notNull(),
    sizeBytes: integer().notNull(),
    path: text().notNull(),
    keyName: text().notNull(),
    /** The file behind its URLs; without it a text or a placeholder. */
    fileDigest: text().references(() => files.digest),
    uniMd5: text(),
    width: integer(),
    height: integer(),
    durationMs: integer(),
    picNum: integer(),
    videoNum: integer(),
    textNum: integer(),
    wordNum: integer(),
    pdfStatus: integer().notNull(),
    assetStatus: integer().notNull(),
    publicRead: integer({ mode: 'boolean' }).notNull(),
    thumbnailAssetId: integer(),
    iconAssetId: integer(),
    damId: integer(),
    /** Ids as a JSON list. */
    analysisAssetIds: text(),
    baseText: text(),
    baseTextUpdatedAtMs: integer(),
    createdAtMs: integer().notNull(),
    updatedAtMs: integer().notNull(),
  },
  (table) => [index('sub_resources_asset').on(table.assetId, table.position)],
)

export const assetRights = sqliteTable(
  'asset_rights',
  {
    assetId: idOf(() => assets.id),
    unitType: integer().notNull(),
    unitId: integer().notNull(),
    dataRoleId: idOf(() => dataRoles.id),
  },
  (table) => [
    primaryKey({ columns: [table.assetId, table.unitType, table.unitId, table.dataRoleId] }),
  ],
)
