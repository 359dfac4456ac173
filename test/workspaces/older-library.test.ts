import { describe, expect, test } from 'vitest'
import { ENTRIES } from '#src/transfer/manifest.ts'
import { act, done } from '#test/kit/acts.ts'
import { exportOf, importTo, packed, unpack } from '#test/kit/archives.ts'
import {
  LIBRARY_OF_SCHEMA_4,
  olderDatabase,
  replaceDatabases,
  SCHEMA_4,
} from '#test/kit/older-database.ts'
import { freshFolder } from '#test/kit/process.ts'
import { startServer, type TestServer } from '#test/kit/server.ts'

const library = (): Buffer => olderDatabase(SCHEMA_4, LIBRARY_OF_SCHEMA_4)

/** A server on a data folder whose databases and images are of schema 4. */
const openOlderFolder = async (): Promise<TestServer> => {
  const env = { SANDBOX_DATA: freshFolder() }
  const before = await startServer({ env })
  await act(before, '/workspaces', { name: 'other' })
  await act(before, '/snapshots', { name: 'kept' })
  await before.close()
  replaceDatabases(env.SANDBOX_DATA, library())
  return startServer({ env })
}

const groupsOf = (server: TestServer, options = {}) =>
  server.result<{ groupId: number; path: string; name: string; rootId: number }[]>(
    'E17',
    {},
    options,
  )

const GROUPS = [
  [6_002, 'ÄTHER 100%_', 'ÖL/ÄTHER 100%_', 6_001],
  [6_003, 'TIEF', 'ÖL/ÄTHER 100%_/TIEF', 6_001],
  [6_005, 'FREE', 'TAKEN/BELOW/FREE', 880_005],
  [880_002, 'SPRING', 'STATE-880001/SPRING', 880_001],
  [880_003, 'AUTUMN', 'STATE-880001/AUTUMN', 880_001],
  [880_004, 'TEA', 'STATE-880001/SPRING/TEA', 880_001],
  [880_006, 'BELOW', 'TAKEN/BELOW', 880_005],
].map(([groupId, name, path, rootId]) => ({ groupId, name, path, rootId }))

interface Found {
  list: { id: number; groupName: string; parentId: number; rootId: number; itemCount: number }[]
}

interface Details {
  detail: { materialOrigin: { id: number }; subResList: { id: number; name: string }[] }[]
}

interface Ingested {
  successList: number[]
  failedList: number[]
  successMaterialIdList: number[]
}

describe('a data folder of schema 4', () => {
  test('has its archive groups as collections that everyone sees', async () => {
    const server = await openOlderFolder()
    expect(await groupsOf(server)).toEqual(GROUPS)
    expect(await groupsOf(server, { as: 'viewer@example.com' })).toEqual(GROUPS)
    const children = await server.result<Found>('E1', { parentGroupId: 6_001 })
    expect(children.list).toMatchObject([
      { id: 6_002, groupName: 'ÄTHER 100%_', parentId: 6_001, rootId: 6_001, itemCount: 0 },
    ])
    const found = await server.result<Found>('E1', { keywordList: ['äther', 'tief', 'ie'] })
    expect(found.list.map(({ id }) => id).sort()).toEqual([6_002, 6_003])
    expect(await server.result('E22', { collectionId: 6_003, assetIds: [100_001] })).toBe(true)
    const subtree = await server.result<Found>('E1', { parentGroupId: 6_002 })
    expect(subtree.list).toMatchObject([{ id: 6_003, itemCount: 1 }])
  })

  test('gives new ids to archive groups whose ids collections have', async () => {
    const server = await openOlderFolder()
    const { list } = await server.result<Found>('E1', { parentGroupId: 0 })
    const names = list.map(({ id, groupName }) => [id, groupName])
    expect(names).toContainEqual([3_001, 'First'])
    expect(names).toContainEqual([880_005, 'TAKEN'])
  })

  test('keeps the assets of its atoms and gives new assets ids above all', async () => {
    const server = await openOlderFolder()
    const again = await server.result<Ingested>('E21', { assetIdList: [700_001] })
    expect(again.successMaterialIdList).toEqual([100_001])
    const ingested = await server.result<Ingested>('E21', { assetIdList: [700_002] })
    const [assetId = 0] = ingested.successMaterialIdList
    expect(assetId).toBeGreaterThan(700_900)
    const { assetElementIdList } = await server.result<{ assetElementIdList: number[] }>('E16', {
      fileList: [{ path: 'new.png', name: 'new.png', size: 1, type: 'image/png' }],
    })
    expect(assetElementIdList[0]).toBeGreaterThan(assetId)
  })

  test('prefers the asset where an atom has the same id, and ingests the atom', async () => {
    const server = await openOlderFolder()
    const { detail } = await server.result<Details>('E4', { assetIdList: [100_002] })
    expect(detail).toMatchObject([
      { materialOrigin: { id: 100_002 }, subResList: [{ id: 500_002 }] },
    ])
    expect(await server.result('E22', { collectionId: 3_001, assetIds: [100_002] })).toBe(true)
    const ingested = await server.result<Ingested>('E21', { assetIdList: [100_002, 500_002] })
    expect(ingested).toMatchObject({ successList: [100_002, 500_002], failedList: [] })
    const made = ingested.successMaterialIdList
    const after = await server.result<Details>('E4', { assetIdList: made })
    expect(after.detail.map(({ subResList }) => subResList.map(({ name }) => name))).toEqual([
      ['atom-100002.png'],
      ['atom-500002.png'],
    ])
    const parts = after.detail.flatMap(({ subResList }) => subResList.map(({ id }) => id))
    for (const id of [...made, ...parts]) expect(id).toBeGreaterThan(700_900)
    expect(await server.result('E4', { assetIdList: [100_002] })).toMatchObject({ detail: [{}] })
  })

  test('has users who are editors, and administrators by their flag', async () => {
    const server = await openOlderFolder()
    const roles = server.workspace.store.sqlite
      .prepare('SELECT id, role FROM users ORDER BY id')
      .raw()
      .all()
    expect(roles).toEqual([
      [1, 'editor'],
      [2, 'administrator'],
      [3, 'editor'],
    ])
    const collectionId = 6_003
    const as = 'chief@example.com'
    expect(await server.result('E22', { collectionId, assetIds: [100_001] }, { as })).toBe(true)
  })

  test('keeps approvals with their objects', async () => {
    const server = await openOlderFolder()
    await done(server, '/approvals/9001/tasks/task1/decision', { decision: 'approve' })
    const { detail } = await server.result<{ detail: { approvalStatus: number }[] }>('E4', {
      assetIdList: [100_001],
    })
    expect(detail).toMatchObject([{ approvalStatus: 2 }])
  })

  test('sets its named states again with the same ids', async () => {
    const server = await openOlderFolder()
    const groups = await done<{ ids: object }>(server, '/states/archive-groups')
    expect(groups.ids).toMatchObject({ rootId: 880_001, groupIds: [880_002, 880_003, 880_004] })
    const atom = await done<{ ids: object }>(server, '/states/atom-not-ingested')
    expect(atom.ids).toEqual({ atomId: 700_003 })
    expect(await groupsOf(server)).toEqual(GROUPS)
    const ingested = await done<{ ids: { atomId: number } }>(server, '/states/asset-ingested')
    expect(ingested.ids).toMatchObject({ assetId: 100_003, subResourceId: 500_003 })
    for (const atomId of [700_004, ingested.ids.atomId]) {
      const again = await server.result<Ingested>('E21', { assetIdList: [atomId] })
      expect(again.successMaterialIdList).toEqual([100_003])
    }
  })

  test('opens the closed databases and snapshots in it', async () => {
    const server = await openOlderFolder()
    await server.result('E22', { collectionId: 6_003, assetIds: [100_001] })
    await done(server, '/snapshots/kept/restore')
    const { list } = await server.result<Found>('E1', { parentGroupId: 6_002 })
    expect(list).toMatchObject([{ id: 6_003, itemCount: 0 }])
    expect(await groupsOf(server)).toEqual(GROUPS)
    const other = await done<{ ids: object }>(server, '/states/archive-groups?workspace=other')
    expect(other.ids).toMatchObject({ rootId: 880_001 })
  })
})

describe('an archive of schema 4', () => {
  test.each(['memory', 'data folder'])(
    'is imported with its archive groups, in %s',
    async (place) => {
      const env: Record<string, string> = place === 'memory' ? {} : { SANDBOX_DATA: freshFolder() }
      const server = await startServer({ env })
      const { 'manifest.json': manifest } = await unpack(await exportOf(server))
      const archive = await packed({
        'manifest.json': Buffer.from(
          JSON.stringify({ ...JSON.parse(String(manifest)), schema: SCHEMA_4 }),
        ),
        [ENTRIES.database]: library(),
      })
      const reply = await importTo(server, archive)
      expect(reply.status, reply.text).toBe(200)
      expect(await groupsOf(server)).toEqual(GROUPS)
      expect((await importTo(server, await exportOf(server))).status).toBe(200)
      expect(await groupsOf(server)).toEqual(GROUPS)
    },
  )
})
