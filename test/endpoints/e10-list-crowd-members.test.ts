import { describe, expect, test } from 'vitest'
import { DEMO, seedRows } from '#test/kit/databases.ts'
import { recordsOf } from '#test/kit/records.ts'
import { findingsOf } from '#test/kit/replies.ts'
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

  test('answers the same for every selfAgent, which records show (A-7-4)', async () => {
    const server = await injectServer()
    await server.result('E7', { ...PACK, crowdList: [], selfAgent: 7, completeStatus: false })
    for (const selfAgent of [0, 1, 7, -1])
      expect(await members(server, { ...PACK, selfAgent })).toEqual(MEMBERS)
    const [pack] = await recordsOf(server, 'crowd-packs')
    expect(pack).toMatchObject({ crowdPackId: 2101, selfAgent: 7, completeStatus: false })
  })
})
