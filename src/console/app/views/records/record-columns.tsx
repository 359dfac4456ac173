import type { ComponentChildren } from 'preact'
import { linkTo } from '../../api/place.ts'
import type { People, RecordKind, RecordRow } from '../../api/records.ts'
import type { Column } from '../../parts/table.tsx'
import { PersonName, YesNo } from '../../parts/text.tsx'
import { formatBytes, formatNumber, formatTime } from '../../texts/language.ts'
import { type Phrase, t } from '../../texts/words.ts'

/** Headings of fields. A name with a dot is that of a field in an object. */
const FIELDS = {
  id: 'Id',
  receivedAtMs: 'Received',
  'record.event_type_code': 'Event',
  'record.event_time': 'Event time as sent',
  'record.user_id': 'User as sent',
  'record.platform': 'Platform',
  'record.event_properties': 'Properties',
  'record.cur_url': 'Page',
  user: 'Receiver',
  templateCode: 'Template',
  sendTime: 'Due at',
  isVisible: 'Due',
  url: 'Leads to',
  portalId: 'Portal',
  authType: 'Authorization',
  unitType: 'Unit type',
  unitId: 'Id of the unit',
  addedBy: 'Added by',
  updateTime: 'Written',
  creativeId: 'Task',
  planId: 'Plan',
  contentType: 'Content type',
  contentGroupId: 'Content group',
  releaseTime: 'Release',
  remark: 'Remark',
  libraryType: 'Kind of library',
  operateType: 'Kind of operation',
  contentId: 'Found asset',
  likeType: 'Like',
  uuid: 'Search id',
  attrCode: 'Field',
  attrValueCode: 'Value code',
  attrValueName: 'Name',
  parentCode: 'Parent',
  assetCount: 'Assets',
  contentCount: 'Contents',
  assetIds: 'Ids of assets',
  approvalId: 'Approval',
  name: 'Name',
  status: 'Status',
  submitter: 'Submitted by',
  materials: 'Objects',
  tasks: 'Tasks',
  createTime: 'Created',
  uploadId: 'Upload',
  type: 'Media type',
  size: 'Size',
  filePath: 'Path',
  parts: 'Parts',
  expireTime: 'Expires',
  path: 'Path',
  createUser: 'Created by',
  materialId: 'Asset',
  crowdPackId: 'Pack',
  corpId: 'Corporation',
  source: 'Source',
  memberCount: 'Members',
  completeStatus: 'Complete',
} as const

/** A field that has a heading. */
export type Field = keyof typeof FIELDS

interface KindOfRecord {
  readonly name: Phrase
  /** How rows come. */
  readonly source: Phrase
  /** Its columns; the first names a row. */
  readonly fields: readonly [Field, ...Field[]]
}

/** Every kind of record in the order of the tabs, with its columns; the first names a row. */
export const KINDS: Readonly<Record<RecordKind, KindOfRecord>> = {
  'crowd-packs': {
    name: 'Crowd packs',
    source: 'Seeds bring packs; E7 adds members, E18 deletes a pack.',
    fields: [
      'crowdPackId',
      'name',
      'source',
      'corpId',
      'memberCount',
      'completeStatus',
      'createTime',
    ],
  },
  tracking: {
    name: 'Tracking',
    source: 'E3 writes them.',
    fields: [
      'id',
      'receivedAtMs',
      'record.event_type_code',
      'record.event_time',
      'record.user_id',
      'record.platform',
      'record.event_properties',
      'record.cur_url',
    ],
  },
  'image-search': {
    name: 'Image search',
    source: 'E19 writes them.',
    fields: ['id', 'receivedAtMs', 'libraryType', 'operateType', 'contentId', 'likeType', 'uuid'],
  },
  metadata: {
    name: 'Metadata',
    source: 'Seeds bring values; E20 renames them.',
    fields: [
      'attrCode',
      'attrValueCode',
      'attrValueName',
      'parentCode',
      'assetCount',
      'contentCount',
      'assetIds',
      'updateTime',
    ],
  },
  collaborators: {
    name: 'Collaborators',
    source: 'E14 writes them.',
    fields: ['id', 'portalId', 'authType', 'unitType', 'unitId', 'addedBy', 'updateTime'],
  },
  'marketing-tasks': {
    name: 'Marketing tasks',
    source: 'Seeds bring tasks; E15 changes them.',
    fields: [
      'creativeId',
      'planId',
      'contentType',
      'contentGroupId',
      'releaseTime',
      'remark',
      'updateTime',
    ],
  },
  notifications: {
    name: 'Notifications',
    source: 'E12 writes them.',
    fields: ['id', 'user', 'templateCode', 'sendTime', 'isVisible', 'url'],
  },
  approvals: {
    name: 'Approvals',
    source: 'E9 creates them.',
    fields: ['approvalId', 'name', 'status', 'submitter', 'materials', 'tasks', 'createTime'],
  },
  uploads: {
    name: 'Uploads',
    source: 'A client begins an upload, sends its parts, and completes it by E13.',
    fields: [
      'uploadId',
      'name',
      'type',
      'size',
      'status',
      'parts',
      'createTime',
      'expireTime',
      'filePath',
    ],
  },
  atoms: {
    name: 'Atoms',
    source: 'E16 creates them from uploads; E21 makes assets of them.',
    fields: ['id', 'name', 'type', 'size', 'materialId', 'createUser', 'createTime', 'path'],
  },
}

/** Fields that hold the id of a user, and those with amounts, which stand below each other. */
const USERS: ReadonlySet<Field> = new Set<Field>(['addedBy', 'submitter', 'createUser'])
const AMOUNTS: ReadonlySet<Field> = new Set<Field>([
  'size',
  'memberCount',
  'assetCount',
  'contentCount',
])

/** Longer texts are cut, and longer lists of ids; the row as JSON has all of it. */
const MAX_TEXT = 120
const MAX_IDS = 5

/** The value of a field of a row; a dot leads into an object. */
export const fieldOf = (row: object, field: Field): unknown => {
  let value: unknown = row
  for (const name of field.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Readonly<Record<string, unknown>>)[name]
  }
  return value
}

/** The ids of the users that a row names. */
export const userIdsOf = (row: RecordRow, fields: readonly Field[]): number[] =>
  fields
    .filter((field) => USERS.has(field))
    .map((field) => fieldOf(row, field))
    .filter((id) => typeof id === 'number')

const KEYS: readonly Field[] = [
  'id',
  'approvalId',
  'uploadId',
  'creativeId',
  'crowdPackId',
  'corpId',
  'source',
  'attrCode',
  'attrValueCode',
]

/** A name that stays with a row: metadata values and crowd packs are known by several fields together. */
export const keyOf = (row: RecordRow): string =>
  JSON.stringify(KEYS.map((field) => fieldOf(row, field)))

/** The column of a field: times, ids, people and sizes as a person reads them. */
export const columnOf = (kind: RecordKind, field: Field, people: People): Column<RecordRow> => ({
  name: t(FIELDS[field]),
  class: AMOUNTS.has(field) ? 'number' : (row) => classOf(field, fieldOf(row, field)),
  of: (row) => cellOf(kind, field, fieldOf(row, field), people),
})

/** Only texts and names may be broken within a word. */
const classOf = (field: Field, value: unknown): string | undefined => {
  if (USERS.has(field)) return 'records-person'
  const isText = typeof value === 'string' || field === 'assetIds' || field.includes('.')
  return isText && value !== '' ? 'records-text' : undefined
}

const cellOf = (
  kind: RecordKind,
  field: Field,
  value: unknown,
  people: People,
): ComponentChildren => {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return <YesNo value={value} />
  if (typeof value === 'number') return numberOf(kind, field, value, people)
  if (Array.isArray(value))
    return field === 'assetIds' ? linksTo(value) : formatNumber(value.length)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (text.length <= MAX_TEXT) return text
  return <span title={text.slice(0, 10 * MAX_TEXT)}>{text.slice(0, MAX_TEXT)}…</span>
}

const numberOf = (
  kind: RecordKind,
  field: Field,
  value: number,
  people: People,
): ComponentChildren => {
  if (/(Time|AtMs)$/.test(field)) return <time>{formatTime(value)}</time>
  if (field === 'size') return formatBytes(value)
  if (AMOUNTS.has(field)) return formatNumber(value)
  if (USERS.has(field)) return <PersonName id={value} people={people} />
  if (field === 'materialId') return <a href={linkTo('library', 'asset', value)}>{value}</a>
  if (field === 'approvalId') return <a href={linkTo('approvals', value)}>{value}</a>
  if (kind === 'notifications' && field === 'id')
    return <a href={linkTo('notifications', value)}>{value}</a>
  return <span class="mono">{value}</span>
}

const linksTo = (assetIds: readonly unknown[]): ComponentChildren => (
  <>
    {assetIds.slice(0, MAX_IDS).map((id) => (
      <a key={String(id)} class="records-id" href={linkTo('library', 'asset', Number(id))}>
        {String(id)}
      </a>
    ))}
    {assetIds.length > MAX_IDS && '…'}
  </>
)
