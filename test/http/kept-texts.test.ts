import { describe, expect, test } from 'vitest'
import { act, done } from '#test/kit/acts.ts'
import { callPortal } from '#test/kit/portal.ts'
import { freezeAt } from '#test/kit/records.ts'
import { expectRefusal } from '#test/kit/replies.ts'
import { startServer, type TestServer } from '#test/kit/server.ts'
import { WAYS_BACK } from '#test/kit/ways-back.ts'

const CHANNEL = '19d7ab01a804f3ee9325bd3be0e4f14f'
const JUNE_2025 = 1_748_736_000_000
const JUNE_2026 = 1_780_272_000_000

/** Answers whose texts are kept, by their operations; without signatures, and without the times by which URLs expire. */
const answersOf = async (server: TestServer): Promise<Record<string, string>> => {
  const replies = {
    E1: await server.call('E1', {}),
    E2: await server.call('E2', { createDate: '2025' }),
    E4: await server.call('E4', { assetIdList: [100_001, 100_002] }),
    E5: await server.call('E5', { createTimeForm: 0 }),
    E6: await callPortal(server, 'E6', { blockId: 601 }),
    E11: await callPortal(server, 'E11', { id: 80_001 }),
  }
  return Object.fromEntries(
    Object.entries(replies).map(([id, { text }]) => [id, text.replaceAll(/\?expires=[^"]*/g, '')]),
  )
}

/** The operations that answer differently. */
const differences = (one: Record<string, string>, other: Record<string, string>): string[] =>
  Object.keys(one).filter((id) => one[id] !== other[id])

const USER = { id: 1002, email: 'editor@example.com', nickname: 'Changed', deptId: 10 }
const POST = { id: 20_001, mediaType: 'note', title: 'Changed', readNum: 1 }
const VALUE = { code: '101', name: 'Changed', sort: 1, updatedAtMs: 0 }
const OTHERS = ['102', '103'].map((code) => ({ ...VALUE, code }))

const SEED = {
  collections: [
    { id: 3001, name: 'Changed', createUser: 1001, createdAtMs: 0, rights: [], assetIds: [] },
  ],
  users: [{ ...USER, createdAtMs: 0 }],
  socialPosts: [{ ...POST, createDate: '2025-01-01', statDate: '2025-01-02' }],
  metadataFields: [{ code: CHANNEL, name: 'Channel', values: [VALUE, ...OTHERS] }],
}

const APPROVAL = {
  category: 'MATERIAL_FROM_EXTERNAL_SOURCE_PUBLISHING',
  processDefinitionId: 81,
  submitter: 1001,
  assignees: { task1: [1002] },
  objects: [100_002],
}

const ALL = ['E1', 'E2', 'E4', 'E5', 'E6', 'E11']

/** Changes all of these answers, by a seed and an operation. */
const change = async (server: TestServer): Promise<void> => {
  await done(server, '/seed?mode=replace', SEED)
  await server.result('E9', APPROVAL)
}

const rename = (server: TestServer, ...codes: string[]) =>
  server.call('E20', {
    attrCode: CHANNEL,
    attrValueList: codes.map((attrValueCode) => ({ attrValueCode, attrValueName: 'Renamed' })),
  })

describe('answers whose texts are kept follow', () => {
  test('a seed', async () => {
    const server = await startServer()
    const before = await answersOf(server)
    await done(server, '/seed?mode=replace', SEED)
    expect(differences(before, await answersOf(server))).toEqual(['E1', 'E2', 'E4', 'E6', 'E11'])
  })

  test.each(WAYS_BACK)('%s', async (_name, prepare) => {
    const server = await startServer()
    const before = await answersOf(server)
    const goBack = await prepare(server)
    await change(server)
    expect(differences(before, await answersOf(server))).toEqual(ALL)
    await goBack()
    expect(await answersOf(server)).toEqual(before)
  })

  test('a state', async () => {
    const server = await startServer()
    const before = await answersOf(server)
    await done(server, '/states/empty-library')
    expect(differences(before, await answersOf(server))).toEqual(['E1', 'E4', 'E6', 'E11'])
  })

  test('operations that write', async () => {
    const server = await startServer()
    const before = await answersOf(server)
    expect((await rename(server, '101', '102', '103')).text).toBe('{}')
    const renamed = await answersOf(server)
    expect(differences(before, renamed)).toEqual(['E6', 'E11'])
    await server.result('E9', APPROVAL)
    const approving = await answersOf(server)
    expect(differences(renamed, approving)).toEqual(['E4', 'E5'])
    await server.result('E22', { collectionId: 3001, assetIds: [100_003] })
    expect(differences(approving, await answersOf(server))).toEqual(['E1'])
  })

  test('nothing of a write that is refused in the middle', async () => {
    const server = await startServer()
    const before = await answersOf(server)
    expectRefusal(await rename(server, '101', '424242'), '90030015')
    expect(await answersOf(server)).toEqual(before)
    const posts = [...SEED.socialPosts, { ...SEED.socialPosts[0], id: 0 }]
    expect((await act(server, '/seed?mode=replace', { ...SEED, socialPosts: posts })).status).toBe(
      400,
    )
    expect(await answersOf(server)).toEqual(before)
  })

  test('the clock', async () => {
    const server = await startServer()
    freezeAt(server, JUNE_2025)
    const before = await answersOf(server)
    freezeAt(server, JUNE_2026)
    expect(differences(before, await answersOf(server))).toContain('E2')
  })

  test('variants', async () => {
    const server = await startServer()
    const before = await answersOf(server)
    const changed = await act(
      server,
      '/variants',
      { 'A-metadata-1': 'text', 'A-2-3': 'all' },
      'PATCH',
    )
    expect(changed.status, changed.text).toBe(200)
    expect(differences(before, await answersOf(server))).toEqual(['E6', 'E11'])
    await act(server, '/variants', { 'A-metadata-1': 'none' }, 'PATCH')
    const none = await answersOf(server)
    expect(none.E6).not.toContain(CHANNEL)
    await act(server, '/variants', { 'A-metadata-1': null }, 'PATCH')
    expect(await answersOf(server)).toEqual(before)
  })
})
