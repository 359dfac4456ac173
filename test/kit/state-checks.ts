import { expect } from 'vitest'
import { ask } from './downloads.ts'
import { callPortal } from './portal.ts'
import { recordsOf } from './records.ts'
import type { CallOptions, TestServer } from './server.ts'

/** The answer of a state, as tests use it. */
// biome-ignore lint/suspicious/noExplicitAny: every state answers ids of its own, and the tests below know which.
type Ids = any

interface Detail {
  materialOrigin: { id: number }
  approvalStatus: number
  subResList: { downloadUrl: string | null; baseText: string | null }[]
}

const detailOf = async (server: TestServer, id: number, options?: CallOptions) => {
  const param = { assetIdList: [id] }
  const { detail } = await server.result<{ detail: Detail[] }>('E4', param, options)
  return detail
}

const codeOf = async (server: TestServer, operation: string, param: object, as?: string) => {
  const { body } = await server.call(operation, param, as === undefined ? {} : { as })
  return (body as { code: string }).code
}

const tasksOf = (server: TestServer, { createTimeForm }: Ids, more: object = {}) =>
  server.result<{ totalCount: number; totalPage: number; records: object[] }>('E5', {
    createTimeForm,
    category: 'APPROVAL',
    ...more,
  })

const collectionsIn = async (server: TestServer, parentGroupId: number, more: object = {}) => {
  const param = { parentGroupId, ...more }
  return await server.result<{ totalCount: number; list: { id: number }[] }>('E1', param)
}

const packParam = ({ crowdPackId, corpId, source }: Ids) => ({ crowdPackId, corpId, source })

const addParam = ({ collectionId, assetId }: Ids) => ({ collectionId, assetIds: [assetId] })

const portalOf = async (server: TestServer, operation: string, body: object) =>
  (await callPortal(server, operation, body)).body as Ids

const oneTask = async (server: TestServer, ids: Ids, approvalStatus: string, asset: number) => {
  const { records } = await tasksOf(server, ids)
  const { approvalId, key, assignee } = ids
  expect(records).toMatchObject([{ approvalId: String(approvalId), key, assignee, approvalStatus }])
  expect(await detailOf(server, ids.assetId)).toMatchObject([{ approvalStatus: asset }])
}

/** Checks for each state, with operations of the document, that it holds. */
export const STATE_CHECKS: Readonly<
  Record<string, (server: TestServer, ids: Ids) => Promise<void>>
> = {
  'empty-library': async (server) => {
    expect(await detailOf(server, server.fixtures.assets.ids[0] ?? 0)).toEqual([])
    const { list } = await server.result<{ list: { itemCount: number }[] }>('E1', { pageSize: 100 })
    expect(list.length).toBeGreaterThan(0)
    expect(list.every(({ itemCount }) => itemCount === 0)).toBe(true)
    const { owner } = server.fixtures.users
    expect(await server.result('E8', { userIds: [owner.id] })).toHaveLength(1)
  },
  'asset-ingested': async (server, ids) => {
    const [asset] = await detailOf(server, ids.assetId)
    expect(asset?.subResList).toMatchObject([{ downloadUrl: expect.stringContaining('http') }])
    const { bytes } = await ask(asset?.subResList[0]?.downloadUrl)
    expect(bytes.length).toBe(21_655)
    expect(await server.result('E21', { assetIdList: [ids.atomId] })).toEqual({
      successList: [ids.atomId],
      failedList: [],
      successMaterialIdList: [ids.assetId],
    })
  },
  'asset-view-only': async (server, ids) => {
    const [asset] = await detailOf(server, ids.assetId, { as: ids.userEmail })
    expect(asset?.subResList).toMatchObject([{ downloadUrl: null }])
    const [own] = await detailOf(server, ids.assetId)
    expect(own?.subResList[0]?.downloadUrl).not.toBeNull()
  },
  'atom-not-ingested': async (server, { atomId }) => {
    const { records } = await server.control<{
      records: { id: number; materialId: number | null }[]
    }>('/records/atoms')
    expect(records.find(({ id }) => id === atomId)).toMatchObject({ materialId: null })
    expect(await server.result('E21', { assetIdList: [atomId] })).toMatchObject({
      successList: [atomId],
    })
  },
  'composite-asset': async (server, ids) => {
    const [asset] = await detailOf(server, ids.assetId)
    expect(asset?.subResList).toMatchObject(ids.subResourceIds.map((id: number) => ({ id })))
    expect(asset?.subResList).toHaveLength(4)
  },
  'text-asset': async (server, ids) => {
    const [asset] = await detailOf(server, ids.assetId)
    expect(asset?.subResList).toMatchObject([{ baseText: expect.stringContaining('第一壶茶') }])
  },
  'collection-editable': async (server, ids) => {
    expect(await codeOf(server, 'E22', addParam(ids), ids.userEmail)).toBe('0')
  },
  'collection-without-permission': async (server, ids) => {
    expect(await codeOf(server, 'E22', addParam(ids), ids.userEmail)).toBe('10134011')
  },
  'collection-empty': async (server, { collectionId }) => {
    const { list } = await server.result<{ list: { id: number }[] }>('E1', { pageSize: 1_000 })
    const found = list.find(({ id }) => id === collectionId)
    expect(found).toMatchObject({ itemCount: 0, groupCount: 0 })
    await server.result('E22', { collectionId, assetIds: [] })
  },
  'collection-tree-three-levels': async (server, { rootId, childId, grandchildId, assetId }) => {
    expect((await collectionsIn(server, rootId)).list).toMatchObject([{ id: childId, rootId }])
    const { list } = await collectionsIn(server, childId)
    expect(list).toMatchObject([{ id: grandchildId, rootId, itemCount: 1, groupCount: 0 }])
    expect(await detailOf(server, assetId)).toMatchObject([
      { collectionInfo: [{ id: grandchildId }] },
    ])
  },
  'collections-two-pages': async (server, { parentId, collectionIds }) => {
    const first = await collectionsIn(server, parentId, { page: 1 })
    const second = await collectionsIn(server, parentId, { page: 2 })
    expect([first.totalCount, first.list.length, second.list.length]).toEqual([25, 20, 5])
    const found = [...first.list, ...second.list].map(({ id }) => id)
    expect(found.sort()).toEqual(collectionIds)
  },
  'archive-groups': async (server, { groupIds, groupPaths, rootId, assetId, userEmail }) => {
    const groups = await server.result<object[]>('E17', { groupPath: groupPaths })
    expect(groups).toMatchObject(groupIds.map((groupId: number) => ({ groupId, rootId })))
    const param = { collectionId: groupIds[2], assetIds: [assetId] }
    expect(await server.result('E22', param, { as: userEmail })).toBe(true)
    const { list } = await collectionsIn(server, groupIds[0])
    expect(list).toMatchObject([{ id: groupIds[2], groupName: 'TEA', itemCount: 1 }])
  },
  'approval-in-progress': (server, ids) => oneTask(server, ids, 'IN_PROGRESS', 1),
  'approval-two-tasks': async (server, ids) => {
    const { records } = await tasksOf(server, ids)
    expect(records).toMatchObject([{ key: 'task1', approvalStatus: 'IN_PROGRESS' }])
    const approval = { approvalId: ids.approvalId, status: 'IN_PROGRESS' }
    const kept = await server.control<{ records: object[] }>('/records/approvals')
    expect(kept.records).toContainEqual(
      expect.objectContaining({
        ...approval,
        tasks: [
          expect.objectContaining({ key: 'task1', status: 'IN_PROGRESS' }),
          expect.objectContaining({ key: 'task2', status: 'PENDING' }),
        ],
      }),
    )
  },
  'approval-approved': (server, ids) => oneTask(server, ids, 'APPROVED', 2),
  'approval-rejected': (server, ids) => oneTask(server, ids, 'REJECTED', 3),
  'approval-tasks-fifty': async (server, ids) => {
    const page = await tasksOf(server, ids, { finished: false, page: 3 })
    expect(page).toMatchObject({ totalCount: 50, totalPage: 3, pageSize: 20 })
    expect(page.records).toHaveLength(10)
  },
  'crowd-pack-empty': async (server, ids) => {
    expect(await server.result('E10', packParam(ids))).toEqual([])
    await server.result('E7', { ...packParam(ids), crowdList: [{ crowdUniqueSign: 'late' }] })
  },
  'crowd-pack-10000': async (server, ids) => {
    expect(await server.result('E10', packParam(ids))).toHaveLength(10_000)
  },
  'crowd-pack-deleted': async (server, ids) => {
    expect(await codeOf(server, 'E10', packParam(ids))).not.toBe('0')
    await server.call('E7', { ...packParam(ids), crowdList: [{ crowdUniqueSign: 'again' }] })
  },
  'portal-content-published': async (server, { blockId, contentId, portalCode, tag, assetId }) => {
    const filterConditionList = [{ type: 1, code: 'tags', value: [tag] }]
    const found = await portalOf(server, 'E6', { blockId, filterConditionList })
    const record = { id: contentId, coreId: assetId, portalId: portalCode }
    expect(found.result).toMatchObject({ totalCount: 1, records: [record] })
    expect((await portalOf(server, 'E11', { id: contentId })).result).toMatchObject(record)
  },
  'portal-block-empty': async (server, { blockId, portalId }) => {
    expect((await portalOf(server, 'E6', { blockId })).result).toMatchObject({ totalCount: 0 })
    await server.result('E14', { portalId, authType: 1, userIdList: [1001] })
  },
  'notification-scheduled': async (server, { notificationId, userEmail, sendTime }) => {
    const rows = await recordsOf(server, 'notifications')
    expect(rows.find(({ id }) => id === notificationId)).toMatchObject({
      user: userEmail,
      sendTime,
      isVisible: false,
    })
  },
  'marketing-task-planned': async (server, ids) => {
    expect(await server.result('E15', { ...ids, remark: 'later' })).toEqual({})
  },
  'metadata-field-with-values': async (server, { attrCode, values }) => {
    const rows = await recordsOf(server, 'metadata')
    const own = rows.filter((row) => row.attrCode === attrCode)
    expect(own).toMatchObject(values)
    const renamed = values.map((value: object) => ({ ...value, attrValueName: 'Other' }))
    expect(await server.result('E20', { attrCode, attrValueList: renamed })).toEqual({})
  },
  'social-year': async (server, { createDate, postIds }) => {
    const { data } = await server.result<{ data: { size: number }[] }>('E2', { createDate })
    expect(data.map(({ size }) => size)).toEqual([2, 1])
    expect(postIds).toHaveLength(3)
  },
  'token-expired': async (server, { accessToken }) => {
    const reply = await server.call('E4', { assetIdList: [] }, { token: accessToken })
    expect(reply.body).toMatchObject({ code: '90010004' })
  },
  'upload-complete': async (server, ids) => {
    expect(await server.result('E13', ids)).toBe(true)
    const file = { path: ids.filePath, name: 'hero.jpg', size: 258_568, type: 'image/jpeg' }
    const made = await server.result<{ assetElementIdList: number[] }>('E16', { fileList: [file] })
    expect(made.assetElementIdList).toHaveLength(1)
  },
  'upload-two-of-three-parts': async (server, { uploadId, filePath, partETags, missingPart }) => {
    expect(partETags).toHaveLength(2)
    const whole = [...partETags, missingPart]
    for (const listed of [whole, partETags]) {
      const reply = await server.call('E13', { uploadId, filePath, partETags: listed })
      expect(reply.body).toMatchObject({ code: '90030018' })
    }
  },
  'user-unknown': async (server, { userId, email }) => {
    expect(await server.result('E8', { userIds: [userId] })).toEqual([])
    expect(await codeOf(server, 'E4', { assetIdList: [] }, email)).toBe('90010006')
  },
}
