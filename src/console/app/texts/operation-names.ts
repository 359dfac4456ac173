import type { OperationId, SupportingRouteName } from '#src/client/generated/operations.ts'
import { texts } from './language.ts'

type Name = OperationId | SupportingRouteName

const names = texts<Readonly<Record<Name, string>>>({
  en: {
    E1: 'Search asset collections',
    E2: 'Social media hot content',
    E3: 'Client tracking report',
    E4: 'Asset detail list',
    E5: 'Approval task list by creation time',
    E6: 'Search content in a block',
    E7: 'Add members to a crowd pack',
    E8: 'Query users by id list',
    E9: 'Create external asset ingestion approval',
    E10: 'List crowd members of a crowd pack',
    E11: 'Get single content detail',
    E12: 'Add in-app notification',
    E13: 'Complete multipart upload',
    E14: 'Add portal collaborators in batch',
    E15: 'Update a private-domain marketing task',
    E16: 'Create content atoms',
    E17: 'List non-root archive groups',
    E18: 'Delete a crowd pack',
    E19: 'Report image-search effect',
    E20: 'Update metadata field values',
    E21: 'Ingest assets into the library',
    E22: 'Add assets to an asset collection',
    'get-token': 'Get access token',
    'refresh-token': 'Refresh access token',
    'begin-upload': 'Begin an upload',
    'show-upload': 'Show an upload',
    'abort-upload': 'Abort an upload',
    'send-part': 'Send a part of a file',
    'send-file': 'Send a file in one request',
    download: 'Download a file',
  },
  zh: {
    E1: '搜索素材集',
    E2: '社媒热门内容',
    E3: '客户端埋点上报',
    E4: '素材详情列表',
    E5: '按创建时间查询审批任务',
    E6: '搜索版块内容',
    E7: '向人群包添加成员',
    E8: '按 ID 查询用户',
    E9: '创建外部素材入库审批',
    E10: '查询人群包成员',
    E11: '获取单个内容详情',
    E12: '添加站内通知',
    E13: '完成分片上传',
    E14: '批量添加门户协作者',
    E15: '更新私域营销任务',
    E16: '创建原子素材',
    E17: '查询非根归档分组',
    E18: '删除人群包',
    E19: '上报以图搜图效果',
    E20: '更新元数据字段值',
    E21: '素材入库',
    E22: '向素材集添加素材',
    'get-token': '获取访问令牌',
    'refresh-token': '刷新访问令牌',
    'begin-upload': '开始上传',
    'show-upload': '查看上传',
    'abort-upload': '中止上传',
    'send-part': '上传分片',
    'send-file': '单次上传文件',
    download: '下载文件',
  },
})

/** What an operation or a supporting route is called in the language that is shown; empty for others. */
export const operationName = (id: string | null): string => {
  return id !== null && isKnown(id) ? names()[id] : ''
}

const isKnown = (id: string): id is Name => Object.hasOwn(names(), id)

/** The operations by number and the supporting routes by name, as choices of a field. */
export const operationOptions = (): { value: string; text: string }[] =>
  Object.entries(names()).map(([value, name]) => ({ value, text: `${value} · ${name}` }))
