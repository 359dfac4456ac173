import { describe, expect, test } from 'vitest'
import { act, done } from '#test/kit/acts.ts'
import { exportOf, importTo } from '#test/kit/archives.ts'
import { callPortal } from '#test/kit/portal.ts'
import { freezeAt } from '#test/kit/records.ts'
import { expectRefusal } from '#test/kit/replies.ts'
import { startServer, type TestServer } from '#test/kit/server.ts'

const CHANNEL = '19d7ab01a804f3ee9325bd3be0e4f14f'
const JUNE_2025 = 1_748_736_000_000
const JUNE_2026 = 1_780_272_000_000

/** Answers whose texts are kept, by their operations; without signatures, and without the times by which URLs expire. */
const answersOf = async (server: TestServer): Promise<Record<string, string>> => {
  const replies = {
    E2: await server.call('E2', { createDate: '2025' }),
    E4: await server.call('E4', { assetIdList: [100_001, 100_002] }),
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
  users: [{ ...USER, createdAtMs: 0 }],
  socialPosts: [{ ...POST, createDate: '2025-01-01', statDate: '2025-01-02' }],
  metadataFields: [{ code: CHANNEL, name: 'Channel', values: [VALUE, ...OTHERS] }],
}

const change = (server: TestServer): Promise<unknown> => done(server, '/seed?mode=replace', SEED)

const rename = (server: TestServer, ...codes: string[]) =>
  server.call('E20', {
    attrCode: CHANNEL,
    attrValueList: codes.map((attrValueCode) => ({ attrValueCode, attrValueName: 'Renamed' })),
  })

describe('answers whose texts are kept follow', () => {
  test('a seed', async () => {
    const server = await startServer()
    const before = await answersOf(server)
    await change(server)
    expect(differences(before, await answersOf(server))).toEqual(['E2', 'E4', 'E6', 'E11'])
  })

  test.each<[string, (server: TestServer, exported: Buffer) => Promise<unknown>]>([
    ['a reset', (server) => done(server, '/reset')],
    ['a restore', (server) => done(server, '/snapshots/before/restore')],
    [
      'an import',
      async (server, exported) => expect((await importTo(server, exported)).status).toBe(200),
    ],
  ])('%s', async (_name, goBack) => {
    const server = await startServer()
    const before = await answersOf(server)
    const exported = await exportOf(server)
    await act(server, '/snapshots', { name: 'before' })
    await change(server)
    expect(differences(before, await answersOf(server))).toHaveLength(4)
    await goBack(server, exported)
    expect(await answersOf(server)).toEqual(before)
  })

  test('a state', async () => {
    const server = await startServer()
    const before = await answersOf(server)
    await done(server, '/states/empty-library')
    expect(differences(before, await answersOf(server))).toEqual(['E4', 'E6', 'E11'])
  })

  test('operations that write', async () => {
    const server = await startServer()
    const before = await answersOf(server)
    expect((await rename(server, '101', '102', '103')).text).toBe('{}')
    const renamed = await answersOf(server)
    expect(differences(before, renamed)).toEqual(['E6', 'E11'])
    const approval = { ...APPROVAL, objects: [100_001] }
    await server.result('E9', approval)
    expect(differences(renamed, await answersOf(server))).toEqual(['E4'])
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

const APPROVAL = {
  category: 'MATERIAL_FROM_EXTERNAL_SOURCE_PUBLISHING',
  processDefinitionId: 81,
  submitter: 1001,
  assignees: { task1: [1002] },
}
