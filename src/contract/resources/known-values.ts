import { type TSchema, Type } from '@sinclair/typebox'
import { KNOWN } from '../known-field.ts'
import { fields, Int, LongText, NonEmptyText, OneOf, Text, usually } from './primitives.ts'

/** A field for which the document shows some values and this server knows more. It also accepts every other value. */
const known = <T extends TSchema>(title: string, schema: T, seen: string, own = '') =>
  fields(withValues(title, schema, seen, own))

const withValues = <T extends TSchema>(title: string, schema: T, seen: string, own: string): T => {
  const { type } = schema
  const all = `${seen} ${own}`.trim().split(' ')
  const description = `Known values; the document has seen ${seen || 'none'}.`
  const values = type === 'integer' ? all.map(Number) : all
  return { ...schema, [KNOWN]: { title, description, type, enum: values } }
}

/** The same for a text; any other value is a finding. */
const knownText = <T extends TSchema>(title: string, schema: T, seen: string, own = '') =>
  known(title, usually(OneOf(`${seen} ${own}`.trim().split(' ')), schema), seen, own)

const AnyText = Type.String()
const MayInt = Type.Optional(Int)
const MayText = Type.Optional(Text)
const INGESTION = 'MATERIAL_FROM_EXTERNAL_SOURCE_PUBLISHING'
const FILES = 'audio font design sheet web archive document'
const EVENTS = 'Portal_Content_Download Portal_Content_View Portal_View'

/** Fields with known values; documents propose these under the name of each. */
export const knownField = {
  scope: known('CollectionScope', MayInt, '', '0 1 2 3'),
  sortField: known('SortField', MayText, 'createTime', 'updateTime groupName itemCount default'),
  sortDirection: known('SortDirection', MayText, 'desc', 'asc'),
  collectionStatus: known('CollectionStatus', Int, '0'),
  eventType: knownText('EventType', NonEmptyText, 'Portal_Content_Share', EVENTS),
  platform: knownText('Platform', Type.Optional(LongText), 'web'),
  visibility: known('ScenarioVisibility', AnyText, 'ALL_VISIBLE', 'PARTLY_VISIBLE'),
  ruleCheckStatus: known('RuleCheckStatus', AnyText, 'UNSUPPORTED_FORMAT', 'PASSED NOT_PASSED'),
  unitType: known('UnitType', Int, '', '1 2 3'),
  dataRole: known('DataRoleCode', AnyText, 'ownerRole', 'editorRole viewerRole'),
  fileFormat: known('FileFormatType', AnyText, 'content_text content_rtf picture video', FILES),
  fileType: known('FileType', AnyText, 'content_text content_rtf image/png video/mp4'),
  resType: known('ResType', Int, '0 1'),
  assetApproval: known('AssetApprovalStatus', Int, '', '0 1 2 3'),
  askedCategory: known('ApprovalCategory', MayText, 'APPROVAL'),
  taskCategory: known('ApprovalCategory', AnyText, 'APPROVAL'),
  taskKey: known('TaskKey', AnyText, 'task1 task2'),
  processCategory: known('ProcessCategory', AnyText, 'RESOURCE_PUBLISHMENT PORTAL_PUBLISHMENT'),
  taskStatus: known('ApprovalStatus', AnyText, 'IN_PROGRESS', 'APPROVED REJECTED WITHDRAWN'),
  ingestionCategory: knownText('IngestionCategory', NonEmptyText, INGESTION),
  filterCode: known('FilterCode', Text, 'tags'),
  crowdSource: known('CrowdSource', Text, 'CDP_CROWD_PACK'),
  selfAgent: known('SelfAgent', MayInt, '0'),
  userStatus: known('UserStatus', Int, '', '0 1'),
  logoutStatus: known('LogoutStatus', Int, '', '0 1'),
  modelCode: knownText('ModelCode', MayText, 'MATERIAL'),
  contentType: knownText('CreativeContentType', MayText, 'GROUP_MESSAGE'),
  libraryType: knownText('LibraryType', NonEmptyText, 'product_library'),
  operateType: knownText('OperateType', NonEmptyText, 'all'),
  likeType: known('LikeType', MayInt, '1'),
}
