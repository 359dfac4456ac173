import { describe, expect, test } from 'vitest'
import type {
  LibraryAccess,
  LibraryAssets,
  LibraryCollections,
} from '#src/client/generated/control.ts'
import type { AssetDetail } from '#src/contract/resources/asset-shapes.ts'
import { done, expectRefused } from '#test/kit/acts.ts'
import { NOW } from '#test/kit/databases.ts'
import { send } from '#test/kit/http.ts'
import { listJournal } from '#test/kit/journal.ts'
import { freezeAt } from '#test/kit/records.ts'
import { injectServer, type TestServer } from '#test/kit/server.ts'

const assetsOf = (server: TestServer, query = ''): Promise<LibraryAssets> =>
  server.control<LibraryAssets>(`/library/assets?${query}`)

const collectionsOf = (server: TestServer, query = ''): Promise<LibraryCollections> =>
  server.control<LibraryCollections>(`/library/collections?${query}`)

const accessOf = (server: TestServer, query: string): Promise<LibraryAccess> =>
  server.control<LibraryAccess>(`/library/access?${query}`)

const detailOf = async (server: TestServer, id: number, as: string) => {
  const { detail } = await server.result<{ detail: AssetDetail[] }>(
    'E4',
    { assetIdList: [id] },
    { as },
  )
  return detail[0]
}

const allOf = async <T extends { id: number }>(
  read: (query: string) => Promise<{ rows: T[]; next: number | null }>,
): Promise<T[]> => {
  const all: T[] = []
  for (let after = ''; ; ) {
    const { rows, next } = await read(`limit=7${after}`)
    all.push(...rows)
    if (next === null) return all
    after = `&after=${next}`
  }
}

/** The facts of a text asset that only its creator sees. */
const note = (id: number, name: string) => ({
  id,
  name,
  extension: 'content_text',
  createUser: 1001,
  createdAtMs: NOW,
  rights: [],
  subResources: [
    {
      id: id + 50_000,
      name,
      extension: 'content_text',
      mediaType: 'content_text',
      sizeBytes: 1,
      baseText: 'x',
    },
  ],
})

describe('the collections of the library', () => {
  test('are listed once each by their ids, in pages, with counts and archive paths', async () => {
    const server = await injectServer({ env: { SANDBOX_SEED: 'demo' } })
    const { total, collections, next } = await collectionsOf(server)
    expect(next).toBeNull()
    expect(collections).toHaveLength(total)
    const paged = await allOf(async (query) => {
      const page = await collectionsOf(server, query)
      return { rows: page.collections, next: page.next }
    })
    expect(paged).toEqual(collections)
    expect(paged.map(({ id }) => id)).toEqual(paged.map(({ id }) => id).sort((a, b) => a - b))
    const groups = await server.result<{ groupId: number; path: string }[]>('E17', {})
    for (const { groupId, path } of groups)
      expect(collections.find(({ id }) => id === groupId)).toMatchObject({ archivePath: path })
    const { list } = await server.result<{ list: { id: number; itemCount: number }[] }>('E1', {
      pageSize: 1_000,
    })
    for (const { id, itemCount } of list)
      expect(collections.find((found) => found.id === id)).toMatchObject({ itemCount })
  })
})

describe('the assets of the library', () => {
  test('are listed from the highest id down, in pages, as E4 shows them', async () => {
    const server = await injectServer({ env: { SANDBOX_SEED: 'demo' } })
    freezeAt(server, NOW)
    const all = await assetsOf(server, 'limit=1000')
    expect(all.assets).toHaveLength(all.total)
    const paged = await allOf(async (query) => {
      const page = await assetsOf(server, query)
      return { rows: page.assets, next: page.next }
    })
    expect(paged).toEqual(all.assets)
    expect(paged.map(({ id }) => id)).toEqual(paged.map(({ id }) => id).sort((a, b) => b - a))
    for (const { id, size, thumbnail, extension, partCount, ...shown } of all.assets.slice(0, 20)) {
      const detail = await detailOf(server, id, server.fixtures.users.owner.email)
      expect(detail).toMatchObject({ size, extension, approvalStatus: shown.approvalStatus })
      expect(detail?.subResList).toHaveLength(partCount)
      expect(detail?.subResList[0]?.type).toBe(shown.mediaType)
      expect(detail?.subResList[0]?.thunder).toBe(thumbnail)
    }
  })

  test('can be selected by collection, by name and by id', async () => {
    const server = await injectServer()
    await done(server, '/seed', { assets: [note(900_001, 'Zyx 100% Ω'), note(900_002, 'zyX')] })
    const ids = async (query: string) => (await assetsOf(server, query)).assets.map(({ id }) => id)
    expect(await ids('query=ZYX')).toEqual([900_002, 900_001])
    expect(await ids('query=100%25')).toEqual([900_001])
    expect(await ids('query=900002')).toEqual([900_002])
    expect(await assetsOf(server, 'query=nothing')).toEqual({ total: 0, assets: [], next: null })
    const [first, ...others] = (await collectionsOf(server)).collections.filter(
      ({ itemCount }) => itemCount > 1,
    )
    expect(others.length).toBeGreaterThan(0)
    const inside = await assetsOf(server, `collection=${first?.id}&limit=1000`)
    expect(inside.assets).toHaveLength(first?.itemCount ?? -1)
    expect(inside.total).toBe(first?.itemCount)
    const [one] = inside.assets
    expect(await ids(`collection=${first?.id}&after=${one?.id}&limit=1`)).toEqual([
      inside.assets[1]?.id,
    ])
  })

  test('have pictures, and looking at them leaves nothing behind', async () => {
    const server = await injectServer()
    freezeAt(server, NOW)
    const { assets } = await assetsOf(server)
    const picture = assets.find(({ mediaType }) => mediaType?.startsWith('image/'))
    const reply = await send(String(picture?.thumbnail), {
      headers: { 'x-sandbox-untracked': 'true' },
    })
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toMatch(/^image\//)
    await accessOf(server, `asset=${picture?.id}`)
    expect((await listJournal(server)).total).toBe(0)
    const { assumptions } = await server.control<{ assumptions: { isTouched: boolean }[] }>(
      '/variants',
    )
    expect(assumptions.filter(({ isTouched }) => isTouched)).toEqual([])
  })

  test('refuse an unknown collection and a wrong limit by name', async () => {
    const server = await injectServer()
    const get = (path: string) => send(`${server.url}/_sandbox${path}`, {})
    expectRefused(await get('/library/assets?collection=5'), 404, 'Collection 5 does not exist')
    expectRefused(await get('/library/assets?limit=1001'), 400, 'limit')
    expectRefused(await get('/library/access?asset=5'), 404, 'Asset 5 does not exist')
    expectRefused(await get('/library/access'), 400, 'asset')
  })
})

describe('who sees an asset', () => {
  const VARIANTS = [undefined, { 'A-visibility-1': 'rights' }] as const

  test.each(VARIANTS)('is what E4 answers to every user (%j)', async (variants) => {
    const server = await injectServer({
      env: { SANDBOX_SEED: 'demo' },
      variants: { 'A-auth-12': 'may-act', ...variants },
    })
    const { assets } = await assetsOf(server)
    for (const { id } of assets.slice(0, 25)) {
      const { users, total, next } = await accessOf(server, `asset=${id}&limit=100`)
      expect([users.length, next]).toEqual([total, null])
      for (const { email, sees, mayDownload } of users) {
        const detail = await detailOf(server, id, email)
        expect([email, sees]).toEqual([email, detail !== undefined])
        const parts = detail?.subResList ?? []
        if (parts[0]) expect([email, mayDownload]).toEqual([email, parts[0].downloadUrl !== null])
      }
    }
  })
})
