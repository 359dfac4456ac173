import { describe, expect, test } from 'vitest'
import { DEMO, otherWorkspace, seedRows } from '#test/kit/databases.ts'
import { recordsOf } from '#test/kit/records.ts'
import { expectInnerRefusal, expectRefusal, findingsOf } from '#test/kit/replies.ts'
import { type CallOptions, injectServer, type TestServer } from '#test/kit/server.ts'

interface Member {
  id: number
  crowdUniqueSign: string
}

const PACK = { source: 'CDP_CROWD_PACK', corpId: 'ww218c5ade1b03b891', crowdPackId: 2101 }

const MEMBERS = [
  { id: 1_000_001, crowdUniqueSign: 'c48c49262d61f686b1d3896014c35970' },
  { id: 1_000_002, crowdUniqueSign: 'c99d434e694cfbf2c27b35c53092ce97' },
  { id: 1_000_003, crowdUniqueSign: '21d4f983f71e11fea7c3132ad33df73f' },
]

const members = (server: TestServer, param: object = PACK, options?: CallOptions) =>
  server.result<Member[]>('E10', param, options)

describe('E10 list crowd members of a crowd pack', () => {
  test('answers the members in the nested envelope, with a trace id of 32 hexadecimal digits', async () => {
    const server = await injectServer()
    const reply = await server.call('E10', { ...PACK, selfAgent: 0 })
    expect(reply.status).toBe(200)
    const { result } = reply.body as { result: { traceId: string } }
    expect(result.traceId).toMatch(/^[0-9a-f]{32}$/)
    const inner = { code: '0', message: 'success', result: MEMBERS, traceId: result.traceId }
    expect(reply.text).toBe(JSON.stringify({ code: '0', message: 'success', result: inner }))
    expect(findingsOf(reply)).toEqual([])
  })

  test('answers another trace id for every call', async () => {
    const server = await injectServer()
    const replies = [await server.call('E10', PACK), await server.call('E10', PACK)]
    const [first, second] = replies.map(
      ({ body }) => (body as { result: { traceId: string } }).result.traceId,
    )
    expect(first).not.toBe(second)
  })

  test('answers all members of every pack at once, in order of insertion', async () => {
    const server = await injectServer(DEMO)
    const packs = seedRows<{ id: number; members: string[] }>('demo', 'crowds', 'crowdPacks')
    for (const { id, members: signs } of packs) {
      const answered = await members(server, { ...PACK, crowdPackId: id })
      expect(answered.map(({ crowdUniqueSign }) => crowdUniqueSign)).toEqual(signs)
      const ids = answered.map((member) => member.id)
      expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    }
    expect(packs.map(({ members: signs }) => signs.length)).toEqual([5, 180, 1_000])
  })

  test('answers only members of the pack asked for', async () => {
    const server = await injectServer({ variants: { 'A-7-1': 'created' } })
    const other = { ...PACK, crowdPackId: 7 }
    const crowdList = [{ crowdUniqueSign: MEMBERS[1]?.crowdUniqueSign }]
    await server.result('E7', { ...other, crowdList })
    expect(await members(server)).toEqual(MEMBERS)
    expect(await members(server, other)).toEqual([{ ...MEMBERS[1], id: 1_000_004 }])
  })

  test('answers the same for any selfAgent and every acting user', async () => {
    const server = await injectServer()
    for (const selfAgent of [1, -1, Number.MAX_SAFE_INTEGER])
      expect(await members(server, { ...PACK, selfAgent })).toEqual(MEMBERS)
    expect(await members(server, PACK, { as: 'viewer@example.com' })).toEqual(MEMBERS)
    const reply = await server.call('E10', { ...PACK, selfAgent: null })
    expect(findingsOf(reply)).toEqual(['null-as-absent param.selfAgent'])
  })

  test('remembers what E7 adds, after the members that were there', async () => {
    const server = await injectServer()
    const crowdList = ['z', 'y'].map((crowdUniqueSign) => ({ crowdUniqueSign }))
    await server.result('E7', { ...PACK, crowdList })
    expect(await members(server)).toEqual([
      ...MEMBERS,
      { id: 1_000_004, crowdUniqueSign: 'z' },
      { id: 1_000_005, crowdUniqueSign: 'y' },
    ])
  })

  test('remembers no pack that E18 deleted', async () => {
    const server = await injectServer()
    const { corpId, source } = PACK
    await server.result('E18', { corpId, source, id: PACK.crowdPackId })
    expectRefusal(await server.call('E10', PACK), '90030007', 'param.crowdPackId', '2101')
  })

  test.each(['refused', 'created'])(
    'refuses an unknown pack by variant %s of A-7-1',
    async (variant) => {
      const server = await injectServer({ variants: { 'A-7-1': variant } })
      for (const change of [
        { crowdPackId: 424_242 },
        { crowdPackId: -2101 },
        { crowdPackId: Number.MAX_SAFE_INTEGER },
        { corpId: '' },
        { corpId: `${PACK.corpId}\0` },
        { source: 'cdp_crowd_pack' },
        { source: '屿'.repeat(1_000) },
      ]) {
        const reply = await server.call('E10', { ...PACK, ...change })
        expectRefusal(reply, '90030007', 'param.crowdPackId: there is no crowd pack')
      }
      expect(await members(server)).toEqual(MEMBERS)
    },
  )

  test('refuses inside the inner envelope by variant of A-reply-2', async () => {
    const server = await injectServer({ variants: { 'A-reply-2': 'inner' } })
    const reply = await server.call('E10', { ...PACK, crowdPackId: 1 })
    expectInnerRefusal(
      reply,
      '90030007',
      `param.crowdPackId: there is no crowd pack 1 of corpId "${PACK.corpId}" and source "${PACK.source}"`,
    )
  })

  test('answers the other published message in both envelopes by variant of A-reply-1', async () => {
    const server = await injectServer({ variants: { 'A-reply-1': 'published' } })
    const reply = await server.call('E10', PACK)
    const message = '处理成功'
    expect(reply.body).toMatchObject({ code: '0', message, result: { code: '0', message } })
  })

  test.each([
    [{ source: undefined }, '90020001', 'param.source is missing; expected a string'],
    [{ corpId: null }, '90020001', 'param.corpId is missing; expected a string'],
    [{ crowdPackId: undefined }, '90020001', 'param.crowdPackId is missing; expected an integer'],
    [{ crowdPackId: '2101' }, '90020002', 'param.crowdPackId must be an integer, got a string'],
    [{ crowdPackId: 2 ** 53 }, '90020003', 'param.crowdPackId must be at most'],
    [{ corpId: 1 }, '90020002', 'param.corpId must be a string, got a number'],
    [{ selfAgent: false }, '90020002', 'param.selfAgent must be an integer, got a boolean'],
  ])('refuses %j', async (change, code, message) => {
    const server = await injectServer()
    expectRefusal(await server.call('E10', { ...PACK, ...change }), code, message)
  })

  test('isolates workspaces: what one deletes the other still lists', async () => {
    const server = await injectServer()
    const { token } = await otherWorkspace(server)
    const { corpId, source } = PACK
    await server.result('E18', { corpId, source, id: PACK.crowdPackId }, { token })
    expectRefusal(await server.call('E10', PACK, { token }), '90030007', '2101')
    expect(await members(server)).toEqual(MEMBERS)
  })

  test('answers 25,000 members in pieces that make one list, in order, each once', async () => {
    const server = await injectServer()
    const signs = Array.from({ length: 25_000 }, (_, index) => `long-${index}`)
    await server.result('E7', {
      ...PACK,
      crowdList: signs.map((crowdUniqueSign) => ({ crowdUniqueSign })),
    })
    const reply = await server.call('E10', PACK)
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8')
    const { result } = reply.body as {
      result: { result: { id: number; crowdUniqueSign: string }[]; traceId: string }
    }
    expect(Object.keys(result)).toEqual(['code', 'message', 'result', 'traceId'])
    expect(result.traceId).toMatch(/^[0-9a-f]{32}$/)
    expect(result.result.slice(3).map((member) => member.crowdUniqueSign)).toEqual(signs)
    const ids = result.result.map((member) => member.id)
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b))
  })

  test('answers members only of a complete pack by variant when-complete of A-7-4', async () => {
    const server = await injectServer({
      variants: { 'A-7-4': 'when-complete', 'A-7-1': 'created' },
    })
    expect(await members(server)).toEqual(MEMBERS)
    const fresh = { ...PACK, crowdPackId: 9 }
    const add = (crowdUniqueSign: string, more: object = {}) =>
      server.result('E7', { ...fresh, crowdList: [{ crowdUniqueSign }], ...more })
    const signs = async () =>
      (await members(server, fresh)).map(({ crowdUniqueSign }) => crowdUniqueSign)
    await add('a')
    expect(await signs()).toEqual([])
    await add('b', { completeStatus: true })
    expect(await signs()).toEqual(['a', 'b'])
    await add('c')
    expect(await signs()).toEqual(['a', 'b', 'c'])
    await add('d', { completeStatus: false })
    expect(await signs()).toEqual([])
    expect(await members(server)).toEqual(MEMBERS)
  })

  test('answers the same for every selfAgent, which records show (A-7-4)', async () => {
    const server = await injectServer()
    await server.result('E7', { ...PACK, crowdList: [], selfAgent: 7, completeStatus: false })
    for (const selfAgent of [0, 1, 7, -1])
      expect(await members(server, { ...PACK, selfAgent })).toEqual(MEMBERS)
    const [pack] = await recordsOf(server, 'crowd-packs')
    expect(pack).toMatchObject({ crowdPackId: 2101, selfAgent: 7, completeStatus: false })
  })
})
