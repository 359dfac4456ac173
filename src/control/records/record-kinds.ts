import { columnName } from '../../db/sql.ts'
import { PACK_WIRE_ID } from '../../db/tables/workspace/crowds.ts'
import { zoneOffsetOf } from '../../domain/zone.ts'
import { LIMITS } from '../../limits.ts'
import type { Workspace } from '../../workspaces/workspace.ts'
import { MATERIALS, TASKS } from '../approvals/service.ts'
import { type Expressions, jsonObject } from '../rows.ts'
import { type RecordKind, type RecordRow, ROWS } from './schema.ts'

/** Where the rows of a kind are, in SQL. */
interface Source<Row> {
  readonly from: string
  /** Newest first. */
  readonly order: string
  /** SQL of properties that are no columns of the same name. */
  readonly row?: Partial<Expressions<Row>>
  /** Values of named parameters. */
  readonly parameters?: (workspace: Workspace) => Record<string, number>
}

const isTrue = (condition: string): string => `json(iif(${condition}, 'true', 'false'))`

/** How many assets or contents carry a value, and the lowest ids of them. */
const carriedBy = (table: string, id: string) => {
  const carriers = `${table} WHERE field_code = metadata_values.field_code
    AND value_code = metadata_values.code`
  return {
    count: `(SELECT count(*) FROM ${carriers})`,
    ids: `json((SELECT json_group_array(${id} ORDER BY ${id})
      FROM (SELECT ${id} FROM ${carriers} ORDER BY ${id} LIMIT ${LIMITS.carriers.max})))`,
  }
}

const assets = carriedBy('asset_metadata', 'asset_id')
const contents = carriedBy('content_metadata', 'content_id')

/** Columns that have other names than the properties of rows. */
const COLUMNS: ReadonlyMap<string, string> = new Map([
  ['createTime', 'created_at_ms'],
  ['updateTime', 'updated_at_ms'],
  ['size', 'size_bytes'],
  ['type', 'media_type'],
  ['sha256', 'file_digest'],
])

const SOURCES: { readonly [Kind in RecordKind]: Source<RecordRow<Kind>> } = {
  tracking: { from: 'tracking_records', order: 'id DESC', row: { record: 'json(record)' } },
  notifications: {
    from: 'notifications',
    order: 'id DESC',
    parameters: ({ clock }) => ({ nowMs: clock.now() }),
    row: {
      user: '(SELECT email FROM users WHERE users.id = user_id)',
      sendTime: 'send_at_ms',
      content: `json_object('htmlContent', html_content)`,
      isVisible: isTrue('send_at_ms <= :nowMs'),
    },
  },
  collaborators: { from: 'portal_collaborators', order: 'updated_at_ms DESC, id DESC' },
  'marketing-tasks': {
    from: 'marketing_tasks',
    order: 'updated_at_ms DESC, id DESC',
    parameters: (workspace) => ({ zoneMs: zoneOffsetOf(workspace.variant('A-time-1')) }),
    row: {
      creativeId: 'id',
      releaseTime: `strftime('%Y-%m-%d %H:%M:%S', floor((release_at_ms + :zoneMs) / 1000.0), 'unixepoch')`,
    },
  },
  'image-search': { from: 'image_search_reports', order: 'id DESC' },
  metadata: {
    from: 'metadata_values',
    order: 'updated_at_ms DESC, field_code, code',
    row: {
      attrCode: 'field_code',
      attrValueCode: 'code',
      attrValueName: 'name',
      assetCount: assets.count,
      assetIds: assets.ids,
      contentCount: contents.count,
      contentIds: contents.ids,
    },
  },
  approvals: {
    from: 'approvals',
    order: 'id DESC',
    row: {
      approvalId: 'id',
      variables: 'json(variables)',
      objects: `json((SELECT json_group_array(object_id ORDER BY object_id)
        FROM approval_objects WHERE approval_id = approvals.id))`,
      materials: MATERIALS,
      tasks: TASKS,
    },
  },
  uploads: {
    from: 'uploads',
    order: 'created_at_ms DESC, id DESC',
    row: {
      uploadId: 'id',
      expireTime: 'expires_at_ms',
      completeTime: 'completed_at_ms',
      parts: `json((SELECT json_group_array(json_object(
          'partNumber', part_number, 'etag', etag, 'size', size_bytes) ORDER BY part_number)
        FROM upload_parts WHERE upload_id = uploads.id))`,
    },
  },
  atoms: { from: 'atoms', order: 'id DESC', row: { materialId: 'asset_id' } },
  'crowd-packs': {
    from: 'crowd_packs WHERE is_deleted = 0',
    order: `created_at_ms DESC, ${PACK_WIRE_ID} DESC`,
    row: {
      crowdPackId: PACK_WIRE_ID,
      completeStatus: isTrue('is_complete'),
      memberCount: '(SELECT count(*) FROM crowd_members WHERE pack_id = crowd_packs.id)',
    },
  },
}

/** Where the rows of a kind are, with an expression for each of their properties. */
export const sourceOf = (kind: RecordKind): Source<object> & { readonly json: string } => {
  const source: Source<object> = SOURCES[kind]
  const names = Object.keys(ROWS[kind].properties)
  const columns = names.map((name) => [name, COLUMNS.get(name) ?? columnName(name)])
  return { ...source, json: jsonObject({ ...Object.fromEntries(columns), ...source.row }) }
}
