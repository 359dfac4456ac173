import { PACK_WIRE_ID } from '../../db/tables/workspace/crowds.ts'
import { zoneOffsetOf } from '../../domain/zone.ts'
import { LIMITS } from '../../limits.ts'
import type { Workspace } from '../../workspaces/workspace.ts'
import { MATERIALS, TASKS } from '../approvals/service.ts'
import type { Expressions } from '../rows.ts'
import type { RecordKind, RecordRow } from './schema.ts'

/** Where the rows of a kind are, in SQL. */
interface Source<Row> {
  readonly from: string
  /** Newest first. */
  readonly order: string
  readonly row: Expressions<Row>
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

/** The rows that operations write, by kind. */
export const SOURCES: { readonly [Kind in RecordKind]: Source<RecordRow<Kind>> } = {
  tracking: {
    from: 'tracking_records',
    order: 'id DESC',
    row: { id: 'id', receivedAtMs: 'received_at_ms', record: 'json(record)' },
  },
  notifications: {
    from: 'notifications JOIN users ON users.id = user_id',
    order: 'notifications.id DESC',
    parameters: ({ clock }) => ({ nowMs: clock.now() }),
    row: {
      id: 'notifications.id',
      user: 'email',
      userId: 'user_id',
      templateCode: 'template_code',
      modelCode: 'model_code',
      sendTime: 'send_at_ms',
      content: `json_object('htmlContent', html_content)`,
      url: 'url',
      createTime: 'created_at_ms',
      isVisible: isTrue('send_at_ms <= :nowMs'),
    },
  },
  collaborators: {
    from: 'portal_collaborators',
    order: 'updated_at_ms DESC, id DESC',
    row: {
      id: 'id',
      portalId: 'portal_id',
      authType: 'auth_type',
      unitType: 'unit_type',
      unitId: 'unit_id',
      addedBy: 'added_by',
      updateTime: 'updated_at_ms',
    },
  },
  'marketing-tasks': {
    from: 'marketing_tasks',
    order: 'updated_at_ms DESC, id DESC',
    parameters: (workspace) => ({ zoneMs: zoneOffsetOf(workspace.variant('A-time-1')) }),
    row: {
      creativeId: 'id',
      planId: 'plan_id',
      contentType: 'content_type',
      remark: 'remark',
      contentGroupId: 'content_group_id',
      releaseTime: `strftime('%Y-%m-%d %H:%M:%S', floor((release_at_ms + :zoneMs) / 1000.0), 'unixepoch')`,
      updateTime: 'updated_at_ms',
    },
  },
  'image-search': {
    from: 'image_search_reports',
    order: 'id DESC',
    row: {
      id: 'id',
      receivedAtMs: 'received_at_ms',
      libraryType: 'library_type',
      clientId: 'client_id',
      uuid: 'uuid',
      operateType: 'operate_type',
      contentId: 'content_id',
      likeType: 'like_type',
    },
  },
  metadata: {
    from: 'metadata_values',
    order: 'updated_at_ms DESC, field_code, code',
    row: {
      attrCode: 'field_code',
      attrValueCode: 'code',
      attrValueName: 'name',
      parentCode: 'parent_code',
      sort: 'sort',
      updateTime: 'updated_at_ms',
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
      status: 'status',
      createTime: 'created_at_ms',
      processDefinitionId: 'process_definition_id',
      name: 'name',
      detailName: 'detail_name',
      category: 'category',
      submitter: 'submitter',
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
      filePath: 'file_path',
      name: 'name',
      type: 'media_type',
      size: 'size_bytes',
      status: 'status',
      createTime: 'created_at_ms',
      expireTime: 'expires_at_ms',
      completeTime: 'completed_at_ms',
      sha256: 'file_digest',
      parts: `json((SELECT json_group_array(json_object(
          'partNumber', part_number, 'etag', etag, 'size', size_bytes) ORDER BY part_number)
        FROM upload_parts WHERE upload_id = uploads.id))`,
    },
  },
  atoms: {
    from: 'atoms',
    order: 'id DESC',
    row: {
      id: 'id',
      path: 'path',
      name: 'name',
      extension: 'extension',
      size: 'size_bytes',
      type: 'media_type',
      sha256: 'file_digest',
      createUser: 'create_user',
      createTime: 'created_at_ms',
      materialId: 'asset_id',
    },
  },
  'crowd-packs': {
    from: 'crowd_packs WHERE is_deleted = 0',
    order: `created_at_ms DESC, ${PACK_WIRE_ID} DESC`,
    row: {
      crowdPackId: PACK_WIRE_ID,
      corpId: 'corp_id',
      source: 'source',
      name: 'name',
      selfAgent: 'self_agent',
      completeStatus: isTrue('is_complete'),
      createTime: 'created_at_ms',
      memberCount: '(SELECT count(*) FROM crowd_members WHERE pack_id = crowd_packs.id)',
    },
  },
}
