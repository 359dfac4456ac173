import { describe, expect, test } from 'vitest'
import type { AssetDetail } from '#src/contract/resources/asset-shapes.ts'
import type { PortalContent, PortalContentDetail } from '#src/contract/resources/portal-shapes.ts'
import { DEMO, NOW } from '#test/kit/databases.ts'
import type { Reply } from '#test/kit/http.ts'
import { callPortal } from '#test/kit/portal.ts'
import { freezeAt } from '#test/kit/records.ts'
import { assumptionsOf, expectRefusal, portalFindingsOf } from '#test/kit/replies.ts'
import { samplesOf } from '#test/kit/samples.ts'
import { injectServer, type ServerOptions, type TestServer } from '#test/kit/server.ts'
import { expectSigned } from '#test/kit/signed-urls.ts'

const startPortal = async (options?: ServerOptions): Promise<TestServer> => {
  const server = await injectServer(options)
  freezeAt(server, NOW)
  return server
}

const resultOf = (reply: Reply): PortalContentDetail => {
  expect(reply.body, reply.text).toMatchObject({ code: '0', message: 'success' })
  return (reply.body as { result: PortalContentDetail }).result
}

const contentOf = async (
  server: TestServer,
  id: number,
  param: object = {},
): Promise<PortalContentDetail> => resultOf(await callPortal(server, 'E11', { id, ...param }))

/** The metadata field of the seed `minimal`. */
const CHANNEL = '19d7ab01a804f3ee9325bd3be0e4f14f'

describe('E11 get single content detail', () => {
  test('answers a content with exactly the keys of the document', async () => {
    const server = await startPortal()
    const reply = await callPortal(server, 'E11', samplesOf(server.fixtures).E11)
    expect(reply.body).toStrictEqual({
      code: '0',
      message: 'success',
      result: {
        id: 80_001,
        portalId: 'E14B6B737BEBC077AD867A8D1FAAB8A9',
        blockId: 601,
        coreId: 100_001,
        name: '雾岭乌龙｜新品上架',
        metadataInfo: {
          CUSTOMER_PORTAL_PUBLISH_TIME: 1_775_559_525_259,
          [CHANNEL]: ['官方商城 Own Shop'],
        },
        coverPicture: expect.any(String),
        contentText:
          '海拔一千二百米的清晨，雾气替茶叶挡住了太急的阳光。兰花香在前，回甘在后，第四泡最好。',
        detailPictures: [expect.any(String)],
        publishTime: 1_775_559_525_259,
        buttonName: '立即选购',
        buttonLinkUrl: 'https://shop.tessaline.example/zh/products/oolong',
      },
    })
    expect(portalFindingsOf(reply)).toEqual([])
  })

  test('answers of every content what E6 lists of it', async () => {
    const server = await startPortal(DEMO)
    const listed = await callPortal(server, 'E6', { blockId: 601, pageSize: 1000 })
    const { records } = (listed.body as { result: { records: PortalContent[] } }).result
    expect(records).toHaveLength(26)
    for (const record of records) {
      const detail = await contentOf(server, record.id)
      expect(detail).toMatchObject(record)
      expect(detail.publishTime).toBe(record.metadataInfo.CUSTOMER_PORTAL_PUBLISH_TIME)
    }
  })

  test('answers as coreId the id of the asset, and a picture per part of it', async () => {
    const server = await startPortal(DEMO)
    const { coreId, detailPictures } = await contentOf(server, 80_001)
    const { detail } = await server.result<{ detail: AssetDetail[] }>('E4', {
      assetIdList: [coreId],
    })
    expect(detail).toMatchObject([{ materialOrigin: { id: coreId, coreId } }])
    expect(detailPictures).toHaveLength(detail[0]?.subResList.length ?? 0)
  })

  test('answers pictures of the size of pictureParam, with other URLs for other sizes', async () => {
    const server = await startPortal()
    const pathsFor = async (pictureParam?: object) => {
      const { coverPicture, detailPictures } = await contentOf(
        server,
        80_001,
        pictureParam && { pictureParam },
      )
      return [coverPicture, ...detailPictures].map((url) =>
        expectSigned(server, url, NOW + 3_600_000),
      )
    }
    const original = await pathsFor()
    expect(await pathsFor({})).toEqual(original)
    expect(await pathsFor({ width: 0, high: 0 })).toEqual(original)
    expect(await pathsFor({ width: 0, high: 300 })).toEqual(await pathsFor({ high: 300 }))
    const paths = await Promise.all(
      [{ width: 300, high: 200 }, { width: 300 }, { high: 300 }].map(pathsFor),
    )
    expect(new Set([original, ...paths].flat()).size).toBe(8)
    for (const path of paths[0] ?? []) expect(path).toMatch(/300.*200/)
  })

  test('answers a content from the millisecond of its publication on, and refuses it before', async () => {
    const server = await startPortal()
    freezeAt(server, 1_775_559_525_258)
    const early = await callPortal(server, 'E11', { id: 80_001 })
    expectRefusal(early, '90030010', 'id: content 80001 does not exist')
    freezeAt(server, 1_775_559_525_259)
    expect((await contentOf(server, 80_001)).id).toBe(80_001)
  })

  test('refuses a content from the millisecond on in which it is stopped', async () => {
    const server = await startPortal(DEMO)
    freezeAt(server, 1_738_717_199_999)
    expect((await contentOf(server, 80_027)).name).toBe('年货节 限时礼盒')
    freezeAt(server, 1_738_717_200_000)
    expectRefusal(await callPortal(server, 'E11', { id: 80_027 }), '90030010', '80027')
  })

  test.each([424_242, 0, -80_001, Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER])(
    'refuses the content %i',
    async (id) => {
      const server = await startPortal()
      const reply = await callPortal(server, 'E11', { id })
      expectRefusal(reply, '90030010', `id: content ${id} does not exist`)
      expect(assumptionsOf(reply)).toEqual(['A-11-1'])
    },
  )
})
