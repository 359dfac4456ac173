import { describe, expect, test } from 'vitest'
import { expectRefusal } from '#test/kit/replies.ts'
import { injectServer, type TestServer } from '#test/kit/server.ts'

const pack = { corpId: 'ww218c5ade1b03b891', id: 2101, source: 'CDP_CROWD_PACK' }
const unknown = 'param.id: no crowd pack has id'

const listParam = { corpId: pack.corpId, source: pack.source, crowdPackId: pack.id }

const memberCount = async (server: TestServer): Promise<number> =>
  (await server.result<object[]>('E10', listParam)).length

const traceOf = (body: unknown): string => (body as { result: { traceId: string } }).result.traceId

describe('E18 delete a crowd pack', () => {
  test('answers true in the nested envelope, with 32 hexadecimal digits as traceId', async () => {
    const server = await injectServer()
    const reply = await server.call('E18', pack)
    expect(reply.status).toBe(200)
    const traceId = traceOf(reply.body)
    expect(traceId).toMatch(/^[0-9a-f]{32}$/)
    expect(reply.text).toBe(
      `{"code":"0","message":"success","result":{"code":"0","message":"success","result":true,"traceId":"${traceId}"}}`,
    )
  })

  test('remembers that the pack and its members are deleted: E10, E7 and E18 no longer know it', async () => {
    const server = await injectServer()
    expect(await memberCount(server)).toBe(3)
    await server.result('E18', pack)
    expectRefusal(await server.call('E10', listParam), '90030007', 'param.crowdPackId')
    const insertion = { ...listParam, crowdList: [{ crowdUniqueSign: 'x' }] }
    expectRefusal(await server.call('E7', insertion), '90030007', 'param.crowdPackId')
    expectRefusal(await server.call('E18', pack), '90030007', `${unknown} 2101`)
  })

  test('isolates other packs: only the pack that is named is deleted', async () => {
    const server = await injectServer({
      env: { SANDBOX_SEED: 'demo' },
      variants: { 'A-7-1': 'created' },
    })
    const other = { ...listParam, crowdPackId: 424_242 }
    await server.result('E7', { ...other, crowdList: [{ crowdUniqueSign: 'stays' }] })
    await server.result('E18', pack)
    const members = await server.result<{ crowdUniqueSign: string }[]>('E10', other)
    expect(members.map(({ crowdUniqueSign }) => crowdUniqueSign)).toEqual(['stays'])
  })

  test.each([
    ['id', 424_242, '90030007', `${unknown} 424242`],
    ['id', -2101, '90030007', `${unknown} -2101`],
    ['corpId', 'another', '90030007', `${unknown} 2101`],
    ['corpId', `${pack.corpId}\u0000`, '90030007', `${unknown} 2101`],
    ['source', '', '90030007', `${unknown} 2101`],
  ])(
    'refuses %s %j in the plain envelope and deletes nothing',
    async (field, value, code, words) => {
      const server = await injectServer()
      expectRefusal(await server.call('E18', { ...pack, [field]: value }), code, words)
      expect(await memberCount(server)).toBe(3)
    },
  )
})
