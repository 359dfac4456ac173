import { bareMediaType } from '../../kernel/text.ts'
import type { assets, subResources } from '../../store/db/tables/workspace/assets.ts'
import { fileFormatOf, isTextKind } from './kinds.ts'

type AssetRow = typeof assets.$inferSelect
type SubResourceRow = typeof subResources.$inferSelect

type AssetFacts = Pick<AssetRow, 'id' | 'name' | 'extension' | 'createUser' | 'createdAtMs'>

type SubResourceFacts = Pick<
  SubResourceRow,
  | 'id'
  | 'assetId'
  | 'position'
  | 'name'
  | 'extension'
  | 'mediaType'
  | 'sizeBytes'
  | 'path'
  | 'createdAtMs'
>

const PDF = 'application/pdf'

export const newAsset = (facts: AssetFacts & Partial<AssetRow>): AssetRow => ({
  approvalStatus: 0,
  importance: 0,
  tags: '',
  customerLifeCycleRuleTagCode: '',
  updateUser: facts.createUser,
  updatedAtMs: facts.createdAtMs,
  isDownload: 1,
  riskLevel: 0,
  watermark: '',
  templateGenerateCount: 0,
  stickTop: 0,
  dummy: 0,
  assetTagStatus: 0,
  maplexStatus: 0,
  isDam: 1,
  importUrl: '',
  scenarioVisibility: 'ALL_VISIBLE',
  ruleCheckStatusCode: 0,
  ruleCheckStatus: 'UNSUPPORTED_FORMAT',
  analysisStatus: 0,
  status: 0,
  ...facts,
})

export const newSubResource = (
  facts: SubResourceFacts & Partial<SubResourceRow>,
): SubResourceRow => ({
  title: null,
  aliasName: null,
  fileFormatType: fileFormatOf(facts.mediaType),
  resType: isTextKind(facts.mediaType) ? 1 : 0,
  keyName: facts.path.split('/').at(-1) ?? facts.path,
  fileDigest: null,
  uniMd5: null,
  width: null,
  height: null,
  durationMs: null,
  picNum: null,
  videoNum: null,
  textNum: null,
  wordNum: null,
  pdfStatus: bareMediaType(facts.mediaType) === PDF ? 1 : 0,
  assetStatus: 0,
  publicRead: false,
  thumbnailAssetId: null,
  iconAssetId: null,
  damId: null,
  analysisAssetIds: null,
  baseText: null,
  baseTextUpdatedAtMs: facts.baseText == null ? null : facts.createdAtMs,
  updatedAtMs: facts.createdAtMs,
  ...facts,
})
