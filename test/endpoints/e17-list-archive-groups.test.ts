import { describe, expect, test } from 'vitest'
import { LONG_TEXTS } from '#test/kit/records.ts'
import { expectRefusal, expectSuccess, findingsOf } from '#test/kit/replies.ts'
import { injectServer, type TestServer } from '#test/kit/server.ts'

const CAMPAIGN = { groupId: 6003, name: 'CAMPAIGN-2025', path: 'BRAND/CAMPAIGN-2025', rootId: 6001 }
const GUIDELINES = { groupId: 6004, name: 'GUIDELINES', path: 'BRAND/GUIDELINES', rootId: 6001 }
const TEA = { groupId: 6005, name: 'TEA', path: 'PRODUCT/TEA', rootId: 6002 }

const pathsFor = async (server: TestServer, groupPath: string[]): Promise<string[]> => {
  const groups = await server.result<{ path: string }[]>('E17', { groupPath })
  return groups.map(({ path }) => path)
}

describe('E17 list non-root archive groups', () => {
  test('answers the groups with the fields of the document, in the order of their paths', async () => {
    const server = await injectServer()
    const reply = await server.call('E17', { groupPath: [TEA.path, CAMPAIGN.path] })
    expectSuccess(reply, [TEA, CAMPAIGN])
    expect(findingsOf(reply)).toEqual([])
  })

  test.each([{}, { groupPath: [] }])(
    'answers all groups that are no roots to %j, in order of ids',
    async (param) => {
      const server = await injectServer()
      expectSuccess(await server.call('E17', param), [CAMPAIGN, GUIDELINES, TEA])
    },
  )

  test('answers a path that is named twice once, in its first place', async () => {
    const server = await injectServer()
    expect(await pathsFor(server, [TEA.path, GUIDELINES.path, TEA.path])).toEqual([
      TEA.path,
      GUIDELINES.path,
    ])
  })

  test.each([
    ['a root', 'BRAND'],
    ['an unknown path', 'BRAND/NOTHING'],
    ['another case', 'brand/guidelines'],
    ['a slash too many', 'BRAND/GUIDELINES/'],
    ['the name alone', 'GUIDELINES'],
    ['an empty text', ''],
    ['a NUL at the end', 'BRAND/GUIDELINES\u0000'],
    ...Object.entries(LONG_TEXTS),
  ])('answers without %s', async (_name, path) => {
    const server = await injectServer()
    expect(await pathsFor(server, [path])).toEqual([])
    expect(await pathsFor(server, [path, TEA.path])).toEqual([TEA.path])
  })

  test('answers deep paths with the root of the whole tree', async () => {
    const server = await injectServer({ env: { SANDBOX_SEED: 'demo' } })
    const path = 'BRAND/CAMPAIGN-2025/QIXI'
    const groups = await server.result<{ name: string; rootId: number }[]>('E17', {
      groupPath: [path],
    })
    expect(groups).toEqual([{ groupId: expect.any(Number), name: 'QIXI', path, rootId: 6001 }])
  })

  test('answers every path of the fixtures in the order asked for', async () => {
    const server = await injectServer({ env: { SANDBOX_SEED: 'demo' } })
    const paths = server.fixtures.archive.groupPaths.toReversed()
    expect(paths).toHaveLength(19)
    expect(await pathsFor(server, paths)).toEqual(paths)
  })

  test('answers a null list like its absence, with a finding', async () => {
    const server = await injectServer()
    const reply = await server.call('E17', { groupPath: null })
    expectSuccess(reply, [CAMPAIGN, GUIDELINES, TEA])
    expect(findingsOf(reply)).toEqual(['null-as-absent param.groupPath'])
  })

  test('answers with unknown fields as without, with a finding', async () => {
    const server = await injectServer()
    const reply = await server.call('E17', { groupPath: [TEA.path], depth: 1 })
    expectSuccess(reply, [TEA])
    expect(findingsOf(reply)).toEqual(['unknown-field param.depth'])
  })

  test.each([
    ['BRAND', '90020002', 'param.groupPath must be an array, got a string'],
    [[6003], '90020002', 'param.groupPath[0] must be a string, got a number'],
    [[TEA.path, null], '90020002', 'param.groupPath[1] must be a string, got null'],
  ])('refuses groupPath %j and names it', async (groupPath, code, words) => {
    const server = await injectServer()
    expectRefusal(await server.call('E17', { groupPath }), code, words)
  })

  test('refuses a body without param', async () => {
    const server = await injectServer()
    const reply = await server.call('E17', null, { body: { token: '' } })
    expectRefusal(reply, '90020001', 'param is missing; expected an object')
  })
})
