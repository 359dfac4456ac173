import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { acceptanceTarget } from '#test/kit/acceptance.ts'
import { presentTime } from '#test/kit/flow.ts'

/** Keys as the document lists them, copied by hand from it alone. */
const COLLECTION =
  'id createTime updateTime createUser updateUser status parentId rootId groupName itemCount groupCount belongId description thunders hasCollected'
const DETAIL =
  'approvalStatus materialOrigin extension importance collectionInfo updateUser updateTime createTime tags authInfoList customerLifeCycleRuleTagCode size subResList'
const ORIGIN =
  'isDownload riskLevel watermark updateUser templateGenerateCount updateTime stickTop dummy assetTagStatus createTime maplexStatus createUser isDam coreId id importUrl scenarioVisibility ruleCheckStatusCode analysisStatus ruleCheckStatus status'
const AUTH = 'unitType unitId unitName dataRoleId dataRoleName dataRoleCode editable materialId'
const SUB_RESOURCE =
  'thumbnailOriginWidth thumbnailOriginHeight extension downloadUrl picNum videoNum textNum wordNum uniMd5 fileFormatType thunder thunderOrigin iconThunder title type duration pdfStatus path transformPreviewUrl id publicRead thumbnailAssetId iconAssetId damId height width aliasName resType keyName updateTime createTime baseTextUpdateTime originalUrl url urlWithParam analysisAssetIds size name assetStatus baseText'
const TASK =
  'id key processName approvalId processCategory category submitter assignee createTime endTime approvalStatus'
const USER =
  'id email isExistPhone nickname deptId deptName dimensionItemInfoLit avatar verifyEmail uid status logoutStatus userType createTime roleList lineManagerUserId'
const CONTENT = 'id portalId blockId coreId name metadataInfo coverPicture'
const CONTENT_DETAIL = `${CONTENT} contentText detailPictures publishTime buttonName buttonLinkUrl`

/** The paths of the document, in its order. */
const PATHS = [
  '/open-api/standard/v1/search-material-groups',
  '/open-api/standard/v1/get-social-media-content-stats',
  '/open-api/standard/v1/save-client-track-log',
  '/open-api/standard/v2/asset/detail-list',
  '/open-api/standard/call/get-approval-by-create-time',
  '/portal/open/block/search',
  '/open-api/standard/v1/marketing/crowd/insert',
  '/open-api/standard/v1/query-user-simple-info-list',
  '/open-api/standard/v1/material/create-external-asset-publishing-approval',
  '/open-api/standard/v1/marketing/crowd/list',
  '/portal/open/block/getContent',
  '/open-api/standard/v1/add-notifications',
  '/open-api/standard/v1/file/complete-multipart-upload',
  '/open-api/standard/v1/addPortalAuth',
  '/open-api/standard/v1/creative/update',
  '/open-api/standard/v2/asset-element/upload',
  '/open-api/standard/v1/material-archive/group/list',
  '/open-api/standard/v1/marketing/crowd-pack/delete',
  '/open-api/standard/v1/submitQueryResult',
  '/open-api/standard/v1/metadata/value/update',
  '/open-api/standard/call/material2group',
  '/open-api/standard/v1/asset/collection/add-asset',
]

const sorted = (keys: string): string[] => keys.split(' ').sort()
const keysOf = (value: unknown): string[] => Object.keys(value as object).sort()

type Json = Record<string, unknown>

const listIn = (json: Json | undefined, key: string): Json[] => (json?.[key] ?? []) as Json[]

const expectKeys = (values: readonly unknown[], keys: string): void => {
  expect(values.length).toBeGreaterThan(0)
  for (const value of values) expect(keysOf(value)).toEqual(sorted(keys))
}

const resultOf = (reply: { status: number; body: unknown }): Json => {
  expect(reply.status).toBe(200)
  expect(reply.body).toMatchObject({ code: '0', message: 'success' })
  expect(keysOf(reply.body)).toEqual(['code', 'message', 'result'])
  return (reply.body as { result: Json }).result
}

describe('the server under acceptance', () => {
  test('serves exactly the paths of the document', async () => {
    const { post, lenientUrl, controlUrl } = await acceptanceTarget()
    for (const path of PATHS) {
      const reply = await post(path, {}, { at: lenientUrl })
      expect([path, reply.status, keysOf(reply.body)]).toEqual([
        path,
        200,
        ['code', 'message', 'result'],
      ])
      expect((await post(`${path}-2`, {}, { at: controlUrl })).status, path).toBe(404)
    }
  })

  test('returns exactly the fields of a collection for E1', async () => {
    const { post } = await acceptanceTarget()
    const sortBy = { field: 'createTime', sort: 'desc' }
    const reply = await post('/open-api/standard/v1/search-material-groups', {
      token: 'anything',
      param: { keywordList: [], scope: 0, parentGroupId: 0, sortBy, page: 1, pageSize: 20 },
    })
    const collections = resultOf(reply)
    expectKeys([collections], 'list totalCount')
    expectKeys(listIn(collections, 'list'), COLLECTION)
  })

  test('returns exactly the fields of an asset, its origin, rights and parts for E4', async () => {
    const { ids, post } = await acceptanceTarget()
    const reply = await post('/open-api/standard/v2/asset/detail-list', {
      token: 'anything',
      param: { assetIdList: ids.assets.ids },
    })
    const detail = listIn(resultOf(reply), 'detail')
    expect(detail).toHaveLength(ids.assets.ids.length)
    expectKeys(detail, DETAIL)
    expectKeys(
      detail.map((asset) => asset.materialOrigin),
      ORIGIN,
    )
    for (const asset of detail) {
      expectKeys(listIn(asset, 'authInfoList'), AUTH)
      expectKeys(listIn(asset, 'subResList'), SUB_RESOURCE)
    }
  })

  test('returns 50 tasks in 3 pages of 20, with exactly their fields, for E5', async () => {
    const { post } = await acceptanceTarget()
    const reply = await post('/open-api/standard/call/get-approval-by-create-time', {
      token: 'anything',
      param: { createTimeForm: 1, category: 'APPROVAL', finished: false, page: 1 },
    })
    const page = resultOf(reply)
    expect(page).toMatchObject({ pageNum: 1, pageSize: 20, totalCount: 50, totalPage: 3 })
    expectKeys([page], 'pageNum pageSize totalCount totalPage records')
    expect(page.records).toHaveLength(20)
    expectKeys(listIn(page, 'records'), TASK)
  })

  test('returns exactly the fields of users in the requested order for E8', async () => {
    const { ids, post } = await acceptanceTarget()
    const reply = await post('/open-api/standard/v1/query-user-simple-info-list', {
      param: { userIds: [ids.users.viewer.id, ids.users.owner.id] },
    })
    const users = resultOf(reply) as unknown as Json[]
    expect(users.map((user) => user.email)).toEqual([ids.users.viewer.email, ids.users.owner.email])
    expectKeys(users, USER)
  })

  test('accepts E6 and E11 on the portal with its own headers and without Token-type', async () => {
    const { controlUrl, url, ids } = await acceptanceTarget()
    const post = async (path: string, body: unknown) => {
      const response = await fetch(`${url}/portal/open/block/${path}`, {
        method: 'POST',
        headers: {
          'X-App-Key': ids.portalApp.appKey,
          'S-Sign': 'signature',
          'S-Timestamp': String(await presentTime(controlUrl, 'default')),
          'S-Nonce': randomUUID(),
          'Access-token': ids.app.accessToken,
          'Content-Type': 'application/json',
        },
        body: JSON.stringify(body),
      })
      return { status: response.status, body: await response.json() }
    }
    const page = resultOf(
      await post('search', {
        blockId: ids.portal.blockId,
        pageNum: 1,
        pageSize: 5,
        searchText: '',
        filterConditionList: [{ type: 1, code: 'tags', value: [ids.portal.tag] }],
        pictureParam: { width: 200, high: 100 },
      }),
    )
    expectKeys(listIn(page, 'records'), CONTENT)
    for (const record of listIn(page, 'records')) {
      expect(record.portalId).toBe(ids.portal.code)
      const info = record.metadataInfo as Record<string, unknown>
      expect(Object.keys(info)[0]).toBe('CUSTOMER_PORTAL_PUBLISH_TIME')
      expect(info.CUSTOMER_PORTAL_PUBLISH_TIME).toEqual(expect.any(Number))
    }
    const { attrCode, values } = ids.metadata
    const condition = { type: 1, code: attrCode, value: [values[0]?.attrValueCode] }
    const filtered = resultOf(
      await post('search', { blockId: ids.portal.blockId, filterConditionList: [condition] }),
    )
    expect(listIn(filtered, 'records').length).toBeGreaterThan(0)
    for (const { metadataInfo } of listIn(filtered, 'records')) {
      const names = (metadataInfo as Record<string, unknown>)[attrCode]
      expect(names).toEqual(expect.arrayContaining([expect.any(String)]))
    }
    const content = resultOf(await post('getContent', { id: ids.portal.contentId }))
    expect(keysOf(content)).toEqual(sorted(CONTENT_DETAIL))
  })

  test('grows itemCount through E16 → E21 → E4 → E22 → E1', async () => {
    const { ids, post } = await acceptanceTarget()
    const { assetElementIdList } = resultOf(
      await post('/open-api/standard/v2/asset-element/upload', {
        param: {
          fileList: [{ path: 'in/leaf.png', name: '叶 leaf.png', size: 42, type: 'image/png' }],
        },
      }),
    )
    const ingested = resultOf(
      await post('/open-api/standard/call/material2group', {
        param: { assetIdList: [...(assetElementIdList as number[]), 5] },
      }),
    )
    expect(ingested).toMatchObject({ successList: assetElementIdList, failedList: [5] })
    const assetIds = ingested.successMaterialIdList
    const detail = async () =>
      listIn(
        resultOf(
          await post('/open-api/standard/v2/asset/detail-list', {
            param: { assetIdList: assetIds },
          }),
        ),
        'detail',
      )[0]
    expect(await detail()).toMatchObject({
      size: 42,
      extension: 'png',
      collectionInfo: [],
      subResList: [{ name: '叶 leaf.png', type: 'image/png', size: 42 }],
    })
    const countItems = async () =>
      listIn(
        resultOf(
          await post('/open-api/standard/v1/search-material-groups', { param: { pageSize: 1000 } }),
        ),
        'list',
      ).find((collection) => collection.id === ids.collections.editable.id)?.itemCount as number
    const before = await countItems()
    const added = await post('/open-api/standard/v1/asset/collection/add-asset', {
      param: { collectionId: ids.collections.editable.id, assetIds },
    })
    expect(resultOf(added)).toBe(true)
    expect(await countItems()).toBe(before + 1)
    expect((await detail())?.collectionInfo).toMatchObject([{ id: ids.collections.editable.id }])
  })

  test('keeps crowd members through E7 → E10 → E18 → E10, in the nested envelope', async () => {
    const { ids, post } = await acceptanceTarget()
    const { corpId, id, source } = ids.crowdPack
    const pack = { source, corpId, crowdPackId: id, selfAgent: 0 }
    const list = () => post('/open-api/standard/v1/marketing/crowd/list', { param: pack })
    const before = resultOf(await list())
    expect(keysOf(before)).toEqual(['code', 'message', 'result', 'traceId'])
    expect(before.traceId).toMatch(/^[0-9a-f]{32}$/)
    const inserted = await post('/open-api/standard/v1/marketing/crowd/insert', {
      param: { ...pack, crowdList: [{ crowdUniqueSign: 'new-one' }], completeStatus: true },
    })
    expect(resultOf(inserted)).toMatchObject({ code: '0', result: true })
    const members = listIn(resultOf(await list()), 'result')
    expect(members).toHaveLength(listIn(before, 'result').length + 1)
    expect(members.at(-1)).toEqual({ id: expect.any(Number), crowdUniqueSign: 'new-one' })
    const removed = await post('/open-api/standard/v1/marketing/crowd-pack/delete', {
      param: { corpId, id, source },
    })
    expect(resultOf(removed)).toMatchObject({ code: '0', result: true })
    expect((await list()).body).toMatchObject({
      code: expect.stringMatching(/^9\d{7}$/),
      result: null,
    })
  })

  test('shows the first task of E9 in progress in E5', async () => {
    const { ids, post } = await acceptanceTarget()
    const { owner, editor, viewer } = ids.users
    const created = await post(
      '/open-api/standard/v1/material/create-external-asset-publishing-approval',
      {
        param: {
          variables: {},
          detailName: 'detail',
          category: 'MATERIAL_FROM_EXTERNAL_SOURCE_PUBLISHING',
          processDefinitionId: ids.approval.processDefinitionId,
          submitter: owner.id,
          assignees: { initiator: [owner.id], task1: [editor.id], task2: [viewer.id] },
          name: 'accepted',
          objects: ids.assets.ids.slice(0, 1),
        },
      },
    )
    const approvalId = resultOf(created)
    expect(Number.isInteger(approvalId)).toBe(true)
    const page = resultOf(
      await post('/open-api/standard/call/get-approval-by-create-time', {
        param: { createTimeForm: 1, finished: false, page: 3 },
      }),
    )
    expect(page.totalCount).toBe(51)
    expect(listIn(page, 'records').at(-1)).toMatchObject({
      key: 'task1',
      approvalId: String(approvalId),
      assignee: editor.id,
      submitter: owner.id,
      approvalStatus: 'IN_PROGRESS',
      endTime: null,
      processCategory: 'RESOURCE_PUBLISHMENT',
      category: 'APPROVAL',
    })
  })

  test('returns the bare boolean for E19 and the empty object for E20', async () => {
    const { ids, post } = await acceptanceTarget()
    const report = await post('/open-api/standard/v1/submitQueryResult', {
      param: {
        libraryType: 'product_library',
        clientId: 'c',
        uuid: 'u',
        operateType: 'all',
        contentId: null,
        likeType: 1,
      },
    })
    expect(report.text).toBe('true')
    const [value] = ids.metadata.values
    const update = await post('/open-api/standard/v1/metadata/value/update', {
      token: '',
      param: {
        attrCode: ids.metadata.attrCode,
        attrValueList: [{ attrValueCode: value?.attrValueCode, attrValueName: 'renamed' }],
      },
    })
    expect(update.text).toBe('{}')
  })

  test('refuses E22 without permission with exactly the answer of the document', async () => {
    const { ids, post } = await acceptanceTarget()
    const reply = await post(
      '/open-api/standard/v1/asset/collection/add-asset',
      {
        token: ids.app.accessToken,
        param: { collectionId: ids.collections.forbidden.id, assetIds: ids.assets.ids.slice(0, 1) },
      },
      {
        headers: { 'x-open-api-user': 'viewer@example.com', 'x-asm-prefer-tag': 'version-env-07' },
      },
    )
    expect(reply.status).toBe(200)
    expect(reply.text).toBe(
      '{"code":"10134011","message":"User has no operation permission","result":null}',
    )
  })
})
