import { describe, expect, test } from 'vitest'
import type { PortalContent } from '#src/contract/resources/portal-shapes.ts'
import { hmacHex } from '#src/kernel/signature.ts'
import { DEMO, NOW } from '#test/kit/databases.ts'
import { type Reply, send } from '#test/kit/http.ts'
import { pathOf } from '#test/kit/operations.ts'
import { callPortal, signedHeaders } from '#test/kit/portal.ts'
import { freezeAt } from '#test/kit/records.ts'
import { expectRefusal, expectSuccess, portalFindingsOf } from '#test/kit/replies.ts'
import { injectServer, type ServerOptions, type TestServer, TOKEN } from '#test/kit/server.ts'
import { expectSigned } from '#test/kit/signed-urls.ts'

interface Contents {
  pageNum: number
  pageSize: number
  totalCount: number
  totalPage: number
  records: PortalContent[]
}

const NOTHING = { pageNum: 1, pageSize: 20, totalCount: 0, totalPage: 0, records: [] }

/** A server at a time when everything in the seeds is published. */
const startPortal = async (options?: ServerOptions): Promise<TestServer> => {
  const server = await injectServer(options)
  freezeAt(server, NOW)
  return server
}

const resultOf = (reply: Reply): Contents => {
  expect(reply.body, reply.text).toMatchObject({ code: '0', message: 'success' })
  return (reply.body as { result: Contents }).result
}

const search = async (server: TestServer, param: object = {}): Promise<Contents> =>
  resultOf(await callPortal(server, 'E6', { blockId: 601, ...param }))

const idsOf = async (server: TestServer, param: object = {}): Promise<number[]> =>
  (await search(server, { pageSize: 1000, ...param })).records.map(({ id }) => id)

/** The metadata field of the seed `minimal`. */
const CHANNEL = '19d7ab01a804f3ee9325bd3be0e4f14f'

const NONCE = 'b6a1f0de-0000-4000-8000-000000000006'

describe('E6 search content in a block', () => {
  test('answers a page with exactly the keys of the document', async () => {
    const server = await startPortal()
    const reply = await callPortal(server, 'E6', { blockId: 601, searchText: 'camellia' })
    expect(reply.body).toStrictEqual({
      code: '0',
      message: 'success',
      result: {
        pageNum: 1,
        pageSize: 20,
        totalCount: 1,
        totalPage: 1,
        records: [
          {
            id: 80_002,
            portalId: 'E14B6B737BEBC077AD867A8D1FAAB8A9',
            blockId: 601,
            coreId: 100_003,
            name: 'Camellia Dew Serum, two drops',
            metadataInfo: {
              CUSTOMER_PORTAL_PUBLISH_TIME: 1_757_901_600_000,
              [CHANNEL]: ['线下门店 Tea Rooms'],
            },
            coverPicture: expect.any(String),
          },
        ],
      },
    })
    expect(portalFindingsOf(reply)).toEqual([])
    expectSigned(server, resultOf(reply).records[0]?.coverPicture, NOW + 3_600_000)
  })

  test('answers contents with the text in name or text, case ignored', async () => {
    const server = await startPortal()
    expect(await idsOf(server, { searchText: '' })).toEqual([80_001, 80_003, 80_002])
    expect(await idsOf(server, { searchText: 'TWO DROPS' })).toEqual([80_002])
    expect(await idsOf(server, { searchText: 'HYALURONIC' })).toEqual([80_002])
    expect(await idsOf(server, { searchText: '敷面膜' })).toEqual([80_003])
    expect(await idsOf(server, { searchText: '乌龙' })).toEqual([80_001, 80_003])
    expect(await idsOf(server, { searchText: '%' })).toEqual([])
    expect(await idsOf(server, { searchText: '新品与主推' })).toEqual([])
  })

  test('answers nothing for the name of a metadata value in place of its code, with a finding', async () => {
    const server = await startPortal()
    const { attrCode, values } = server.fixtures.metadata
    const [{ attrValueCode = '', attrValueName = '' } = {}] = values
    const find = (value: string[]) =>
      callPortal(server, 'E6', {
        blockId: 601,
        filterConditionList: [{ code: attrCode, value }],
      })
    const byName = await find([attrValueName])
    expect(resultOf(byName)).toEqual(NOTHING)
    expect(portalFindingsOf(byName)).toEqual([
      `unknown-filter-value filterConditionList[0].value ${attrValueCode}`,
    ])
    const both = await find([attrValueName, attrValueCode])
    expect(resultOf(both).totalCount).toBeGreaterThan(0)
    expect(portalFindingsOf(both)).toEqual([])
    const ofTags = (value: string[]) =>
      callPortal(server, 'E6', { blockId: 601, filterConditionList: [{ code: 'tags', value }] })
    const byTag = await ofTags(['nothing has this'])
    expect(portalFindingsOf(byTag)).toEqual(['unknown-filter-value filterConditionList[0].value'])
    expect(portalFindingsOf(await ofTags([server.fixtures.portal.tag]))).toEqual([])
  })

  test('answers pages without repeated contents, and an empty one beyond the last', async () => {
    const server = await startPortal(DEMO)
    const page = (pageNum: number) => search(server, { pageNum, pageSize: 10 })
    const pages = await Promise.all([1, 2, 3, 4].map(page))
    expect(pages.map(({ records, ...rest }) => ({ ...rest, rows: records.length }))).toEqual(
      [10, 10, 6, 0].map((rows, index) => ({
        pageNum: index + 1,
        pageSize: 10,
        totalCount: 26,
        totalPage: 3,
        rows,
      })),
    )
    const ids = pages.flatMap(({ records }) => records.map(({ id }) => id))
    expect(ids).toEqual(await idsOf(server))
    const last = { pageNum: Number.MAX_SAFE_INTEGER, pageSize: 1000 }
    expect(await search(server, last)).toMatchObject({ totalCount: 26, totalPage: 1, records: [] })
  })

  test('answers an empty page for a block without contents', async () => {
    const server = await startPortal()
    expectSuccess(await callPortal(server, 'E6', { blockId: 602 }), NOTHING)
  })

  test.each([424_242, 0, -601, Number.MAX_SAFE_INTEGER])(
    'refuses the block %i',
    async (blockId) => {
      const server = await startPortal()
      const reply = await callPortal(server, 'E6', { blockId })
      expectRefusal(reply, '90030009', `blockId: block ${blockId} does not exist`)
    },
  )
})

describe('E6 and the values of metadata fields', () => {
  const infoOf = async (server: TestServer): Promise<Record<number, object>> => {
    const { records } = await search(server)
    return Object.fromEntries(records.map(({ id, metadataInfo }) => [id, metadataInfo]))
  }

  test("answers names of a content's own values, else of those of its asset, behind the publish time", async () => {
    const server = await startPortal()
    expect(await infoOf(server)).toEqual({
      80001: {
        CUSTOMER_PORTAL_PUBLISH_TIME: 1_775_559_525_259,
        [CHANNEL]: ['官方商城 Own Shop'],
      },
      80002: {
        CUSTOMER_PORTAL_PUBLISH_TIME: 1_757_901_600_000,
        [CHANNEL]: ['线下门店 Tea Rooms'],
      },
      80003: {
        CUSTOMER_PORTAL_PUBLISH_TIME: 1_772_933_400_000,
        [CHANNEL]: ['官方商城 Own Shop', '社交媒体 Social'],
      },
    })
    const { text } = await callPortal(server, 'E6', { blockId: 601 })
    expect(text.match(/"metadataInfo":{"CUSTOMER_PORTAL_PUBLISH_TIME"/g)).toHaveLength(3)
  })
})

describe('E6, called as the document says', () => {
  test.each(['X-App-Key', 'S-Sign', 'S-Timestamp', 'S-Nonce', 'Access-token'])(
    'refuses a call without %s, or with an empty one',
    async (name) => {
      const server = await startPortal()
      const headers: Record<string, string> = {
        'content-type': 'application/json',
        'x-app-key': server.fixtures.portalApp.appKey,
        's-sign': 'any',
        's-timestamp': String(NOW),
        's-nonce': NONCE,
        'access-token': TOKEN,
      }
      const post = (given: Record<string, string>) =>
        send(`${server.url}${pathOf('E6')}`, {
          method: 'POST',
          headers: given,
          body: '{"blockId":601}',
        })
      const { [name.toLowerCase()]: _left, ...rest } = headers
      expectRefusal(await post(rest), '90010001', `The header ${name} is missing`)
      const empty = await post({ ...headers, [name.toLowerCase()]: ' ' })
      expectRefusal(empty, '90010001', `The header ${name} is missing`)
      expect(resultOf(await post(headers)).totalCount).toBe(3)
    },
  )

  test('answers with any x-open-api-user and Token-type, which the portal ignores', async () => {
    const server = await startPortal()
    const headers = { 'token-type': 'basic' }
    const as = 'nobody@example.com'
    const reply = await callPortal(server, 'E6', { blockId: 601 }, { as, headers })
    expect(resultOf(reply).totalCount).toBe(3)
  })

  test('answers the right S-Sign by variant hmac-sha256 of A-auth-4, over any body', async () => {
    const server = await startPortal({ variants: { 'A-auth-4': 'hmac-sha256' } })
    const timestamp = String(NOW)
    for (const [index, searchText] of ['', '乌龙', 'x'.repeat(1_000)].entries()) {
      const body = { searchText, blockId: 601 }
      const headers = signedHeaders(server, body, { timestamp, nonce: `nonce-${index}` })
      const reply = await callPortal(server, 'E6', body, { headers })
      expect(resultOf(reply).totalCount).toBe([3, 2, 0][index])
    }
  })

  test('refuses a wrong S-Sign by variant hmac-sha256: each signed part counts', async () => {
    const server = await startPortal({ variants: { 'A-auth-4': 'hmac-sha256' } })
    const body = { blockId: 601 }
    const timestamp = String(NOW)
    const right = signedHeaders(server, body, { timestamp, nonce: NONCE })
    const wrong: Record<string, string>[] = [
      { ...right, 's-sign': 'any' },
      { ...right, 's-sign': right['s-sign'].toUpperCase() },
      { ...right, 's-timestamp': String(NOW + 1) },
      { ...right, 's-nonce': NONCE.replace('b', 'c') },
      signedHeaders(server, { blockId: 602 }, { timestamp, nonce: NONCE }),
      signedHeaders(server, body, { timestamp, nonce: NONCE, secret: 'other-secret' }),
    ]
    for (const headers of wrong)
      expectRefusal(await callPortal(server, 'E6', body, { headers }), '90010010', 'S-Sign')
    const reply = await callPortal(server, 'E6', body, { headers: right })
    expect(resultOf(reply).totalCount).toBe(3)
    expect(portalFindingsOf(reply)).toEqual([])
  })

  test('refuses a wrong S-Sign with the text to sign, from which the right one follows', async () => {
    const server = await injectServer({ variants: { 'A-auth-4': 'hmac-sha256' } })
    freezeAt(server, NOW)
    const { appSecret } = server.fixtures.portalApp
    const body = { blockId: 601, searchText: '乌龙' }
    const headers = { 's-nonce': NONCE, 's-sign': 'any' }
    const refused = await callPortal(server, 'E6', body, { headers })
    expectRefusal(refused, '90010010')
    const { message } = refused.body as { message: string }
    const shown: string = JSON.parse(
      /keyed with the app secret, of (".*")$/.exec(message)?.[1] ?? '',
    )
    expect(shown.split('\n').slice(2, 4)).toEqual([NONCE, '<Access-token>'])
    const [entry] = (await server.control<{ entries: object[] }>('/journal?bodies=true')).entries
    for (const text of [refused.text, JSON.stringify(entry)]) {
      expect(text).toContain('<Access-token>')
      expect(text).not.toContain(appSecret)
      expect(text).not.toContain(TOKEN)
    }
    const sign = hmacHex(appSecret, shown.replace('<Access-token>', TOKEN))
    const signed = { ...headers, 's-sign': sign }
    expect(resultOf(await callPortal(server, 'E6', body, { headers: signed })).totalCount).toBe(2)
  })

  test.each([
    [NOW - 300_000, []],
    [NOW + 300_000, []],
    [NOW - 300_001, ['stale-timestamp']],
    [NOW + 300_001, ['stale-timestamp']],
    [Math.floor(NOW / 1000), ['timestamp-in-seconds S-Timestamp 1793000000000', 'stale-timestamp']],
    ['soon', ['stale-timestamp']],
    ['NaN', ['stale-timestamp']],
  ])(
    'answers S-Timestamp %s with a finding when it is stale, or refuses it by variant',
    async (timestamp, findings) => {
      const headers = { 's-timestamp': String(timestamp) }
      const call = async (variant: 'finding' | 'refused') => {
        const server = await startPortal({ variants: { 'A-auth-4.timestamp': variant } })
        return callPortal(server, 'E6', { blockId: 601 }, { headers })
      }
      const answered = await call('finding')
      expect(resultOf(answered).totalCount).toBe(3)
      expect(portalFindingsOf(answered)).toEqual(findings)
      const judged = await call('refused')
      if (findings.length > 0) expectRefusal(judged, '90010011', 'S-Timestamp', 'five minutes')
      else expect(resultOf(judged).totalCount).toBe(3)
    },
  )

  test('remembers no nonce of a refused call in the variant refused of A-auth-4', async () => {
    const server = await startPortal({ variants: { 'A-auth-4.nonce': 'refused' } })
    const headers = { 's-nonce': NONCE }
    const refused: [unknown, string][] = [
      [{ blockId: 'x' }, '90020002'],
      [{ blockId: 1 }, '90030009'],
      [{}, '90020001'],
    ]
    for (const [body, code] of refused)
      expectRefusal(await callPortal(server, 'E6', body, { headers }), code)
    const answered = await callPortal(server, 'E6', { blockId: 601 }, { headers })
    expect(resultOf(answered).totalCount).toBe(3)
    for (const body of [{ blockId: 601 }, { blockId: 1 }])
      expectRefusal(await callPortal(server, 'E6', body, { headers }), '90010012', 'S-Nonce')
  })
})
