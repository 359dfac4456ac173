import { describe, expect, test } from 'vitest'
import { assumptionsOf, expectRefusal, findingsOf } from '#test/kit/replies.ts'
import { type CallOptions, injectServer, type TestServer } from '#test/kit/server.ts'

interface Member {
  id: number
  crowdUniqueSign: string
}

const PACK = { source: 'CDP_CROWD_PACK', corpId: 'ww218c5ade1b03b891', crowdPackId: 2101 }

const SEEDED = [
  'c48c49262d61f686b1d3896014c35970',
  'c99d434e694cfbf2c27b35c53092ce97',
  '21d4f983f71e11fea7c3132ad33df73f',
]

const crowd = (...signs: string[]) => signs.map((crowdUniqueSign) => ({ crowdUniqueSign }))

const add = (server: TestServer, signs: string[], pack: object = PACK, options?: CallOptions) =>
  server.result<boolean>('E7', { ...pack, crowdList: crowd(...signs) }, options)

const members = (server: TestServer, pack: object = PACK, options?: CallOptions) =>
  server.result<Member[]>('E10', pack, options)

const signsOf = async (server: TestServer, pack?: object, options?: CallOptions) =>
  (await members(server, pack, options)).map(({ crowdUniqueSign }) => crowdUniqueSign)

const OTHERS = [
  ['crowdPackId', { ...PACK, crowdPackId: 424_242 }],
  ['crowdPackId', { ...PACK, crowdPackId: -2101 }],
  ['crowdPackId', { ...PACK, crowdPackId: Number.MAX_SAFE_INTEGER }],
  ['corpId', { ...PACK, corpId: 'another' }],
  ['corpId', { ...PACK, corpId: PACK.corpId.toUpperCase() }],
  ['source', { ...PACK, source: '' }],
] as const

describe('E7 add members to a crowd pack', () => {
  test('answers true in the nested envelope, with a trace id of 32 hexadecimal digits', async () => {
    const server = await injectServer()
    const reply = await server.call('E7', {
      ...PACK,
      crowdList: crowd('sign-1'),
      selfAgent: 0,
      completeStatus: true,
    })
    expect(reply.status).toBe(200)
    expect(reply.text).toMatch(
      /^\{"code":"0","message":"success","result":\{"code":"0","message":"success","result":true,"traceId":"[0-9a-f]{32}"\}\}$/,
    )
    expect(findingsOf(reply)).toEqual([])
  })

  test('remembers members after those that are there, in the order of the list', async () => {
    const server = await injectServer()
    expect(await signsOf(server)).toEqual(SEEDED)
    expect(await add(server, ['b', 'a', '10', '9'])).toBe(true)
    expect(await signsOf(server)).toEqual([...SEEDED, 'b', 'a', '10', '9'])
    const ids = (await members(server)).map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    expect(new Set(ids).size).toBe(7)
  })

  test('remembers a member once when it is added repeatedly, at its first place', async () => {
    const server = await injectServer()
    await add(server, ['x', 'y', 'x'])
    const before = await members(server)
    await add(server, ['y', 'x', SEEDED[0] ?? ''])
    expect(await members(server)).toEqual(before)
    await add(server, ['y', 'z'])
    expect(await signsOf(server)).toEqual([...SEEDED, 'x', 'y', 'z'])
  })

  test('answers ids that no member ever had, after the last ones were deleted', async () => {
    const server = await injectServer({ variants: { 'A-7-1': 'created' } })
    const other = { ...PACK, crowdPackId: 99 }
    await add(server, ['a', 'b'], other)
    const last = (await members(server, other)).at(-1)?.id ?? 0
    await server.result('E18', { corpId: other.corpId, source: other.source, id: 99 })
    await add(server, ['c', SEEDED[0] ?? '', 'd'])
    expect((await members(server)).slice(3)).toEqual([
      { id: last + 1, crowdUniqueSign: 'c' },
      { id: last + 2, crowdUniqueSign: 'd' },
    ])
    await add(server, ['e'])
    expect((await members(server)).at(-1)).toEqual({ id: last + 3, crowdUniqueSign: 'e' })
  })

  test('remembers a hundred thousand members of one call in their order', async () => {
    const server = await injectServer()
    const signs = Array.from({ length: 100_000 }, (_, index) => `sign-${99_999 - index}`)
    await add(server, signs)
    expect((await signsOf(server)).slice(3).join() === signs.join()).toBe(true)
  })

  test.each(OTHERS)('refuses a pack with another %s: %j', async (_name, pack) => {
    const server = await injectServer()
    const reply = await server.call('E7', { ...pack, crowdList: crowd('x') })
    const message = `param.crowdPackId: no crowd pack has id ${pack.crowdPackId}`
    expectRefusal(reply, '90030007', message)
    expect(assumptionsOf(reply)).toEqual(['A-7-1'])
    expect(await signsOf(server)).toEqual(SEEDED)
  })

  test.each([424_242, 0, -7, Number.MAX_SAFE_INTEGER])(
    'remembers the unknown pack %i as a new one by variant of A-7-1',
    async (crowdPackId) => {
      const server = await injectServer({ variants: { 'A-7-1': 'created' } })
      const pack = { source: 'own', corpId: 'corp', crowdPackId }
      expectRefusal(await server.call('E10', pack), '90030007', `${crowdPackId}`)
      const reply = await server.call('E7', { ...pack, crowdList: crowd('b', 'a') })
      expect(reply.body).toMatchObject({ code: '0', result: { code: '0', result: true } })
      expect(assumptionsOf(reply)).toEqual(['A-7-1'])
      await add(server, ['c', 'a'], pack)
      expect(await signsOf(server, pack)).toEqual(['b', 'a', 'c'])
      expect(await signsOf(server)).toEqual(SEEDED)
    },
  )

  test('refuses an id that is taken under another corpId or source, in every variant', async () => {
    const server = await injectServer({ variants: { 'A-7-1': 'created' } })
    for (const pack of [
      { ...PACK, corpId: 'x' },
      { ...PACK, source: 'x' },
    ])
      expectRefusal(await server.call('E7', { ...pack, crowdList: [] }), '90030007', '2101')
  })
})
