import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ServerInfo } from '#src/client/generated/control.ts'
import { type Reply, send } from '#test/kit/http.ts'
import { pathOf } from '#test/kit/operations.ts'
import { freshFolder } from '#test/kit/process.ts'
import { injectServer, startServer, type TestServer } from '#test/kit/server.ts'

interface Page {
  workspaces: { id: string }[]
  total: number
  next: string | null
}

interface Created {
  id: string
  name: string
  baseUrl: string
  accessToken: string
  clientId: string
  clientKey: string
  fixtures: { collections: { editable: { id: number } }; assets: { ids: number[] } }
}

const control = (
  server: TestServer,
  method: string,
  path: string,
  body?: unknown,
): Promise<Reply> =>
  send(`${server.url}/_sandbox${path}`, {
    method,
    ...(body !== undefined && {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  })

const create = async (server: TestServer, wanted: object = {}): Promise<Created> => {
  const reply = await control(server, 'POST', '/workspaces', wanted)
  expect(reply.status, reply.text).toBe(201)
  return reply.body as Created
}

/** Calls an operation of a workspace by its base URL, as a client would. */
const call = (workspace: Created, operation: string, param: unknown): Promise<Reply> =>
  send(workspace.baseUrl + pathOf(operation), {
    method: 'POST',
    headers: {
      'access-token': workspace.accessToken,
      'token-type': 'bearer',
      'content-type': 'application/json',
      'x-open-api-user': 'owner@example.com',
    },
    body: JSON.stringify({ param }),
  })

const resultOf = async <T>(reply: Promise<Reply>): Promise<T> => {
  const { body, text } = await reply
  const { code, result } = body as { code: string; result: T }
  expect(code, text).toBe('0')
  return result
}

/** How many assets the editable collection has. */
const itemCount = async (workspace: Created): Promise<number> => {
  const { list } = await resultOf<{ list: { id: number; itemCount: number }[] }>(
    call(workspace, 'E1', { pageSize: 1_000 }),
  )
  const { id } = workspace.fixtures.collections.editable
  return list.find((collection) => collection.id === id)?.itemCount ?? -1
}

const addOne = async (workspace: Created): Promise<void> => {
  const { assetElementIdList } = await resultOf<{ assetElementIdList: number[] }>(
    call(workspace, 'E16', { fileList: [{ path: 'p', name: 'n.png', size: 1 }] }),
  )
  const { successMaterialIdList } = await resultOf<{ successMaterialIdList: number[] }>(
    call(workspace, 'E21', { assetIdList: assetElementIdList }),
  )
  const collectionId = workspace.fixtures.collections.editable.id
  await resultOf(call(workspace, 'E22', { collectionId, assetIds: successMaterialIdList }))
}

const stores = [
  ['in memory', () => ({})],
  ['in a data folder', () => ({ SANDBOX_DATA: freshFolder() })],
] as const

describe.each(stores)('workspaces, %s', (_name, env) => {
  test('have credentials, fixtures and a base URL that work at once', async () => {
    const server = await injectServer({ env: env() })
    const made = await create(server, { name: 'team one' })
    expect(made).toMatchObject({ name: 'team one', baseUrl: `${server.url}/w/${made.id}` })
    expect(made.accessToken.startsWith(`${made.id}-`)).toBe(true)
    expect(await itemCount(made)).toBeGreaterThan(0)
    const token = await send(`${server.url}/open-api/oauth/get-token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ clientId: made.clientId, clientKey: made.clientKey }),
    })
    expect(token.body).toMatchObject({ code: '0' })
  })

  test('isolate writes from each other, and lose them with their deletion', async () => {
    const server = await injectServer({ env: env() })
    const [one, other] = [await create(server), await create(server)]
    const before = await itemCount(other)
    await addOne(one)
    expect(await itemCount(one)).toBe(before + 1)
    expect(await itemCount(other)).toBe(before)
    expect((await control(server, 'DELETE', `/workspaces/${one.id}`)).status).toBe(204)
    expect((await control(server, 'GET', `/workspaces/${one.id}`)).status).toBe(404)
    expect((await call(one, 'E1', {})).status).toBe(404)
    expect(await itemCount(other)).toBe(before)
  })

  test('keep their data when there are more than may be open', async () => {
    const server = await injectServer({ env: { ...env(), SANDBOX_MAX_OPEN: '2' } })
    const made: Created[] = []
    for (let count = 0; count < 6; count += 1) made.push(await create(server))
    const before = await itemCount(made[0] as Created)
    for (const [index, workspace] of made.entries())
      for (let times = 0; times < index; times += 1) await addOne(workspace)
    for (const [index, workspace] of made.entries())
      expect(await itemCount(workspace)).toBe(before + index)
    expect(server.sandbox.openDatabases.count).toBeLessThanOrEqual(3)
    const { workspaces } = (await control(server, 'GET', '/workspaces')).body as {
      workspaces: { id: string; isOpen: boolean }[]
    }
    expect(workspaces).toHaveLength(7)
    expect(workspaces.filter(({ isOpen }) => !isOpen).length).toBeGreaterThanOrEqual(4)
    const { reopened } = (await server.control<ServerInfo>('')).workspaces
    expect(reopened).toBeGreaterThan(0)
  })

  test('are listed in pages from what is kept, without loading any', async () => {
    const folder = freshFolder()
    const first = await injectServer({ env: { ...env(), SANDBOX_DATA: folder } })
    for (let count = 0; count < 5; count += 1) await create(first)
    await first.close()
    const server = await injectServer({ env: { ...env(), SANDBOX_DATA: folder } })
    const pages: number[] = []
    const ids: string[] = []
    for (let after: string | null = ''; after !== null; ) {
      const page: Page = await server.control(`/workspaces?limit=4&after=${after}`)
      expect(page.total).toBe(6)
      pages.push(page.workspaces.length)
      ids.push(...page.workspaces.map(({ id }) => id))
      after = page.next
    }
    expect(pages).toEqual([4, 2])
    expect(new Set(ids).size).toBe(6)
    expect([...server.sandbox.known.keys()]).toEqual(['00000000'])
  })

  test('keep the time of their last use over a restart', async () => {
    const folder = freshFolder()
    const first = await injectServer({ env: { ...env(), SANDBOX_DATA: folder } })
    const { id, accessToken } = await create(first)
    const used = async (server: TestServer): Promise<number> =>
      (await server.control<{ lastUsedAtMs: number }>(`/workspaces/${id}`)).lastUsedAtMs
    const atMs = await used(first)
    const use = async (): Promise<number> => {
      await first.call('E8', { userIds: [1001] }, { headers: { 'access-token': accessToken } })
      return used(first)
    }
    await expect.poll(use).toBeGreaterThan(atMs)
    const lastMs = await used(first)
    // What survives a kill.
    await first.sandbox.sweeper.sweep()
    expect(first.sandbox.registry.findWorkspace(id)?.lastUsedAtMs).toBe(lastMs)
    await first.close()
    const server = await injectServer({ env: { ...env(), SANDBOX_DATA: folder } })
    expect(await used(server)).toBe(lastMs)
  })

  test('can be restored from a snapshot any number of times', async () => {
    const server = await injectServer({ env: env() })
    const made = await create(server)
    const at = `?workspace=${made.id}`
    const before = await itemCount(made)
    await addOne(made)
    expect((await control(server, 'POST', `/snapshots${at}`, { name: 'one more' })).status).toBe(
      201,
    )
    for (let times = 0; times < 2; times += 1) {
      await addOne(made)
      expect(await itemCount(made)).toBe(before + 2)
      const restored = await control(server, 'POST', `/snapshots/one%20more/restore${at}`)
      expect(restored.status, restored.text).toBe(200)
      expect(await itemCount(made)).toBe(before + 1)
    }
    await control(server, 'POST', `/reset${at}`)
    expect(await itemCount(made)).toBe(before)
    const { snapshots } = (await control(server, 'GET', `/snapshots${at}`)).body as {
      snapshots: { name: string }[]
    }
    expect(snapshots.map(({ name }) => name)).toEqual(['one more'])
    expect((await control(server, 'DELETE', `/snapshots/one%20more${at}`)).status).toBe(204)
    const gone = await control(server, 'POST', `/snapshots/one%20more/restore${at}`)
    expect(gone.status).toBe(404)
    expect(await itemCount(made)).toBe(before)
  })

  test('answer calls during a reset', async () => {
    const server = await injectServer({ env: env() })
    const made = await create(server)
    const calls = Array.from({ length: 40 }, (_, index) =>
      index % 4 === 0
        ? control(server, 'POST', `/reset?workspace=${made.id}`)
        : call(made, 'E1', { pageSize: 1_000 }),
    )
    for (const reply of await Promise.all(calls)) expect(reply.status, reply.text).toBe(200)
  })
})

describe('a workspace', () => {
  test('is rejected with a reason for invalid options', async () => {
    const server = await injectServer()
    const wrong: [object, string][] = [
      [{ seed: 'nothing' }, 'nothing'],
      [{ assume: { 'no number': 'x' } }, 'no number'],
      [{ clock: { mode: 'backwards' } }, 'mode'],
      [{ ttlMs: 0 }, 'ttlMs'],
      [{ nam: 'typing error' }, 'propert'],
    ]
    for (const [wanted, word] of wrong) {
      const reply = await control(server, 'POST', '/workspaces', wanted)
      expect(reply.status, reply.text).toBe(400)
      expect(reply.headers.get('content-type')).toContain('application/problem+json')
      expect((reply.body as { detail: string }).detail).toContain(word)
    }
    await create(server, { name: 'once' })
    expect((await control(server, 'POST', '/workspaces', { name: 'once' })).status).toBe(409)
    expect((await control(server, 'DELETE', '/workspaces/default')).status).toBe(409)
  })

  test('has a unique name, also when several request it at once', async () => {
    const server = await injectServer()
    const replies = await Promise.all(
      [1, 2, 3].map(() => control(server, 'POST', '/workspaces', { name: 'same', seed: 'demo' })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  })

  test('keeps the files of a snapshot taken during a sweep', async () => {
    const server = await startServer()
    const made = await create(server)
    const at = `?workspace=${made.id}`
    const sent = await send(`${made.baseUrl}/_files/uploads/single?name=a.txt`, {
      method: 'POST',
      headers: { 'access-token': made.accessToken },
      body: 'only here',
    })
    const { filePath } = (sent.body as { result: { filePath: string } }).result
    const sweeping = server.sandbox.sweeper.sweep()
    await control(server, 'POST', `/snapshots${at}`, { name: 'kept' })
    await control(server, 'POST', `/reset${at}`)
    await sweeping
    await server.sandbox.sweeper.sweep()
    await control(server, 'POST', `/snapshots/kept/restore${at}`)
    const reply = await call(made, 'E16', { fileList: [{ path: filePath, name: 'a.txt' }] })
    expect(reply.headers.get('x-sandbox-findings')).toBeNull()
  })

  test('rejects bytes that arrive after its deletion, and stores nothing', async () => {
    for (const env of [{}, { SANDBOX_DATA: freshFolder() }]) {
      const server = await startServer({ env })
      const made = await create(server)
      const workspace = server.sandbox.find(made.id)
      const sending = fetch(`${made.baseUrl}/_files/uploads/single?name=a`, {
        method: 'POST',
        headers: { 'access-token': made.accessToken },
        body: new ReadableStream({
          async pull(controller) {
            controller.enqueue(new Uint8Array(1_000))
            await control(server, 'DELETE', `/workspaces/${made.id}`)
            controller.close()
          },
        }),
        duplex: 'half',
      } as RequestInit)
      expect((await sending).status).toBe(404)
      expect(workspace?.isRemoved).toBe(true)
    }
  })

  test('is removed after its time to live, and says so wherever it is named', async () => {
    const server = await injectServer()
    server.sandbox.machineClock.set({ mode: 'frozen', nowMs: 0 })
    const made = await create(server, { name: 'nightly', ttlMs: 60_000 })
    server.sandbox.machineClock.set({ mode: 'frozen', nowMs: 60_001 })
    const expired = 'expired at 1970-01-01T00:01:00.000Z'
    const reply = await call(made, 'E1', {})
    expect(reply).toMatchObject({ status: 404 })
    expect(reply.body).toMatchObject({
      code: '90000010',
      message: `Workspace "${made.id}" does not exist; it ${expired}`,
    })
    const { body } = await server.call('E8', { userIds: [] }, { token: made.accessToken })
    expect(body).toMatchObject({
      message: `Access-token is unknown; its workspace ${made.id} ${expired}`,
    })
    for (const path of ['/workspaces/nightly', '/clock?workspace=nightly'])
      expect((await control(server, 'GET', path)).body).toMatchObject({
        detail: `Workspace "nightly" does not exist; it ${expired}`,
      })
    expect((await create(server, { name: 'nightly' })).id).not.toBe(made.id)
    await control(server, 'DELETE', '/workspaces/nightly')
    expect((await control(server, 'GET', '/workspaces/nightly')).body).toMatchObject({
      detail: 'Workspace "nightly" does not exist',
    })
    for (let count = 0; count <= 500; count += 1)
      server.sandbox.expired.add([`${count}`, `n${count}`], 0)
    expect((await call(made, 'E1', {})).text).not.toContain('expired')
  })

  test('rejects more than its quota, and keeps its data', async () => {
    const server = await startServer()
    const made = await create(server, { quota: { databaseBytes: 450_000, fileBytes: 900_000 } })
    const param = { trackList: Array(40).fill({ ...TRACK, session: 'x'.repeat(8_000) }) }
    expect((await call(made, 'E3', param)).body).toMatchObject({ code: '90000011' })
    const put = (bytes: number) =>
      send(`${made.baseUrl}/_files/uploads/single?name=a.bin`, {
        method: 'POST',
        headers: { 'access-token': made.accessToken },
        body: new Uint8Array(bytes),
      })
    expect((await put(700_000)).status).toBe(507)
    expect((await put(1_000)).status).toBe(200)
  })

  test('rejects a snapshot above its quota, and keeps the others', async () => {
    const server = await injectServer()
    const made = await create(server, { quota: { snapshotBytes: 990_000 } })
    const at = `/snapshots?workspace=${made.id}`
    const take = (name: string) => control(server, 'POST', at, { name })
    const [one, two, three] = [await take('one'), await take('two'), await take('three')]
    expect([one.status, two.status, three.status]).toEqual([201, 201, 507])
    expect(three.body).toMatchObject({
      detail: expect.stringContaining('of 990000 bytes; delete a snapshot first'),
    })
    const names = async () => {
      const { snapshots } = (await control(server, 'GET', at)).body as {
        snapshots: { name: string }[]
      }
      return snapshots.map(({ name }) => name)
    }
    expect(await names()).toEqual(['one', 'two'])
    expect((await take('two')).status).toBe(201)
    await control(server, 'DELETE', `/snapshots/one?workspace=${made.id}`)
    expect((await take('three')).status).toBe(201)
    expect(await names()).toEqual(['two', 'three'])
  })

  test('keeps its snapshots and its clock over a restart with a data folder', async () => {
    const folder = freshFolder()
    const first = await injectServer({ env: { SANDBOX_DATA: folder } })
    const made = await create(first, { clock: { mode: 'frozen', now: 1_790_000_000_000 } })
    const before = await itemCount(made)
    await control(first, 'POST', `/snapshots?workspace=${made.id}`, { name: 'kept' })
    await addOne(made)
    await first.close()
    expect(readdirSync(join(folder, 'databases')).some((name) => name.startsWith('image.'))).toBe(
      true,
    )
    const second = await injectServer({ env: { SANDBOX_DATA: folder } })
    const again = { ...made, baseUrl: `${second.url}/w/${made.id}` }
    expect(await itemCount(again)).toBe(before + 1)
    await control(second, 'POST', `/snapshots/kept/restore?workspace=${made.id}`)
    expect(await itemCount(again)).toBe(before)
    const clock = await control(second, 'GET', `/clock?workspace=${made.id}`)
    expect(clock.body).toEqual({ mode: 'frozen', now: 1_790_000_000_000 })
  })

  test('keeps its variants over a restart with other ones, which only the default workspace follows', async () => {
    const folder = freshFolder()
    const settings = (variant: string) => ({
      env: { SANDBOX_DATA: folder, SANDBOX_ASSUME: `A-9-2=${variant}` },
    })
    const first = await injectServer(settings('at-once'))
    const made = await create(first, { assume: { 'A-1-4': 'addresses' } })
    await first.close()
    const second = await injectServer(settings('in-turn'))
    await control(second, 'POST', `/reset?workspace=${made.id}`)
    const variantsOf = async (id: string) => {
      const { body } = await control(second, 'GET', `/workspaces/${id}`)
      return (body as { variants: object }).variants
    }
    expect(await variantsOf(made.id)).toEqual({ 'A-9-2': 'at-once', 'A-1-4': 'addresses' })
    expect(await variantsOf('default')).toEqual({ 'A-9-2': 'in-turn' })
    expect(await variantsOf((await create(second)).id)).toEqual({ 'A-9-2': 'in-turn' })
  })
})

const TRACK = {
  tenant_id: '1',
  client_id: 'c',
  event_type_code: 'Portal_View',
  event_time: '2026-03-04 05:06:07.089',
  event_properties: {},
}

describe('the clock of a workspace', () => {
  test('expires a download URL one hour and a second later, and reports what became due', async () => {
    const server = await injectServer()
    const made = await create(server)
    const at = `?workspace=${made.id}`
    const frozen = await control(server, 'PUT', `/clock${at}`, { mode: 'frozen' })
    const { now } = frozen.body as { now: number }
    const { detail } = await resultOf<{ detail: { subResList: { downloadUrl: string }[] }[] }>(
      call(made, 'E4', { assetIdList: made.fixtures.assets.ids.slice(0, 1) }),
    )
    const address = detail[0]?.subResList[0]?.downloadUrl ?? ''
    expect((await send(address, {})).status).toBe(200)
    const advanced = await control(server, 'POST', `/clock/advance${at}`, { ms: 3_601_000 })
    expect(advanced.body).toMatchObject({ mode: 'frozen', now: now + 3_601_000 })
    const { due } = advanced.body as { due: Record<string, number> }
    expect(Object.keys(due).sort()).toEqual(['notifications', 'tokens', 'uploads'])
    expect((await send(address, {})).status).toBe(403)
  })

  test('returns to its initial setting with a reset', async () => {
    const server = await injectServer()
    const made = await create(server, { clock: { mode: 'frozen', now: 5_000 } })
    const at = `?workspace=${made.id}`
    await control(server, 'POST', `/clock/advance${at}`, { ms: 10 })
    expect((await control(server, 'GET', `/clock${at}`)).body).toEqual({
      mode: 'frozen',
      now: 5_010,
    })
    await control(server, 'POST', `/reset${at}`, { parts: ['clock'] })
    expect((await control(server, 'GET', `/clock${at}`)).body).toEqual({
      mode: 'frozen',
      now: 5_000,
    })
  })
})

describe('the control plane', () => {
  test.each(['cross-site', 'same-site'])(
    'rejects requests of other sites without an Origin (%s)',
    async (site) => {
      const server = await injectServer()
      const headers = { 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors' }
      const paths = ['/fixtures', '/workspaces', '/journal', '/export', '/openapi.json']
      for (const path of paths) {
        const reply = await send(`${server.url}/_sandbox${path}`, { headers })
        expect(reply.status).toBe(403)
        expect(reply.headers.get('cross-origin-resource-policy')).toBe('same-origin')
      }
    },
  )
})
