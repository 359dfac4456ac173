import { describe, expect, test } from 'vitest'
import { samplesOf, trackingRecord } from '#src/openapi/examples/samples.ts'
import { freshFolder } from '#test/kit/process.ts'
import { recordsOf } from '#test/kit/records.ts'
import { expectRefusal } from '#test/kit/replies.ts'
import { injectServer, type TestServer } from '#test/kit/server.ts'

const pragma = (server: TestServer, text: string): number =>
  Number(server.workspace.store.sqlite.pragma(text, { simple: true }))

/** Takes from a server's database all room to grow. */
const fill = (server: TestServer): void => {
  const pages = pragma(server, 'page_count')
  expect(pragma(server, `max_page_count = ${pages}`)).toBe(pages)
}

const makeRoom = (server: TestServer): void => {
  pragma(server, 'max_page_count = 1000000')
}

const membersIn = async (server: TestServer): Promise<string[]> => {
  const { E10 } = samplesOf(server.fixtures)
  const members = await server.result<{ crowdUniqueSign: string }[]>('E10', E10)
  return members.map(({ crowdUniqueSign }) => crowdUniqueSign)
}

const largeRecord = (server: TestServer) => ({
  ...trackingRecord(server.fixtures),
  event_properties: { text: 'x'.repeat(1_000_000) },
})

const stores = [
  ['in memory', () => ({})],
  ['in a data folder', () => ({ SANDBOX_DATA: freshFolder() })],
] as const

describe.each(stores)('a full database %s', (_name, env) => {
  const message = 'no room left; nothing of this call was stored'

  test('refuses an E3 call as a whole, and stores it when there is room again', async () => {
    const server = await injectServer({ env: env() })
    const large = largeRecord(server)
    const param = { trackList: [trackingRecord(server.fixtures), large] }
    fill(server)
    expectRefusal(await server.call('E3', param), '90000011', message)
    expect(await recordsOf(server, 'tracking')).toEqual([])
    makeRoom(server)
    expect(await server.result('E3', param)).toBe(true)
    const kept = await recordsOf(server, 'tracking')
    expect(kept.map(({ id }) => id)).toEqual([2, 1])
    expect(kept[0]?.record).toEqual(large)
  })

  test('refuses an E7 call as a whole, and stores it when there is room again', async () => {
    const server = await injectServer({ env: env() })
    const { E7 } = samplesOf(server.fixtures)
    const before = await membersIn(server)
    const signs = Array.from({ length: 6_000 }, (_, index) => `${'sign-'.repeat(35)}${index}`)
    const param = { ...E7, crowdList: signs.map((sign) => ({ crowdUniqueSign: sign })) }
    fill(server)
    expectRefusal(await server.call('E7', param), '90000011', message)
    expect(await membersIn(server)).toEqual(before)
    makeRoom(server)
    await server.result('E7', param)
    const after = await membersIn(server)
    expect(after).toHaveLength(before.length + signs.length)
    expect(after).toEqual(expect.arrayContaining([...before, ...signs]))
  })

  test('answers calls that only read', async () => {
    const server = await injectServer({ env: env() })
    const { E1, E3, E4, E8 } = samplesOf(server.fixtures)
    fill(server)
    const large = largeRecord(server)
    expectRefusal(await server.call('E3', { ...E3, trackList: [large] }), '90000011')
    for (const [id, param] of Object.entries({ E1, E4, E8 })) await server.result(id, param)
  })
})
