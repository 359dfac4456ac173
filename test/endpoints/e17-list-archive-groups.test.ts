import { describe, expect, test } from 'vitest'
import type { AssetCollection } from '#src/contract/resources/collection-shapes.ts'
import { done } from '#test/kit/acts.ts'
import { DEMO, NOW } from '#test/kit/databases.ts'
import { LONG_TEXTS } from '#test/kit/records.ts'
import { assumptionsOf, expectRefusal, expectSuccess, findingsOf } from '#test/kit/replies.ts'
import { type CallOptions, injectServer, type TestServer } from '#test/kit/server.ts'

const CAMPAIGN = { groupId: 6003, name: 'CAMPAIGN-2025', path: 'BRAND/CAMPAIGN-2025', rootId: 6001 }
const GUIDELINES = { groupId: 6004, name: 'GUIDELINES', path: 'BRAND/GUIDELINES', rootId: 6001 }
const TEA = { groupId: 6005, name: 'TEA', path: 'PRODUCT/TEA', rootId: 6002 }

const VIEWER = 'viewer@example.com'

const pathsFor = async (
  server: TestServer,
  groupPath: string[],
  options?: CallOptions,
): Promise<string[]> => {
  const groups = await server.result<{ path: string }[]>('E17', { groupPath }, options)
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

  test('answers ids that E1 takes as parents and lists', async () => {
    const server = await injectServer(DEMO)
    const [campaign, tea] = await server.result<{ groupId: number; rootId: number }[]>('E17', {
      groupPath: [CAMPAIGN.path, TEA.path],
    })
    const collectionsIn = async (parentGroupId = 0) =>
      (await server.result<{ list: AssetCollection[] }>('E1', { parentGroupId })).list
    const below = await collectionsIn(campaign?.groupId)
    expect(below.map(({ id, groupName }) => [id, groupName])).toEqual([
      [6018, 'TIDE-MOON'],
      [6017, 'QIXI'],
    ])
    for (const { parentId, rootId } of below) {
      expect(parentId).toBe(campaign?.groupId)
      expect(rootId).toBe(campaign?.rootId)
    }
    const roots = await collectionsIn()
    expect(roots.find(({ id }) => id === tea?.rootId)).toMatchObject({
      groupName: 'PRODUCT',
      groupCount: 4,
    })
  })

  test('answers only groups that the acting user sees', async () => {
    const server = await injectServer(DEMO)
    const paths = ['LEGAL/CONTRACTS', TEA.path]
    expect(await pathsFor(server, paths)).toEqual(paths)
    expect(await pathsFor(server, paths, { as: 'yiming.qiao@example.com' })).toEqual(paths)
    expect(await pathsFor(server, paths, { as: VIEWER })).toEqual([TEA.path])
    expect(await pathsFor(server, [], { as: VIEWER })).toHaveLength(15)
    expect(await pathsFor(server, [])).toHaveLength(19)
  })

  test('answers the groups of two roots with one code, by path and then by id', async () => {
    const server = await injectServer()
    const root = { name: 'BRAND', isArchive: true, createUser: 1001, createdAtMs: NOW }
    const group = { createUser: 1001, createdAtMs: NOW, parentId: 9_000 }
    await done(server, '/seed', {
      collections: [
        { id: 9_000, ...root },
        { id: 9_001, name: 'GUIDELINES', ...group },
        { id: 9_002, name: 'VOICE', ...group },
      ],
    })
    const groupPath = ['BRAND/VOICE', GUIDELINES.path, 'BRAND']
    expectSuccess(await server.call('E17', { groupPath }), [
      { groupId: 9_002, name: 'VOICE', path: 'BRAND/VOICE', rootId: 9_000 },
      GUIDELINES,
      { ...GUIDELINES, groupId: 9_001, rootId: 9_000 },
    ])
    expect(await pathsFor(server, groupPath, { as: VIEWER })).toEqual([GUIDELINES.path])
  })

  test('answers all groups to everybody in the variant own of A-17-2, which E1, E4 and E22 do not know', async () => {
    const server = await injectServer({ ...DEMO, variants: { 'A-17-2': 'own' } })
    for (const options of [{}, { as: VIEWER }])
      expect(await pathsFor(server, [], options)).toHaveLength(19)
    const refused = await server.call('E22', { collectionId: TEA.groupId, assetIds: [] })
    expectRefusal(refused, '90030003', 'param.collectionId: collection 6005 does not exist')
    expect(assumptionsOf(refused)).toEqual(['A-17-2'])
    const searched = await server.call('E1', { pageSize: 1_000 })
    expect(searched.text).not.toMatch(/"id":60\d\d,/)
    expect(searched.body).toMatchObject({ result: { totalCount: 40 } })
    const below = await server.call('E1', { parentGroupId: CAMPAIGN.groupId })
    expectSuccess(below, { totalCount: 0, list: [] })
    expect(findingsOf(below)).toEqual(['unknown-passed-over param.parentGroupId'])
    const detailed = await server.call('E4', { assetIdList: [100_174] })
    expect(detailed.text).toMatch(/"collectionInfo":\[\{"id":30\d\d,[^\]]*\]/)
    expect(detailed.text).not.toContain('"id":6017,')
  })
})
