import { describe, expect, test } from 'vitest'
import type { AssetDetail } from '#src/contract/resources/asset-shapes.ts'
import type { AssetCollection } from '#src/contract/resources/collection-shapes.ts'
import { DEMO, NOW } from '#test/kit/databases.ts'
import { freezeAt } from '#test/kit/records.ts'
import { expectRefusal } from '#test/kit/replies.ts'
import { injectServer, type ServerOptions, type TestServer } from '#test/kit/server.ts'

const VIEWER = { as: 'viewer@example.com' }
const EDITOR = { as: 'editor@example.com' }

/** A collection of the studio, which the viewer does not see. */
const STUDIO = 3008
/** A collection that everybody sees, where the editor may add. */
const SHARED = 3001
const BY_EDITOR = 100_042

interface Found {
  totalCount: number
  list: AssetCollection[]
}

const itemCount = async (server: TestServer, id: number) => {
  const { list } = await server.result<{ list: { id: number; itemCount: number }[] }>('E1', {})
  return list.find((collection) => collection.id === id)?.itemCount
}

describe('E22 add assets to an asset collection', () => {
  test('remembers the assets: E1 counts them and E4 names the collection', async () => {
    const server = await injectServer()
    const { id } = server.fixtures.collections.editable
    const assetIds = server.fixtures.assets.ids.slice(0, 2)
    const before = (await itemCount(server, id)) ?? 0
    await server.result('E22', { collectionId: id, assetIds })
    expect(await itemCount(server, id)).toBe(before + 2)
    const { detail } = await server.result<{ detail: { collectionInfo: { id: number }[] }[] }>(
      'E4',
      { assetIdList: assetIds },
    )
    for (const asset of detail) expect(asset.collectionInfo.map((info) => info.id)).toContain(id)
  })

  test('remembers for everybody who sees the collection: it shows its assets to them', async () => {
    const server = await injectServer(DEMO)
    const seenBy = async (options: { as: string }) => {
      const param = { assetIdList: [BY_EDITOR] }
      const { detail } = await server.result<{ detail: AssetDetail[] }>('E4', param, options)
      return detail
    }
    const thirdBy = async (options: { as: string }) => {
      const param = { collectionId: 3003, assetIds: [BY_EDITOR] }
      return (await server.call('E22', param, options)).body
    }
    expect(await seenBy(EDITOR)).toHaveLength(1)
    expect(await seenBy(VIEWER)).toEqual([])
    const ofStudio = { collectionId: STUDIO, assetIds: [BY_EDITOR] }
    expect(await server.result('E22', ofStudio, EDITOR)).toBe(true)
    expect(await seenBy(VIEWER)).toEqual([])
    const shared = { collectionId: SHARED, assetIds: [BY_EDITOR] }
    expect(await server.result('E22', shared, EDITOR)).toBe(true)
    const [asset] = await seenBy(VIEWER)
    expect(asset?.collectionInfo).toEqual([
      { id: SHARED, groupName: '共享工作区 Shared Workspace' },
    ])
    expect(asset?.subResList[0]?.downloadUrl).toBeNull()
    const [own] = await seenBy(EDITOR)
    expect(own?.collectionInfo.map(({ id }) => id)).toEqual([SHARED, STUDIO])
    expect(own?.subResList[0]?.downloadUrl).toMatch(/^http/)
    expect(await thirdBy(EDITOR)).toMatchObject({ code: '0' })
  })

  test('remembers time and user of what was added, or of every call by variant of A-22-4', async () => {
    const updateAfterTwo = async (options: ServerOptions) => {
      const server = await injectServer(options)
      const param = { collectionId: SHARED, assetIds: [100_001] }
      freezeAt(server, NOW)
      await server.result('E22', param, EDITOR)
      freezeAt(server, NOW + 1_000)
      await server.result('E22', param)
      const { list } = await server.result<Found>('E1', { parentGroupId: 0 })
      const { updateTime, updateUser, itemCount } = list.find(({ id }) => id === SHARED) ?? {}
      return { updateTime, updateUser, itemCount }
    }
    const first = { updateTime: NOW, updateUser: 1002, itemCount: 3 }
    expect(await updateAfterTwo({})).toEqual(first)
    const second = { updateTime: NOW + 1_000, updateUser: 1001, itemCount: 3 }
    expect(await updateAfterTwo({ variants: { 'A-22-4': 'every-call' } })).toEqual(second)
  })

  test('remembers no update before the creation, even if the clock is before it', async () => {
    const server = await injectServer()
    const { editable } = server.fixtures.collections
    freezeAt(server, 1_000_000_000_000)
    const assetIds = server.fixtures.assets.ids.slice(0, 2)
    await server.result('E22', { collectionId: editable.id, assetIds })
    const { list } = await server.result<{ list: AssetCollection[] }>('E1', {})
    const changed = list.find(({ id }) => id === editable.id)
    expect(changed).toMatchObject({ itemCount: 4, createTime: 1_667_268_900_000 })
    expect(changed?.updateTime).toBe(changed?.createTime)
  })

  test('refuses a user without the right to add, with the code of the document', async () => {
    const server = await injectServer()
    const reply = await server.call(
      'E22',
      {
        collectionId: server.fixtures.collections.forbidden.id,
        assetIds: server.fixtures.assets.ids.slice(0, 1),
      },
      { as: 'viewer@example.com' },
    )
    expect(reply.status).toBe(200)
    expect(reply.text).toBe(
      '{"code":"10134011","message":"User has no operation permission","result":null}',
    )
  })

  test('refuses an asset that the user does not see, and takes it through a collection', async () => {
    const server = await injectServer(DEMO)
    const hidden = 100_044
    const param = { collectionId: SHARED, assetIds: [hidden] }
    const before = await itemCount(server, SHARED)
    const reply = await server.call('E22', param, EDITOR)
    expectRefusal(reply, '90030002', `param.assetIds: asset ${hidden} does not exist`)
    expect(await itemCount(server, SHARED)).toBe(before)
    await server.result('E22', { collectionId: STUDIO, assetIds: [hidden] })
    expect(await server.result('E22', param, EDITOR)).toBe(true)
  })
  test.each([
    [700_001, '90030044', '700001 is an atom, not an asset; call E21 to ingest it'],
    [500_003, '90030043', '500003 is the file of asset 100003; use 100003'],
  ])('refuses the whole call for %s, and says what it is', async (wrong, code, words) => {
    const server = await injectServer()
    const { id } = server.fixtures.collections.editable
    const before = await itemCount(server, id)
    const reply = await server.call('E22', { collectionId: id, assetIds: [100_020, wrong] })
    expectRefusal(reply, code, `param.assetIds: ${words}`)
    expect(await itemCount(server, id)).toBe(before)
  })

  test('refuses the file of an asset that the user does not see as unknown', async () => {
    const server = await injectServer()
    await server.result('E21', { assetIdList: [700_001] })
    const { id } = server.fixtures.collections.editable
    const addition = { collectionId: id, assetIds: [700_001] }
    const told = await server.call('E22', addition)
    expectRefusal(told, '90030043', '700001 is the file of asset 700005; use 700005')
    const reply = await server.call('E22', addition, { as: 'editor@example.com' })
    expectRefusal(reply, '90030002', 'param.assetIds: asset 700001 does not exist')
  })

  test('remembers the asset for the id of its file by variant `accepted` of A-id-1', async () => {
    const server = await injectServer({ variants: { 'A-id-1': 'accepted' } })
    const { id } = server.fixtures.collections.editable
    const before = (await itemCount(server, id)) ?? 0
    await server.result('E22', { collectionId: id, assetIds: [500_003, 100_003] })
    expect(await itemCount(server, id)).toBe(before + 1)
    const atom = await server.call('E22', { collectionId: id, assetIds: [700_001] })
    expectRefusal(atom, '90030044', '700001 is an atom')
  })
})
