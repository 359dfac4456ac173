import { describe, expect, test } from 'vitest'
import type { AssetDetail } from '#src/contract/resources/asset-detail.ts'
import type { PortalContent, PortalContentDetail } from '#src/contract/resources/portal-content.ts'
import { samplesOf } from '#src/openapi/examples/samples.ts'
import { DEMO, NOW, otherWorkspace } from '#test/kit/databases.ts'
import type { Reply } from '#test/kit/http.ts'
import { callPortal, signedHeaders } from '#test/kit/portal.ts'
import { freezeAt } from '#test/kit/records.ts'
import { assumptionsOf, expectRefusal, portalFindingsOf } from '#test/kit/replies.ts'
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

const NONCE = 'b6a1f0de-0000-4000-8000-000000000011'

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

  test('answers empty texts for a content without a button', async () => {
    const server = await startPortal()
    expect(await contentOf(server, 80_003)).toMatchObject({ buttonName: '', buttonLinkUrl: '' })
  })

  test('answers names of values in the form of A-metadata-1', async () => {
    const infoBy = async (variant: 'names' | 'text' | 'none') => {
      const server = await startPortal({ variants: { 'A-metadata-1': variant } })
      return Object.values((await contentOf(server, 80_003)).metadataInfo)
    }
    const published = 1_772_933_400_000
    expect(await infoBy('names')).toEqual([published, ['官方商城 Own Shop', '社交媒体 Social']])
    expect(await infoBy('text')).toEqual([published, '官方商城 Own Shop,社交媒体 Social'])
    expect(await infoBy('none')).toEqual([published])
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

  test('answers the portal of the block: the code of its portal', async () => {
    const server = await startPortal(DEMO)
    const search = await callPortal(server, 'E6', { blockId: 604 })
    const { records } = (search.body as { result: { records: PortalContent[] } }).result
    const first = await contentOf(server, records[0]?.id ?? 0)
    expect(first).toMatchObject({ portalId: 'F01737821594B548A3B8B60992ACCB05', blockId: 604 })
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

  test('answers URLs that are signed for an hour of the workspace', async () => {
    const server = await startPortal()
    const { coverPicture, detailPictures } = await contentOf(server, 80_001)
    expectSigned(server, coverPicture, NOW + 3_600_000)
    for (const url of detailPictures) expectSigned(server, url, NOW + 3_600_000)
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
    expectRefusal(early, '90030010', 'id: there is no content 80001')
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
      expectRefusal(reply, '90030010', `id: there is no content ${id}`)
      expect(assumptionsOf(reply)).toEqual(['A-11-1'])
    },
  )

  test.each([
    [{}, '90020001', 'id is missing; expected an integer'],
    [{ param: { id: 80_001 } }, '90020001', 'id is missing; expected an integer'],
    [{ id: null }, '90020001', 'id is missing; expected an integer'],
    [{ id: '80001' }, '90020002', 'id must be an integer, got a string'],
    [{ id: 0.5 }, '90020002', 'id must be an integer, got a fraction'],
    [{ id: 2 ** 53 }, '90020003', 'id must be at most 9007199254740991'],
    [{ id: 80_001, pictureParam: 300 }, '90020002', 'pictureParam must be an object'],
    [
      { id: 80_001, pictureParam: { width: '300' } },
      '90020002',
      'pictureParam.width must be an integer, got a string',
    ],
    [
      { id: 80_001, pictureParam: { high: -1 } },
      '90020003',
      'pictureParam.high must be at least 0',
    ],
    [
      { id: 80_001, pictureParam: { width: 10_001 } },
      '90020003',
      'pictureParam.width must be at most 10000',
    ],
  ])('refuses %j', async (body, code, message) => {
    const server = await startPortal()
    expectRefusal(await callPortal(server, 'E11', body), code, message)
  })

  test('answers null in pictureParam as if it were absent, and says so', async () => {
    const server = await startPortal()
    const body = { id: 80_001, pictureParam: { width: null, high: 200 } }
    const reply = await callPortal(server, 'E11', body)
    expect(resultOf(reply).id).toBe(80_001)
    expect(portalFindingsOf(reply)).toEqual(['null-as-absent pictureParam.width'])
  })

  test.each(['X-App-Key', 'S-Sign', 'S-Timestamp', 'S-Nonce', 'Access-token'])(
    'refuses a call with an empty %s',
    async (name) => {
      const server = await startPortal()
      const headers = { [name.toLowerCase()]: '' }
      const reply = await callPortal(server, 'E11', { id: 80_001 }, { headers })
      expectRefusal(reply, '90010001', `The header ${name} is missing`)
    },
  )

  test('refuses an unknown app key and an unknown token', async () => {
    const server = await startPortal()
    const call = (headers: Record<string, string>) =>
      callPortal(server, 'E11', { id: 80_001 }, { headers })
    expectRefusal(await call({ 'x-app-key': '00000000-other' }), '90010007', 'X-App-Key')
    expectRefusal(await call({ 'access-token': 'any' }), '90010003', 'Access-token')
  })

  test('answers the right S-Sign and refuses a wrong one by variant of A-auth-4', async () => {
    const server = await startPortal({ variants: { 'A-auth-4': 'hmac-sha256' } })
    const body = { id: 80_001, pictureParam: { width: 300, high: 200 } }
    const headers = signedHeaders(server, body, { timestamp: String(NOW), nonce: NONCE })
    expect(resultOf(await callPortal(server, 'E11', body, { headers })).id).toBe(80_001)
    const other = await callPortal(server, 'E11', { id: 80_001 }, { headers })
    expectRefusal(other, '90010010', 'S-Sign does not match')
  })

  test('refuses a stale S-Timestamp by variant of A-auth-4, by the clock of the workspace', async () => {
    const server = await startPortal({ variants: { 'A-auth-4.timestamp': 'refused' } })
    const headers = { 's-timestamp': String(NOW) }
    freezeAt(server, NOW + 300_000)
    expect(resultOf(await callPortal(server, 'E11', { id: 80_001 }, { headers })).id).toBe(80_001)
    freezeAt(server, NOW + 300_001)
    expectRefusal(await callPortal(server, 'E11', { id: 80_001 }, { headers }), '90010011')
  })

  test('remembers nonces of E6 too: a second use is a finding, or refused by A-auth-4', async () => {
    const headers = { 's-nonce': NONCE }
    const second = async (variant: 'finding' | 'refused') => {
      const server = await startPortal({ variants: { 'A-auth-4.nonce': variant } })
      await callPortal(server, 'E6', { blockId: 601 }, { headers })
      return callPortal(server, 'E11', { id: 80_001 }, { headers })
    }
    const answered = await second('finding')
    expect(resultOf(answered).id).toBe(80_001)
    expect(portalFindingsOf(answered)).toEqual(['used-nonce'])
    expectRefusal(await second('refused'), '90010012', 'S-Nonce was used before')
  })

  test('isolates workspaces: each answers contents of its own seed', async () => {
    const server = await startPortal(DEMO)
    const { token, appKey } = await otherWorkspace(server)
    server.sandbox.find(token.slice(0, 8))?.clock.set({ mode: 'frozen', nowMs: NOW })
    const call = (id: number) =>
      callPortal(server, 'E11', { id }, { token, headers: { 'x-app-key': appKey } })
    expect(resultOf(await call(80_002)).name).toBe('Camellia Dew Serum, two drops')
    expect((await contentOf(server, 80_002)).name).toBe('Introducing Mist Ridge Oolong')
    expectRefusal(await call(80_004), '90030010', '80004')
  })
})
