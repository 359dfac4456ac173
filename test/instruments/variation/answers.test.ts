import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  loadPublished,
  type PublishedDocument,
} from '#src/contract/validation/published-document.ts'
import { CATALOGUE } from '#src/endpoints/index.ts'
import { VARIATION_NAMES } from '#src/instruments/variation/variation-kinds.ts'
import { shippedFolders } from '#src/start/shipped-folders.ts'
import { act, expectRefused } from '#test/kit/acts.ts'
import { type Reply, send } from '#test/kit/http.ts'
import { samplesOf } from '#test/kit/samples.ts'
import { injectServer, type TestServer } from '#test/kit/server.ts'
import { answersOfAll, differences, vary } from '#test/kit/variation.ts'

const FROZEN = { mode: 'frozen', now: 1_893_456_000_000 }

/** The answers as text, without hosts, and without signatures of URLs, whose key is random. */
const textsOf = (answers: ReadonlyMap<string, Reply>): string[] =>
  [...answers].map(
    ([id, { text }]) => `${id} ${text.replaceAll(/http:\/\/[^/]+|signature=\w+/g, '')}`,
  )

const frozenServer = async (seed = 'demo'): Promise<TestServer> => {
  const server = await injectServer({ env: { SANDBOX_SEED: seed } })
  await act(server, '/clock', FROZEN, 'PUT')
  return server
}

/** Everything of the seed 1, then of the seed 2, and so on until something holds. */
const firstSeed = async (
  server: TestServer,
  kind: string,
  holds: () => Promise<boolean>,
): Promise<number> => {
  for (let seed = 1; seed <= 50; seed += 1) {
    await vary(server, seed, kind)
    if (await holds()) return seed
  }
  throw new Error(`no seed up to 50 does it with ${kind}`)
}

let published: PublishedDocument

beforeAll(async () => {
  published = await loadPublished(join(shippedFolders().openapi, 'openapi.json'))
})

/** Expects a success that a client made of the published document accepts. */
const expectLegal = (id: string, { status, body, text }: Reply): void => {
  const { path = '' } = CATALOGUE.find((one) => one.id === id) ?? {}
  const mediaType = 'application/json'
  const place = { operationId: undefined, method: 'POST', path, status, mediaType }
  expect(published.problemWith(place, body), `${id} ${text}`).toBeUndefined()
  expect(status).toBe(200)
  const { code = '0' } = body as { code?: string }
  expect(code, text).toBe('0')
}

describe('a variation', () => {
  test('keeps names, types and success of every answer, and its data, under 50 seeds', async () => {
    const server = await frozenServer('minimal')
    const usual = await answersOfAll(server)
    const kinds = VARIATION_NAMES.filter((kind) => kind !== 'success-message')
    const changed = new Map<string, boolean>()
    for (let seed = 1; seed <= 50; seed += 1) {
      // Every other seed with all kinds; the rest without those that change data, to compare.
      const isCompared = seed % 2 === 0
      await vary(server, seed, ...(isCompared ? kinds : []))
      for (const [id, reply] of await answersOfAll(server)) {
        const before = usual.get(id)
        expectLegal(id, reply)
        expect(isCompared ? differences(before?.body, reply.body, id) : [], `${seed}`).toEqual([])
        changed.set(id, changed.get(id) === true || reply.text !== before?.text)
      }
    }
    // The bare answers have nothing that is open.
    const bare = CATALOGUE.filter(({ id }) => changed.get(id) === false)
    expect(bare.map(({ id }) => id)).toEqual(['E19', 'E20'])
  })

  test('gives the same bytes for the same seed, after a reset and after any other calls', async () => {
    const server = await frozenServer()
    await vary(server, 7)
    const first = textsOf(await answersOfAll(server))
    expect(textsOf(await answersOfAll(server))).toEqual(first)
    const other = await frozenServer()
    await vary(other, 8)
    expect(textsOf(await answersOfAll(other))).not.toEqual(first)
    await other.call('E8', { userIds: [1] })
    await vary(other, 7)
    expect(textsOf(await answersOfAll(other))).toEqual(first)
  })

  test('leaves every byte alone when it is off', async () => {
    const server = await frozenServer()
    const usual = textsOf(await answersOfAll(server))
    await vary(server, 7)
    await answersOfAll(server)
    const ended = await send(`${server.url}/_sandbox/variation`, { method: 'DELETE' })
    expect(ended.body).toEqual({ variation: null })
    const again = await answersOfAll(server)
    expect(textsOf(again)).toEqual(usual)
    expect(again.get('E8')?.headers.get('x-sandbox-variations')).toBeNull()
  })

  test('belongs to one workspace, is shown and named, and is kept by a reset', async () => {
    const server = await injectServer()
    const made = await act(server, '/workspaces', { name: 'own', variation: { seed: 3 } })
    expect(made.status, made.text).toBe(201)
    const own = await server.control<{ variation: unknown }>('/workspaces/own')
    expect(own.variation).toEqual({ seed: 3, kinds: VARIATION_NAMES })
    expect(await server.control('/variation')).toEqual({ variation: null })
    await vary(server, 5, 'error-codes', 'list-order')
    await act(server, '/reset')
    expect(await server.control('/variation')).toEqual({
      variation: { seed: 5, kinds: ['list-order', 'error-codes'] },
    })
    const reply = await server.call('E8', { userIds: [] })
    expect(reply.headers.get('x-sandbox-variations')).toBe('list-order, error-codes')
    const control = await send(`${server.url}/_sandbox/clock`, { method: 'GET' })
    expect(control.headers.get('x-sandbox-variations')).toBeNull()
  })

  test('comes from a setting for workspaces that do not choose one', async () => {
    const server = await injectServer({ env: { SANDBOX_VARIATION: '9:extra-fields' } })
    const variation = { seed: 9, kinds: ['extra-fields'] }
    expect(await server.control('/variation')).toEqual({ variation })
    await act(server, '/workspaces', { name: 'own', variation: { seed: 3 } })
    await act(server, '/workspaces', { name: 'other' })
    expect(await server.control('/variation?workspace=other')).toEqual({ variation })
    expect(await server.control('/variation?workspace=own')).toMatchObject({
      variation: { seed: 3 },
    })
  })

  test('is refused for an unknown kind and a seed out of bounds', async () => {
    const server = await injectServer()
    const put = (body: unknown) => act(server, '/variation', body, 'PUT')
    expectRefused(await put({ seed: 1, kinds: ['order'] }), 400, 'kinds', 'list-order')
    expectRefused(await put({ seed: -1 }), 400, 'seed')
    expectRefused(await put({ seed: 4_294_967_296 }), 400, 'seed')
    expectRefused(await put({}), 400, 'seed')
    expectRefused(await put({ seed: 1, kinds: [] }), 400, 'kinds')
    expectRefused(await act(server, '/workspaces', { variation: '7' }), 400, 'variation')
  })
})

describe('list-order', () => {
  test('changes the order of E10, and of every list that nothing orders', async () => {
    const server = await frozenServer()
    const samples = samplesOf(server.fixtures)
    const usual = await answersOfAll(server)
    for (const id of ['E1', 'E2', 'E4', 'E6', 'E8', 'E10', 'E17', 'E21']) {
      const param = id === 'E1' ? { ...samples.E1, sortBy: undefined } : samples[id]
      await act(server, '/reset', { parts: ['data'] })
      const before = id === 'E1' ? (await server.call(id, param)).text : usual.get(id)?.text
      const seed = await firstSeed(server, 'list-order', async () => {
        await act(server, '/reset', { parts: ['data'] })
        return (await server.call(id, param)).text !== before
      })
      expect(seed, id).toBeLessThanOrEqual(20)
      await send(`${server.url}/_sandbox/variation`, { method: 'DELETE' })
    }
  })

  test('keeps an order that the document or the request gives, and the rows of a page', async () => {
    const server = await frozenServer()
    const { E1, E5, E6, E16 } = samplesOf(server.fixtures)
    const path = 'upload/a.png'
    const fileList = Array.from({ length: 8 }, (_, at) => ({
      ...(E16 as { fileList: object[] }).fileList[0],
      path,
      name: `${at}.png`,
    }))
    const sorted = { ...E1, parentGroupId: undefined, sortBy: { field: 'groupName', sort: 'asc' } }
    const idsOf = async (id: string, param: unknown): Promise<number[]> => {
      const { list, records } = await server.result<Record<string, { id: number }[]>>(id, param)
      return (list ?? records ?? []).map((one) => one.id)
    }
    const page = { ...E6, filterConditionList: [], pageSize: 3 }
    const directed = { ...sorted, sortBy: { sort: 'asc' } }
    const oldest = await idsOf('E1', directed)
    const usual = [await idsOf('E1', sorted), await idsOf('E5', E5), await idsOf('E6', page)]
    expect(usual[0]?.length).toBeGreaterThan(3)
    for (let seed = 1; seed <= 10; seed += 1) {
      await vary(server, seed, 'list-order')
      expect(await idsOf('E1', sorted)).toEqual(usual[0])
      expect(await idsOf('E1', directed)).toEqual(oldest)
      expect(await idsOf('E5', E5)).toEqual(usual[1])
      expect((await idsOf('E6', page)).sort()).toEqual([...(usual[2] ?? [])].sort())
      const { assetElementIdList } = await server.result<{ assetElementIdList: number[] }>('E16', {
        fileList,
      })
      expect(assetElementIdList).toEqual([...assetElementIdList].sort((a, b) => a - b))
    }
  })

  test('keeps each asset of E21 at the place of its atom', async () => {
    const server = await frozenServer()
    const assetIdList = server.fixtures.atoms.ids
    type Ingested = { successList: number[]; successMaterialIdList: number[] }
    const usual = await server.result<Ingested>('E21', { assetIdList })
    const assetOf = new Map(
      usual.successList.map((id, at) => [id, usual.successMaterialIdList[at]]),
    )
    await firstSeed(server, 'list-order', async () => {
      const { successList, successMaterialIdList } = await server.result<Ingested>('E21', {
        assetIdList,
      })
      for (const [at, id] of successList.entries())
        expect(successMaterialIdList[at]).toBe(assetOf.get(id))
      return successList.join() !== usual.successList.join()
    })
  })

  test('varies a list of one query in pieces, between which other calls have a turn', async () => {
    const server = await injectServer({ env: { SANDBOX_SEED: 'minimal' } })
    const { E7, E10 } = samplesOf(server.fixtures)
    const crowdList = Array.from({ length: 1_200 }, (_, at) => ({ crowdUniqueSign: `s-${at}` }))
    await server.result('E7', { ...E7, crowdList })
    const usual = await server.result<{ id: number }[]>('E10', E10)
    await vary(server, 7)
    const varied = await server.result<{ id: number }[]>('E10', E10)
    const ids = (members: { id: number }[]) => members.map(({ id }) => id)
    expect(ids(varied).sort((a, b) => a - b)).toEqual(ids(usual))
    for (const end of [500, 1_000])
      expect(ids(varied.slice(0, end)).sort((a, b) => b - a)[0]).toBe(usual[end - 1]?.id)
  })
})

describe('error-codes', () => {
  test('gives each code of ours one other number, and keeps those of the document and of settings', async () => {
    const server = await injectServer({ env: { SANDBOX_CODES: '90030001=10130001' } })
    const codeOf = async (id: string, param: unknown, as?: string): Promise<string> => {
      const { body } = await server.call(id, param, as === undefined ? {} : { as })
      return (body as { code: string }).code
    }
    const { E22, E8 } = samplesOf(server.fixtures)
    const before = await codeOf('E8', {})
    await vary(server, 4, 'error-codes')
    const after = await codeOf('E8', {})
    expect(after).toMatch(/^[2-8]\d{7}$/)
    expect(after).not.toBe(before)
    expect(await codeOf('E4', {})).toBe(after)
    expect(await codeOf('E8', E8)).toBe('0')
    const { viewer } = server.fixtures.users
    expect(await codeOf('E22', E22, viewer.email)).toBe('10134011')
  })
})

describe('success-message', () => {
  test('says the other published text', async () => {
    const server = await injectServer()
    await vary(server, 1, 'success-message')
    const reply = await server.call('E8', { userIds: [] })
    expect(reply.text).toBe('{"code":"0","message":"处理成功","result":[]}')
  })
})
