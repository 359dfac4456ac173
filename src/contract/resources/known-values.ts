import { type TSchema, Type } from '@sinclair/typebox'
import { KNOWN } from '../known-field.ts'
import { fields, Int, LongText, NonEmptyText, OneOf, Text, usually } from './primitives.ts'

type Values = readonly (string | number)[]

/** A field of which the document has seen some values and this server knows further ones. It takes every other value, too. */
const known = <T extends TSchema>(title: string, schema: T, seen: Values, own: Values = []) =>
  fields(withValues(title, schema, seen, own))

const withValues = <T extends TSchema>(title: string, schema: T, seen: Values, own: Values): T => {
  const texts = seen.map((value) => `\`${value}\``).join(', ')
  const description = `Known values; others are allowed. Seen in the interface document: ${texts || 'none'}.`
  const values = { title, description, type: schema.type, enum: [...seen, ...own] }
  return { ...schema, [KNOWN]: values }
}

/** The same for a text; another one than those seen is a finding. */
const seenText = <T extends TSchema>(title: string, schema: T, ...seen: string[]) =>
  known(title, usually(OneOf(seen), schema), seen)

const AnyText = Type.String()
const OptionalInt = Type.Optional(Int)
const OptionalText = Type.Optional(Text)

/** Fields with known values; documents propose these under the name of each. */
export const knownField = {
  scope: known('CollectionScope', OptionalInt, [], [0, 1, 2, 3]),
  sortField: known(
    'CollectionSortField',
    OptionalText,
    ['createTime'],
    ['updateTime', 'groupName', 'itemCount', 'default'],
  ),
  sortDirection: known('SortDirection', OptionalText, ['desc'], ['asc']),
  collectionStatus: known('CollectionStatus', Int, [0]),
  eventType: known(
    'EventType',
    NonEmptyText,
    ['Portal_Content_Share'],
    ['Portal_Content_Download', 'Portal_Content_View', 'Portal_View'],
  ),
  platform: known('Platform', Type.Optional(LongText), ['web']),
  scenarioVisibility: known('ScenarioVisibility', AnyText, ['ALL_VISIBLE']),
  ruleCheckStatus: known('RuleCheckStatus', AnyText, ['UNSUPPORTED_FORMAT']),
  unitType: known('UnitType', Int, [], [1, 2, 3]),
  dataRole: known('DataRoleCode', AnyText, ['ownerRole'], ['editorRole', 'viewerRole']),
  fileFormat: known(
    'FileFormatType',
    AnyText,
    ['content_text', 'content_rtf', 'picture', 'video'],
    ['audio', 'font', 'design', 'sheet', 'web', 'archive', 'document'],
  ),
  fileType: known('FileType', AnyText, ['content_text', 'content_rtf', 'image/png', 'video/mp4']),
  resType: known('ResType', Int, [0, 1]),
  assetApproval: known('AssetApprovalStatus', Int, [], [0, 1, 2, 3]),
  taskQueryCategory: known('ApprovalCategory', OptionalText, ['APPROVAL']),
  taskCategory: known('ApprovalCategory', AnyText, ['APPROVAL']),
  taskKey: known('TaskKey', AnyText, ['task1', 'task2']),
  processCategory: known('ProcessCategory', AnyText, [
    'RESOURCE_PUBLISHMENT',
    'PORTAL_PUBLISHMENT',
  ]),
  taskStatus: known(
    'ApprovalStatus',
    AnyText,
    ['IN_PROGRESS'],
    ['APPROVED', 'REJECTED', 'WITHDRAWN'],
  ),
  ingestionCategory: seenText(
    'IngestionCategory',
    NonEmptyText,
    'MATERIAL_FROM_EXTERNAL_SOURCE_PUBLISHING',
  ),
  filterCode: known('FilterCode', Text, ['tags']),
  crowdSource: known('CrowdSource', Text, ['CDP_CROWD_PACK']),
  selfAgent: known('SelfAgent', OptionalInt, [0]),
  userStatus: known('UserStatus', Int, [], [0, 1]),
  logoutStatus: known('LogoutStatus', Int, [], [0, 1]),
  modelCode: seenText('ModelCode', OptionalText, 'MATERIAL'),
  contentType: known('CreativeContentType', OptionalText, ['GROUP_MESSAGE']),
  libraryType: seenText('LibraryType', NonEmptyText, 'product_library'),
  operateType: seenText('OperateType', NonEmptyText, 'all'),
  likeType: known('LikeType', OptionalInt, [1]),
}
