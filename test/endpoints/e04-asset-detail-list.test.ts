import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { AssetDetail, SubResource } from '#src/contract/resources/asset-shapes.ts'
import { DEMO, NOW } from '#test/kit/databases.ts'
import { ask } from '#test/kit/downloads.ts'
import { freezeAt } from '#test/kit/records.ts'
import { assumptionsOf } from '#test/kit/replies.ts'
import { type CallOptions, injectServer, type TestServer } from '#test/kit/server.ts'
import { expectSigned } from '#test/kit/signed-urls.ts'

const VIEWER = { as: 'viewer@example.com' }

const detailsOf = async (
  server: TestServer,
  assetIdList: readonly number[],
  options?: CallOptions,
): Promise<AssetDetail[]> => {
  const { detail } = await server.result<{ detail: AssetDetail[] }>('E4', { assetIdList }, options)
  return detail
}

const detailOf = async (
  server: TestServer,
  id: number,
  options?: CallOptions,
): Promise<AssetDetail> => {
  const [detail] = await detailsOf(server, [id], options)
  if (!detail) throw new Error(`asset ${id} is not answered`)
  return detail
}

const idsOf = (details: readonly AssetDetail[]) => details.map((asset) => asset.materialOrigin.id)

const ADDRESSES = [
  'downloadUrl',
  'originalUrl',
  'url',
  'urlWithParam',
  'transformPreviewUrl',
  'thunder',
  'thunderOrigin',
  'iconThunder',
] as const satisfies (keyof SubResource)[]

const urlsOf = (resource: SubResource | undefined) =>
  Object.fromEntries(ADDRESSES.map((name) => [name, resource?.[name]]))

/** Asset 100002 of the seed, in the document's words; without URLs. */
const PACKSHOT = {
  approvalStatus: 0,
  materialOrigin: {
    isDownload: 1,
    riskLevel: 0,
    watermark: '',
    updateUser: 1001,
    templateGenerateCount: 0,
    updateTime: 1_761_386_756_185,
    stickTop: 0,
    dummy: 0,
    assetTagStatus: 0,
    createTime: 1_668_235_127_728,
    maplexStatus: 0,
    createUser: 1001,
    isDam: 1,
    coreId: 100_002,
    id: 100_002,
    importUrl: '',
    scenarioVisibility: 'ALL_VISIBLE',
    ruleCheckStatusCode: 1,
    analysisStatus: 0,
    ruleCheckStatus: 'PASSED',
    status: 0,
  },
  extension: 'png',
  importance: 0,
  collectionInfo: [],
  updateUser: 1001,
  updateTime: 1_761_386_756_185,
  createTime: 1_668_235_127_728,
  tags: 'packshot,精华',
  authInfoList: [
    {
      unitType: 1,
      unitId: 1001,
      unitName: '顾知微 Gu Zhiwei',
      dataRoleId: 1,
      dataRoleName: 'Owner',
      dataRoleCode: 'ownerRole',
      editable: 1,
      materialId: 100_002,
    },
    {
      unitType: 3,
      unitId: 0,
      unitName: 'Everyone',
      dataRoleId: 3,
      dataRoleName: 'Viewer',
      dataRoleCode: 'viewerRole',
      editable: 0,
      materialId: 100_002,
    },
  ],
  customerLifeCycleRuleTagCode: '',
  size: 21_655,
  subResList: [
    {
      thumbnailOriginWidth: 528,
      thumbnailOriginHeight: 528,
      extension: 'png',
      downloadUrl: expect.any(String),
      picNum: null,
      videoNum: null,
      textNum: null,
      wordNum: null,
      uniMd5: 'ea3800bc7b3da0e7b17c7fcd2527f094',
      fileFormatType: 'picture',
      thunder: expect.any(String),
      thunderOrigin: expect.any(String),
      iconThunder: expect.any(String),
      title: null,
      type: 'image/png',
      duration: null,
      pdfStatus: 0,
      path: 'upload/bea533cbc95a6a0169be9241bb1f6535.png',
      transformPreviewUrl: expect.any(String),
      id: 500_002,
      publicRead: false,
      thumbnailAssetId: null,
      iconAssetId: null,
      damId: null,
      height: 528,
      width: 528,
      aliasName: null,
      resType: 0,
      keyName: 'bea533cbc95a6a0169be9241bb1f6535.png',
      updateTime: 1_761_386_756_185,
      createTime: 1_668_235_127_728,
      baseTextUpdateTime: null,
      originalUrl: expect.any(String),
      url: expect.any(String),
      urlWithParam: expect.any(String),
      analysisAssetIds: null,
      size: 21_655,
      name: 'Camellia Dew Serum – packshot on clear.png',
      assetStatus: 0,
      baseText: null,
    },
  ],
}

describe('E4 asset detail list', () => {
  test('answers an asset with exactly the keys of the document, including nested keys', async () => {
    const server = await injectServer()
    const reply = await server.call('E4', { assetIdList: [100_002] })
    expect(reply.body).toStrictEqual({
      code: '0',
      message: 'success',
      result: { detail: [PACKSHOT] },
    })
    expect(assumptionsOf(reply)).toEqual(['A-17-2', 'A-4-11'])
  })

  test('answers URLs that are signed for an hour of the workspace', async () => {
    const server = await injectServer()
    freezeAt(server, NOW)
    const [resource] = (await detailOf(server, 100_002)).subResList
    const paths = ADDRESSES.map((name) => expectSigned(server, resource?.[name], NOW + 3_600_000))
    expect(new Set(paths).size).toBe(5)
    expect(resource?.url).toBe(resource?.originalUrl)
    freezeAt(server, NOW + 1)
    const [later] = (await detailOf(server, 100_002)).subResList
    expectSigned(server, later?.downloadUrl, NOW + 3_600_001)
  })

  test('answers in the order asked for, each once, without what does not exist', async () => {
    const server = await injectServer()
    const { MAX_SAFE_INTEGER } = Number
    const asked = [100_009, -1, 100_002, 424_242, 100_009, 0, 100_024, MAX_SAFE_INTEGER]
    expect(idsOf(await detailsOf(server, asked))).toEqual([100_009, 100_002, 100_024])
    expect(idsOf(await detailsOf(server, asked.toReversed()))).toEqual([100_024, 100_009, 100_002])
  })

  test('answers a composite with its parts in order, its size their sum', async () => {
    const server = await injectServer()
    const { extension, size, subResList } = await detailOf(server, 100_007)
    expect(extension).toBe('res_group')
    expect(size).toBe(258_568 + 12_884 + 33_998 + 117)
    const facts = subResList.map((part) => [
      part.id,
      part.fileFormatType,
      part.type,
      part.resType,
      part.duration,
      part.publicRead,
    ])
    expect(facts).toEqual([
      [500_007, 'picture', 'image/jpeg', 0, null, false],
      [500_008, 'picture', 'image/png', 0, null, true],
      [500_009, 'video', 'video/mp4', 0, 4_000, false],
      [500_010, 'content_text', 'content_text', 1, null, false],
    ])
  })

  test('answers a text with its text, its counts and resType 1', async () => {
    const server = await injectServer()
    const { subResList } = await detailOf(server, 100_006)
    expect(subResList).toMatchObject([
      {
        fileFormatType: 'content_rtf',
        type: 'content_rtf',
        resType: 1,
        title: 'The ten-minute ritual: mask, tea, silence',
        textNum: 162,
        wordNum: 60,
        picNum: 0,
        videoNum: 0,
        uniMd5: null,
        width: null,
        baseText: expect.stringMatching(/^<h1>The ten-minute ritual<\/h1>.*敷面膜.*<\/p>$/),
        baseTextUpdateTime: 1_669_951_950_253,
      },
    ])
  })

  test('answers the holders of roles: users, departments and everyone', async () => {
    const server = await injectServer()
    const { authInfoList } = await detailOf(server, 100_001)
    const facts = authInfoList.map((auth) => [
      auth.unitType,
      auth.unitId,
      auth.unitName,
      auth.dataRoleCode,
      auth.editable,
    ])
    expect(facts).toEqual([
      [1, 1002, 'Elena Marlowe', 'ownerRole', 1],
      [2, 10, 'Tessaline Group 汀屿集团', 'editorRole', 1],
      [3, 0, 'Everyone', 'viewerRole', 0],
    ])
  })

  test('answers the size of the picture behind thunderOrigin, and none for a text', async () => {
    const server = await injectServer(DEMO)
    const query = `SELECT min(id) AS id FROM sub_resources GROUP BY media_type, width > 1600`
    const ids = server.workspace.store.values<number>(query)
    const assetIds = server.workspace.store.values<number>(
      'SELECT asset_id FROM sub_resources WHERE id IN (SELECT value FROM json_each(?))',
      JSON.stringify(ids),
    )
    const parts = (await detailsOf(server, assetIds)).flatMap(({ subResList }) => subResList)
    expect(new Set(parts.map(({ fileFormatType }) => fileFormatType)).size).toBeGreaterThan(7)
    for (const {
      id,
      thunderOrigin,
      thumbnailOriginWidth,
      thumbnailOriginHeight,
      resType,
    } of parts) {
      const { bytes } = await ask(thunderOrigin)
      const { width, height } = await sharp(bytes).metadata()
      const shown = resType === 1 ? [null, null] : [width, height]
      expect([thumbnailOriginWidth, thumbnailOriginHeight], `${id}`).toEqual(shown)
    }
  })

  test('answers downloadUrl null without the right to download, and every other URL', async () => {
    const server = await injectServer()
    const reply = await server.call('E4', { assetIdList: [100_002] }, VIEWER)
    expect(assumptionsOf(reply)).toEqual(['A-17-2', 'A-4-11', 'A-4-2', 'A-visibility-1'])
    const { result } = reply.body as { result: { detail: AssetDetail[] } }
    expect(urlsOf(result.detail[0]?.subResList[0])).toEqual({
      ...Object.fromEntries(ADDRESSES.map((name) => [name, expect.any(String)])),
      downloadUrl: null,
    })
  })

  test('answers downloadUrl null for an asset that only a collection shows', async () => {
    const server = await injectServer(DEMO)
    const urlFor = async (as: string) =>
      (await detailOf(server, 100_034, { as })).subResList[0]?.downloadUrl
    expect(await urlFor('viewer@example.com')).toBeNull()
    expect(await urlFor('editor@example.com')).toMatch(/^http/)
  })
})
