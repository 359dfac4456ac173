import { describe, expect, test } from 'vitest'
import type { AssetCollection } from '#src/contract/resources/asset-collection.ts'
import { freezeAt } from '#test/kit/records.ts'
import { expectRefusal, findingsOf } from '#test/kit/replies.ts'
import { injectServer } from '#test/kit/server.ts'

const itemCount = async (server: Awaited<ReturnType<typeof injectServer>>, id: number) => {
  const { list } = await server.result<{ list: { id: number; itemCount: number }[] }>('E1', {})
  return list.find((collection) => collection.id === id)?.itemCount
}

describe('E22 add assets to an asset collection', () => {
  test('answers true in the envelope', async () => {
    const server = await injectServer()
    const { editable } = server.fixtures.collections
    const [assetId] = server.fixtures.assets.ids
    const reply = await server.call('E22', { collectionId: editable.id, assetIds: [assetId] })
    expect(reply.text).toBe('{"code":"0","message":"success","result":true}')
  })

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

  test('remembers an asset once when it is added repeatedly', async () => {
    const server = await injectServer()
    const { id } = server.fixtures.collections.editable
    const [assetId] = server.fixtures.assets.ids
    const before = (await itemCount(server, id)) ?? 0
    await server.result('E22', { collectionId: id, assetIds: [assetId, assetId] })
    await server.result('E22', { collectionId: id, assetIds: [assetId] })
    expect(await itemCount(server, id)).toBe(before + 1)
  })

  test('remembers no update before the creation though the clock stands before it', async () => {
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

  test('refuses the whole call for one unknown asset', async () => {
    const server = await injectServer()
    const { id } = server.fixtures.collections.editable
    const before = await itemCount(server, id)
    const reply = await server.call('E22', {
      collectionId: id,
      assetIds: [...server.fixtures.assets.ids.slice(0, 1), 424242],
    })
    expect(reply.body).toMatchObject({ code: '90030002', result: null })
    expect(await itemCount(server, id)).toBe(before)
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
    expectRefusal(reply, '90030002', 'param.assetIds: there is no asset 700001')
  })

  test('remembers the rest by variant of A-22-2, with what was passed over', async () => {
    const server = await injectServer({ variants: { 'A-22-2': 'known-only' } })
    const { id } = server.fixtures.collections.editable
    const before = (await itemCount(server, id)) ?? 0
    const assetIds = [100_020, 700_001, 500_003]
    const reply = await server.call('E22', { collectionId: id, assetIds })
    expect(findingsOf(reply)).toEqual([
      'unknown-passed-over param.assetIds',
      'atom-id-for-asset param.assetIds[1]',
      'file-id-for-asset param.assetIds[2]',
    ])
    expect(await itemCount(server, id)).toBe(before + 1)
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
