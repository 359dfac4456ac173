import type { RecordKind } from '../../api/records.ts'

/** What the view shows of a kind: its name, how rows come, and its columns, by the names of fields. */
export interface KindTexts {
  readonly name: { readonly en: string; readonly zh: string }
  /** How rows of the kind come. */
  readonly source: { readonly en: string; readonly zh: string }
  readonly columns: readonly Field[]
}

/** The headings of all columns. A name with a dot is that of a field in an object. */
export const HEADINGS = {
  id: { en: 'Id', zh: 'ID' },
  receivedAtMs: { en: 'Received', zh: '接收时间' },
  'record.event_type_code': { en: 'Event', zh: '事件' },
  'record.event_time': { en: 'Event time as sent', zh: '上报的事件时间' },
  'record.user_id': { en: 'User as sent', zh: '上报的用户' },
  'record.platform': { en: 'Platform', zh: '平台' },
  'record.event_properties': { en: 'Properties', zh: '事件属性' },
  'record.cur_url': { en: 'Page', zh: '页面' },
  user: { en: 'Receiver', zh: '接收人' },
  templateCode: { en: 'Template', zh: '模板' },
  sendTime: { en: 'Due at', zh: '发送时间' },
  isVisible: { en: 'Due', zh: '已到时间' },
  url: { en: 'Leads to', zh: '跳转路径' },
  portalId: { en: 'Portal', zh: '门户' },
  authType: { en: 'Type', zh: '授权类型' },
  unitType: { en: 'Unit', zh: '单元类型' },
  unitId: { en: 'Id of the unit', zh: '单元 ID' },
  addedBy: { en: 'Added by', zh: '添加人' },
  updateTime: { en: 'Written', zh: '更新时间' },
  creativeId: { en: 'Task', zh: '任务' },
  planId: { en: 'Plan', zh: '计划' },
  contentType: { en: 'Content type', zh: '内容类型' },
  contentGroupId: { en: 'Content group', zh: '内容组' },
  releaseTime: { en: 'Release', zh: '发布时间' },
  remark: { en: 'Remark', zh: '备注' },
  libraryType: { en: 'Library', zh: '素材库类型' },
  operateType: { en: 'Operation', zh: '操作类型' },
  contentId: { en: 'Found asset', zh: '命中的素材' },
  likeType: { en: 'Like', zh: '反馈' },
  uuid: { en: 'Search', zh: '搜索标识' },
  attrCode: { en: 'Field', zh: '字段' },
  attrValueCode: { en: 'Code', zh: '值编码' },
  attrValueName: { en: 'Name', zh: '名称' },
  parentCode: { en: 'Parent', zh: '上级' },
  assetCount: { en: 'Assets', zh: '素材数' },
  contentCount: { en: 'Contents', zh: '门户内容数' },
  assetIds: { en: 'Ids of assets', zh: '素材 ID' },
  approvalId: { en: 'Approval', zh: '审批' },
  name: { en: 'Name', zh: '名称' },
  status: { en: 'Status', zh: '状态' },
  submitter: { en: 'Submitted by', zh: '提交人' },
  materials: { en: 'Objects', zh: '对象' },
  tasks: { en: 'Tasks', zh: '任务' },
  createTime: { en: 'Created', zh: '创建时间' },
  uploadId: { en: 'Upload', zh: '上传' },
  type: { en: 'Media type', zh: '媒体类型' },
  size: { en: 'Size', zh: '大小' },
  filePath: { en: 'Path', zh: '路径' },
  parts: { en: 'Parts', zh: '分片' },
  expireTime: { en: 'Expires', zh: '过期时间' },
  path: { en: 'Path', zh: '路径' },
  createUser: { en: 'Created by', zh: '创建人' },
  materialId: { en: 'Asset', zh: '素材' },
  crowdPackId: { en: 'Pack', zh: '人群包' },
  corpId: { en: 'Corporation', zh: '企业' },
  source: { en: 'Source', zh: '来源' },
  memberCount: { en: 'Members', zh: '成员数' },
  completeStatus: { en: 'Complete', zh: '已完成' },
} as const satisfies Readonly<Record<string, { readonly en: string; readonly zh: string }>>

/** A field that has a heading. */
export type Field = keyof typeof HEADINGS

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
