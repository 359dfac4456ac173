import type { Fixtures } from '../../control/fixtures/schema.ts'
import { CATALOGUE } from '../../endpoints/index.ts'

/**
 * A request of every operation that is answered with code 0 on a fresh workspace: the document's, with all fields and
 * with ids that exist, or the example that the schema of the parameters has.
 */
export const samplesOf = (ids: Fixtures): Record<string, Record<string, unknown>> => ({
  ...examples(),
  ...librarySamples(ids),
  ...distributionSamples(ids),
})

const examples = (): Record<string, Record<string, unknown>> =>
  Object.fromEntries(
    CATALOGUE.flatMap(({ id, param }) => (param.examples?.[0] ? [[id, param.examples[0]]] : [])),
  )

/** Collections, assets, uploads, approvals, the archive and metadata. */
const librarySamples = (ids: Fixtures): Record<string, Record<string, unknown>> => ({
  E1: {
    keywordList: [],
    scope: 0,
    parentGroupId: 0,
    sortBy: { field: 'createTime', sort: 'desc' },
    page: 1,
    pageSize: 20,
  },
  E4: { assetIdList: ids.assets.ids.slice(0, 3) },
  E5: { createTimeForm: 1_577_836_800_000, category: 'APPROVAL', finished: false, page: 1 },
  E9: {
    variables: { note: 'from outside' },
    detailName: 'Two pictures',
    category: 'MATERIAL_FROM_EXTERNAL_SOURCE_PUBLISHING',
    processDefinitionId: ids.approval.processDefinitionId,
    submitter: ids.users.owner.id,
    assignees: {
      initiator: [ids.users.owner.id],
      task1: [ids.users.editor.id],
      task2: [ids.users.viewer.id],
    },
    name: 'Publish two pictures',
    objects: ids.assets.ids.slice(0, 2),
  },
  E13: ids.upload,
  E16: { fileList: [{ path: 'upload/a.png', name: 'a.png', size: 12, type: 'image/png' }] },
  E17: { groupPath: ids.archive.groupPaths.slice(0, 2) },
  E20: { attrCode: ids.metadata.attrCode, attrValueList: ids.metadata.values.slice(0, 2) },
  E21: { assetIdList: ids.atoms.ids.slice(0, 2) },
  E22: { collectionId: ids.collections.editable.id, assetIds: ids.assets.ids.slice(0, 2) },
})

/** Portals, marketing, users, notifications and reports. */
const distributionSamples = (ids: Fixtures): Record<string, Record<string, unknown>> => ({
  E2: { createDate: ids.social.createDate },
  E3: { trackList: [trackingRecord(ids)] },
  E6: {
    blockId: ids.portal.blockId,
    pageNum: 1,
    pageSize: 20,
    searchText: '',
    filterConditionList: [{ type: 1, code: 'tags', value: [ids.portal.tag] }],
    pictureParam: { width: 300, high: 200 },
  },
  E7: {
    ...packOf(ids),
    crowdList: [{ crowdUniqueSign: 'sign-1' }, { crowdUniqueSign: 'sign-2' }],
    selfAgent: 0,
    completeStatus: true,
  },
  E8: { userIds: [ids.users.owner.id, ids.users.viewer.id] },
  E10: { ...packOf(ids), selfAgent: 0 },
  E11: { id: ids.portal.contentId, pictureParam: { width: 300, high: 200 } },
  E12: {
    users: [ids.users.editor.email],
    templateCode: ids.notification.templateCode,
    sendTime: 1_767_225_600_000,
    content: { htmlContent: '<p>Hello</p>' },
    url: '/library/assets',
    modelCode: ids.notification.modelCode,
  },
  E14: {
    portalId: ids.portal.id,
    authType: ids.portal.authType,
    userId: ids.users.owner.id,
    deptIdList: ids.departments.ids.slice(0, 1),
    dimensionIdList: ids.dimensions.ids.slice(0, 1),
    userIdList: [ids.users.viewer.id],
  },
  E15: {
    ...ids.creative,
    contentType: 'GROUP_MESSAGE',
    releaseTime: '2026-12-24 18:00:00',
    remark: 'before the holidays',
  },
  E18: { corpId: ids.crowdPack.corpId, id: ids.crowdPack.id, source: ids.crowdPack.source },
  E19: {
    libraryType: ids.imageSearch.libraryType,
    clientId: 'client',
    uuid: 'b9e7c1a2',
    operateType: 'all',
    contentId: ids.imageSearch.contentId,
    likeType: 1,
  },
})

const packOf = ({ crowdPack }: Fixtures) => ({
  source: crowdPack.source,
  corpId: crowdPack.corpId,
  crowdPackId: crowdPack.id,
})

/** A tracking record with every field of the document. */
export const trackingRecord = (ids: Fixtures): Record<string, unknown> => ({
  tenant_id: '1',
  client_id: 'client',
  event_type_code: 'Portal_Content_Share',
  event_time: '2026-03-04 05:06:07.089',
  event_properties: {
    data_source: 'external_sdk',
    block_id: ids.portal.blockId,
    portal_id: ids.portal.code,
    asset_id: ids.assets.ids[0],
    content_id: ids.portal.contentId,
  },
  platform: 'web',
  visitor_id: 'v=1; path=/',
  user_id: '1001',
  distinct_id: '1001',
  sdk_info: '1.0.0',
  os: 'macOS',
  os_version: '15',
  user_agent: 'Mozilla/5.0',
  browser: 'Firefox',
  browser_version: '140',
  device_id: '',
  window_width: 1280,
  window_height: 720,
  resolution: '1280*720',
  timezone: 'Asia/Shanghai',
  language: 'zh-CN',
  preferred_locale: 'zh-CN',
  cur_url: 'https://portal.example/content/1',
  url_from: '',
  session: 's-1',
})
