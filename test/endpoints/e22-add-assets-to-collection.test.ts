import { describe, expect, test } from 'vitest'
import type { AssetCollection } from '#src/contract/resources/asset-collection.ts'
import { freezeAt } from '#test/kit/records.ts'
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
})
