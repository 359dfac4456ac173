import type { RecordKind } from '../../api/records.ts'
import type { Field } from './record-headings.ts'

/** What the view shows of a kind: its name, how rows come, and its columns, by the names of fields. */
export interface KindTexts {
  readonly name: { readonly en: string; readonly zh: string }
  /** How rows of the kind come. */
  readonly source: { readonly en: string; readonly zh: string }
  readonly columns: readonly Field[]
}

/** Every kind of record, in the order of the tabs. */
export const KINDS: Readonly<Record<RecordKind, KindTexts>> = {
  'crowd-packs': {
    name: { en: 'Crowd packs', zh: '人群包' },
    source: {
      en: 'Seeds bring packs; E7 adds members, E18 deletes a pack.',
      zh: '人群包由种子数据提供，E7 添加成员，E18 删除人群包。',
    },
    columns: [
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
    name: { en: 'Tracking', zh: '埋点上报' },
    source: { en: 'E3 writes them.', zh: '由 E3 写入。' },
    columns: [
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
    name: { en: 'Image search', zh: '以图搜图' },
    source: { en: 'E19 writes them.', zh: '由 E19 写入。' },
    columns: ['id', 'receivedAtMs', 'libraryType', 'operateType', 'contentId', 'likeType', 'uuid'],
  },
  metadata: {
    name: { en: 'Metadata', zh: '元数据' },
    source: {
      en: 'Seeds bring values; E20 renames them.',
      zh: '元数据值由种子数据提供，E20 修改其名称。',
    },
    columns: [
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
    name: { en: 'Collaborators', zh: '协作者' },
    source: { en: 'E14 writes them.', zh: '由 E14 写入。' },
    columns: ['id', 'portalId', 'authType', 'unitType', 'unitId', 'addedBy', 'updateTime'],
  },
  'marketing-tasks': {
    name: { en: 'Marketing tasks', zh: '营销任务' },
    source: {
      en: 'Seeds bring tasks; E15 changes them.',
      zh: '营销任务由种子数据提供，E15 修改。',
    },
    columns: [
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
    name: { en: 'Notifications', zh: '通知' },
    source: { en: 'E12 writes them.', zh: '由 E12 写入。' },
    columns: ['id', 'user', 'templateCode', 'sendTime', 'isVisible', 'url'],
  },
  approvals: {
    name: { en: 'Approvals', zh: '审批' },
    source: { en: 'E9 creates them.', zh: '由 E9 创建。' },
    columns: ['approvalId', 'name', 'status', 'submitter', 'materials', 'tasks', 'createTime'],
  },
  uploads: {
    name: { en: 'Uploads', zh: '上传' },
    source: {
      en: 'A client begins an upload, sends its parts, and completes it by E13.',
      zh: '客户端创建上传并发送分片，最后由 E13 完成。',
    },
    columns: [
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
    name: { en: 'Atoms', zh: '原子素材' },
    source: {
      en: 'E16 creates them from uploads; E21 makes assets of them.',
      zh: 'E16 由上传的文件创建，E21 将其入库为素材。',
    },
    columns: ['id', 'name', 'type', 'size', 'materialId', 'createUser', 'createTime', 'path'],
  },
}
