import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type TObject, Type } from '@sinclair/typebox'
import { variantOf } from '../contract/assumptions/index.ts'
import { ClosedObject } from '../contract/resources/primitives.ts'
import {
  Amount,
  ByName,
  Choice,
  Flag,
  Instant,
  InstantOrNull,
  Part,
  Shape,
  Text,
  TextOrNull,
  WholeNumber,
  WholeNumberOrNull,
} from '../contract/shapes.ts'
import { zoneOffsetOf } from '../domain/zone.ts'
import { LIMITS } from '../kernel/limits.ts'
import { PACK_WIRE_ID } from '../store/db/tables/workspace/crowds.ts'
import { APPROVAL_SQL, ApprovalMaterialView, ApprovalTaskView } from './approvals.ts'
import { defineList, jsonFlag, type ListSource } from './lists.ts'
import { answers } from './responses.ts'

const receivedAtMs = Instant('When it arrived')
const updateTime = Instant('When it was last written')
const createTime = Instant('When it was created')
const sha256 = TextOrNull('SHA-256 of its bytes; null without bytes')
const userId = WholeNumber('Id of a user')
const rowId = WholeNumber('Id of the row')

const CARRIES =
  'WHERE field_code = metadata_values.field_code AND value_code = metadata_values.code'

const countOf = (table: string): string => `(SELECT count(*) FROM ${table} ${CARRIES})`

const idsOf = (table: string, id: string): string =>
  `json((SELECT json_group_array(${id} ORDER BY ${id})
    FROM (SELECT ${id} FROM ${table} ${CARRIES} ORDER BY ${id} LIMIT ${LIMITS.carriers.max})))`

const RECORDS = {
  tracking: {
    from: 'tracking_records',
    order: 'id DESC',
    sql: { record: 'json(record)' },
    row: Shape('TrackingRow', 'A record of E3', {
      id: rowId,
      receivedAtMs,
      record: ByName(Type.Unknown(), 'The record as it was sent'),
    }),
  },
  notifications: {
    from: 'notifications',
    order: 'id DESC',
    sql: {
      user: '(SELECT email FROM users WHERE users.id = user_id)',
      sendTime: 'send_at_ms',
      content: `json_object('htmlContent', html_content)`,
      isVisible: jsonFlag('send_at_ms <= :nowMs'),
    },
    row: Shape('NotificationRow', 'A notification of E12', {
      id: rowId,
      user: Text('E-mail address of the recipient'),
      userId: WholeNumber('Id of the recipient'),
      templateCode: Text('The code as it was sent'),
      modelCode: TextOrNull('The code as it was sent'),
      sendTime: Instant('When it becomes visible'),
      content: Part('The content as it was sent', { htmlContent: Text('HTML as it was sent') }),
      url: Text('Path as it was sent'),
      createTime,
      isVisible: Flag('Whether it is visible yet'),
    }),
  },
  collaborators: {
    from: 'portal_collaborators',
    order: 'updated_at_ms DESC, id DESC',
    row: Shape('CollaboratorRow', 'A collaborator of E14', {
      id: rowId,
      portalId: WholeNumber('Id of the portal'),
      authType: WholeNumber('The type as it was sent'),
      unitType: Choice(['user', 'department', 'dimension'], 'What the collaborator is'),
      unitId: WholeNumber('Id of the user, department or dimension'),
      addedBy: userId,
      updateTime,
    }),
  },
  'marketing-tasks': {
    from: 'marketing_tasks',
    order: 'updated_at_ms DESC, id DESC',
    sql: {
      creativeId: 'id',
      releaseTime: `strftime('%Y-%m-%d %H:%M:%S', floor((release_at_ms + :zoneMs) / 1000.0), 'unixepoch')`,
    },
    row: Shape('MarketingTaskRow', 'A task of E15', {
      creativeId: WholeNumber('Id of the task'),
      planId: WholeNumber('Id of its plan'),
      contentType: Text('Type of its content'),
      remark: Text('Remark'),
      contentGroupId: WholeNumber('Id of its content group'),
      releaseTime: Text('YYYY-MM-DD HH:mm:ss in the zone of A-time-1'),
      updateTime,
    }),
  },
  'image-search': {
    from: 'image_search_reports',
    order: 'id DESC',
    row: Shape('ImageSearchRow', 'A report of E19', {
      id: rowId,
      receivedAtMs,
      libraryType: Text('The type as it was sent'),
      clientId: Text('The client id as it was sent'),
      uuid: Text('Id of the search, as it was sent'),
      operateType: Text('The type as it was sent'),
      contentId: WholeNumberOrNull('The id as it was sent'),
      likeType: WholeNumberOrNull('The number as it was sent'),
    }),
  },
  metadata: {
    from: 'metadata_values',
    order: 'updated_at_ms DESC, field_code, code',
    sql: {
      attrCode: 'field_code',
      attrValueCode: 'code',
      attrValueName: 'name',
      assetCount: countOf('asset_metadata'),
      assetIds: idsOf('asset_metadata', 'asset_id'),
      contentCount: countOf('content_metadata'),
      contentIds: idsOf('content_metadata', 'content_id'),
    },
    row: Shape('MetadataRow', 'A metadata value of E20 and what uses it', {
      attrCode: Text('Code of the field'),
      attrValueCode: Text('Code of the value'),
      attrValueName: Text('Name of the value'),
      parentCode: TextOrNull('Code of the parent value'),
      sort: WholeNumber('Position'),
      updateTime,
      assetCount: Amount('Number of assets that have it'),
      assetIds: Type.Array(WholeNumber(), { description: 'The lowest of their ids, at most 100' }),
      contentCount: Amount('Number of portal contents that have it themselves'),
      contentIds: Type.Array(WholeNumber(), {
        description: 'The lowest of their ids, at most 100',
      }),
    }),
  },
  approvals: {
    from: 'approvals',
    order: 'id DESC',
    sql: {
      ...APPROVAL_SQL,
      variables: 'json(variables)',
      objects: `json((SELECT json_group_array(object_id ORDER BY object_id)
        FROM approval_objects WHERE approval_id = approvals.id))`,
    },
    row: Shape('ApprovalRow', 'An approval of E9 with its request', {
      approvalId: WholeNumber('Id of the approval'),
      status: Text('IN_PROGRESS, APPROVED, REJECTED or WITHDRAWN'),
      createTime,
      processDefinitionId: WholeNumber('Id of its process definition'),
      name: Text('Name'),
      detailName: Text('Name of what is approved'),
      category: Text('The category as it was sent'),
      submitter: userId,
      variables: Type.Unknown({ description: 'The variables as they were sent' }),
      objects: Type.Array(WholeNumber('Id of an atom or asset, as it was sent'), {
        description: 'What is approved',
      }),
      materials: Type.Array(ApprovalMaterialView, { description: 'The objects with their assets' }),
      tasks: Type.Array(ApprovalTaskView, { description: 'All tasks, started or not' }),
    }),
  },
  uploads: {
    from: 'uploads',
    order: 'created_at_ms DESC, id DESC',
    sql: {
      uploadId: 'id',
      expireTime: 'expires_at_ms',
      completeTime: 'completed_at_ms',
      parts: `json((SELECT json_group_array(json_object(
          'partNumber', part_number, 'etag', etag, 'size', size_bytes) ORDER BY part_number)
        FROM upload_parts WHERE upload_id = uploads.id))`,
    },
    row: Shape('UploadRow', 'An upload', {
      uploadId: Text('Id of the upload'),
      filePath: Text('Path by which E13 and E16 name the file'),
      name: Text('Declared name'),
      type: Text('Declared media type'),
      size: WholeNumber('Declared size, bytes'),
      status: Choice(['open', 'completed', 'aborted', 'expired'], 'State (A-13-1)'),
      createTime,
      expireTime: InstantOrNull('When it expires if it is not completed'),
      completeTime: InstantOrNull('When it was completed'),
      sha256,
      parts: Type.Array(
        ClosedObject({
          partNumber: WholeNumber('Number of the part, from 1'),
          etag: Text('MD5 of its bytes'),
          size: Amount('Bytes'),
        }),
        { description: 'The parts that have arrived' },
      ),
    }),
  },
  atoms: {
    from: 'atoms',
    order: 'id DESC',
    sql: { materialId: 'asset_id' },
    row: Shape('AtomRow', 'A content atom of E16', {
      id: WholeNumber('Id of the atom'),
      path: Text('Path of its upload, as it was sent'),
      name: Text('Name of its file'),
      extension: Text('Extension of that name'),
      size: Amount('Bytes'),
      type: Text('Media type'),
      sha256,
      createUser: userId,
      createTime,
      materialId: WholeNumberOrNull('Id of the asset that it became'),
    }),
  },
  'crowd-packs': {
    from: 'crowd_packs WHERE is_deleted = 0',
    order: `created_at_ms DESC, ${PACK_WIRE_ID} DESC`,
    sql: {
      crowdPackId: PACK_WIRE_ID,
      completeStatus: jsonFlag('is_complete'),
      memberCount: '(SELECT count(*) FROM crowd_members WHERE pack_id = crowd_packs.id)',
    },
    row: Shape('CrowdPackRow', 'A crowd pack of E7', {
      crowdPackId: WholeNumber('Id of the pack'),
      corpId: Text('Id of its corporation'),
      source: Text('Its source'),
      name: Text('Name'),
      selfAgent: WholeNumber('The number as it was sent'),
      completeStatus: Flag('Whether all members have arrived'),
      createTime,
      memberCount: Amount('Number of members'),
    }),
  },
} satisfies Record<string, ListSource>

export const RECORD_KINDS = Object.keys(RECORDS) as (keyof typeof RECORDS)[]

const querystring = Type.Object({
  limit: Type.Integer({
    minimum: 1,
    maximum: LIMITS.listedRecords.max,
    default: 1_000,
    description: 'Maximum number of records',
  }),
})

/** `tracking` is `TrackingRecords`, as its row is `TrackingRow`. */
const recordsOf = (kind: keyof typeof RECORDS) => {
  const { row } = RECORDS[kind]
  return Shape(`${row.title?.replace(/Row$/, '')}Records`, `Records of ${kind}, newest first`, {
    kind: Type.Literal(kind, { description: 'The kind of the records' }),
    total: Amount('Number of all records; if they are large, the response has fewer'),
    records: Type.Array(row, { description: 'The records' }),
  })
}

export const Records = Type.Unsafe<object>(
  Type.Union(RECORD_KINDS.map(recordsOf), {
    description: 'Rows of one kind that operations have written',
  }),
)

const LISTS = new Map(RECORD_KINDS.map((kind) => [kind, defineList<TObject>(RECORDS[kind])]))

const records: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/records/:kind',
    answers('List rows that operations have written, newest first', Records, {
      params: Type.Object({ kind: Choice(RECORD_KINDS, 'Kind of record') }),
      querystring,
    }),
    async ({ workspace, params: { kind }, query }) => {
      const nowMs = workspace.clock.now()
      const zoneMs = zoneOffsetOf(variantOf('A-time-1', workspace.variants))
      const page = LISTS.get(kind)?.(workspace.store, query.limit, { nowMs, zoneMs })
      return { kind, total: page?.total, records: page?.rows }
    },
  )
}

export default records
