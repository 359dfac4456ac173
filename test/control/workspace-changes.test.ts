import { describe, expect, test } from 'vitest'
import type { WorkspaceSummary } from '#src/client/generated/control.ts'
import { LIMITS } from '#src/kernel/limits.ts'
import { type Reply, sendJson } from '#test/kit/http.ts'
import { freshFolder } from '#test/kit/process.ts'
import { injectServer, type TestServer } from '#test/kit/server.ts'

const create = async (server: TestServer, wanted: object): Promise<string> => {
  const { status, body, text } = await sendJson(`${server.url}/_sandbox/workspaces`, wanted)
  expect(status, text).toBe(201)
  return (body as { id: string }).id
}

const patch = (server: TestServer, name: string, changes: unknown): Promise<Reply> =>
  sendJson(`${server.url}/_sandbox/workspaces/${name}`, changes, {}, 'PATCH')

const change = async (server: TestServer, name: string, changes: unknown) => {
  const { status, body, text } = await patch(server, name, changes)
  expect(status, text).toBe(200)
  return body as WorkspaceSummary
}

interface Page {
  workspaces: WorkspaceSummary[]
  total: number
  next: string | null
}

const list = (server: TestServer, query = ''): Promise<Page> =>
  server.control(`/workspaces?${query}`)

const namesOf = ({ workspaces }: Page): string[] => workspaces.map(({ name }) => name).sort()

describe('a change of a workspace', () => {
  test('sets what it names, keeps the rest, and survives a restart', async () => {
    const env = { SANDBOX_DATA: freshFolder() }
    const first = await injectServer({ env })
    first.sandbox.machineClock.set({ mode: 'frozen', nowMs: 1_000_000 })
    const id = await create(first, { name: 'a', labels: { team: 'web', run: '7' } })
    const labels = { run: null, 'ci/job': 'e2e=1' }
    const changed = await change(first, 'a', { name: 'b', ttlMs: 5_000, labels })
    const wanted = {
      id,
      name: 'b',
      expiresAtMs: 1_005_000,
      quota: {},
      labels: { team: 'web', 'ci/job': 'e2e=1' },
    }
    expect(changed).toMatchObject(wanted)
    expect(changed.labels).toEqual(wanted.labels)
    expect(await change(first, id, {})).toEqual(changed)
    await first.close()
    const second = await injectServer({ env })
    second.sandbox.machineClock.set({ mode: 'frozen', nowMs: 1_004_999 })
    expect(await second.control('/workspaces/b')).toMatchObject(wanted)
    expect((await patch(second, 'a', {})).status).toBe(404)
    expect(await change(second, 'b', { ttlMs: null })).toMatchObject({ expiresAtMs: null })
    second.sandbox.machineClock.set({ mode: 'frozen', nowMs: 9_000_000 })
    expect(await second.control('/workspaces/b')).toMatchObject({ name: 'b' })
  })

  test('of the name frees the old one, and is refused where another workspace has the new one', async () => {
    const server = await injectServer()
    const [one, two] = [
      await create(server, { name: 'one' }),
      await create(server, { name: 'two' }),
    ]
    for (const taken of ['one', one, 'default']) {
      const { status, body } = await patch(server, 'two', { name: taken, ttlMs: 1 })
      expect([status, body]).toMatchObject([409, { detail: expect.stringContaining(taken) }])
    }
    expect((await patch(server, 'two', { name: ' two' })).status).toBe(400)
    expect(await change(server, two, { name: 'two' })).toMatchObject({ expiresAtMs: null })
    await change(server, 'one', { name: 'three' })
    await create(server, { name: 'one' })
    expect(namesOf(await list(server))).toEqual(['default', 'one', 'three', 'two'])
  })

  test('of the quota holds from the next call on, and is refused below what the data has', async () => {
    const server = await injectServer()
    const id = await create(server, {})
    const { sizeBytes } = await server.control<{ sizeBytes: number }>(`/workspaces/${id}`)
    const { body } = await patch(server, id, { quota: { databaseBytes: sizeBytes - 1 } })
    const sizes = `quota.databaseBytes is ${sizeBytes - 1} bytes, but the data already has ${sizeBytes} bytes`
    expect(body).toMatchObject({ detail: sizes })
    const upload = async () => {
      const url = `${server.url}/w/${id}/_files/uploads/single?name=a.bin`
      return (await sendJson(url, 'some bytes', { 'access-token': token })).status
    }
    const { app } = await server.control<{ app: { accessToken: string } }>(
      `/fixtures?workspace=${id}`,
    )
    const token = app.accessToken
    const { fileBytes } = await server.control<{ fileBytes: number }>(`/workspaces/${id}`)
    const quota = { databaseBytes: sizeBytes, fileBytes }
    expect((await change(server, id, { quota })).quota).toEqual(quota)
    expect(await upload()).toBe(507)
    expect((await change(server, id, { quota: { fileBytes: null } })).quota).toEqual({
      databaseBytes: sizeBytes,
    })
    const maxPages = () => server.sandbox.find(id)?.store.sqlite.pragma('max_page_count')
    const bounded = maxPages()
    await change(server, id, { quota: { databaseBytes: null } })
    expect(maxPages()).not.toEqual(bounded)
    expect(await upload()).toBe(200)
  })

  test('leaves name and lifetime of the default workspace', async () => {
    const server = await injectServer()
    for (const changes of [{ name: 'other' }, { ttlMs: 1 }]) {
      const { status, body } = await patch(server, 'default', changes)
      expect([status, body]).toMatchObject([409, { detail: expect.stringContaining('"default"') }])
    }
    expect(await change(server, 'default', { ttlMs: null, labels: { a: 'b' } })).toMatchObject({
      labels: { a: 'b' },
      expiresAtMs: null,
    })
  })

  test.each([
    [{ labels: { 'no space': 'x' } }, 'labels'],
    [{ labels: { team: 'no space' } }, 'labels.team'],
    [{ labels: { team: 1 } }, 'labels.team'],
    [{ ttlMs: 0 }, 'ttlMs'],
    [{ quota: { bytes: 1 } }, 'quota.bytes'],
    [{ seed: 'demo' }, 'seed'],
    [{ labels: labelsUpTo(LIMITS.labels.max + 1) }, 'at most 20'],
  ])('is refused with the field: %j', async (changes, words) => {
    const server = await injectServer()
    await create(server, { name: 'one' })
    const { status, body } = await patch(server, 'one', changes)
    expect([status, body]).toMatchObject([400, { detail: expect.stringContaining(words) }])
    expect(await server.control('/workspaces/one')).toMatchObject({ labels: {}, expiresAtMs: null })
  })
})

function labelsUpTo(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`l${index}`, '']))
}

describe('a list of workspaces', () => {
  test('is of those that have all wanted labels, also over pages', async () => {
    const server = await injectServer()
    for (const [name, labels] of Object.entries({
      a: { team: 'web' },
      b: { team: 'web', 'ci/job': 'e2e=1' },
      c: { team: 'api', 'ci/job': 'e2e=1' },
      d: { 'team.web': 'web', 'ci.job': 'e2e=1' },
    }))
      await create(server, { name, labels })
    const found = async (...labels: string[]) => {
      const query = labels.map((label) => `label=${encodeURIComponent(label)}`).join('&')
      const page = await list(server, query)
      expect(page.total).toBe(page.workspaces.length)
      return namesOf(page).join('')
    }
    expect(await found('team=web')).toBe('ab')
    expect(await found('ci/job=e2e=1')).toBe('bc')
    expect(await found('ci/job=e2e=1', 'team=web')).toBe('b')
    expect(await found('team=web', 'team=api')).toBe('')
    expect(await found('team.web=web')).toBe('d')
    const page = await list(server, 'label=team%3Dweb&limit=1')
    expect(page).toMatchObject({ total: 2, next: page.workspaces[0]?.id })
    const rest = await list(server, `label=team%3Dweb&limit=1&after=${page.next}`)
    expect([...namesOf(page), ...namesOf(rest)].sort()).toEqual(['a', 'b'])
    const { status, body } = await sendJson(
      `${server.url}/_sandbox/workspaces?label=team`,
      undefined,
      {},
      'GET',
    )
    expect([status, body]).toMatchObject([400, { detail: expect.stringContaining('label') }])
  })

  test('has the sizes of each, without opening a closed one', async () => {
    const env = { SANDBOX_DATA: freshFolder(), SANDBOX_MAX_OPEN: '1' }
    const first = await injectServer({ env })
    const ids = [await create(first, {}), await create(first, {})]
    const sizesIn = async (server: TestServer) =>
      (await list(server)).workspaces
        .filter(({ id }) => ids.includes(id))
        .map(({ databaseBytes, fileBytes, isOpen }) => ({ databaseBytes, fileBytes, isOpen }))
    const shown = await sizesIn(first)
    expect(shown.map(({ isOpen }) => isOpen)).toContain(false)
    for (const { databaseBytes, fileBytes } of shown)
      expect([databaseBytes, fileBytes]).toEqual([expect.any(Number), expect.any(Number)])
    for (const id of ids) {
      const { sizeBytes, databaseBytes } = await first.control<Record<string, number>>(
        `/workspaces/${id}`,
      )
      expect([sizeBytes, databaseBytes]).toEqual([databaseBytes, shown[0]?.databaseBytes])
    }
    await first.close()
    const second = await injectServer({ env })
    for (const one of await sizesIn(second))
      expect(one).toEqual({ ...shown[0], fileBytes: null, isOpen: false })
  })
})

describe('a new workspace', () => {
  test('lives as long as it wants within the settings, else for their time', async () => {
    const nowMs = 1_000_000
    const endOf = async (server: TestServer, wanted: object) => {
      const id = await create(server, wanted)
      const { expiresAtMs } = await server.control<WorkspaceSummary>(`/workspaces/${id}`)
      return expiresAtMs && expiresAtMs - nowMs
    }
    const start = async (env: Record<string, string>) => {
      const server = await injectServer({ env })
      server.sandbox.machineClock.set({ mode: 'frozen', nowMs })
      return server
    }
    const usual = await start({ SANDBOX_TTL_MS: '100' })
    expect([await endOf(usual, {}), await endOf(usual, { ttlMs: 900 })]).toEqual([100, 900])
    const bounded = await start({ SANDBOX_MAX_TTL_MS: '500' })
    expect([await endOf(bounded, {}), await endOf(bounded, { ttlMs: 500 })]).toEqual([500, 500])
    const detail = 'ttlMs is 501; SANDBOX_MAX_TTL_MS allows at most 500'
    const url = `${bounded.url}/_sandbox/workspaces`
    expect((await sendJson(url, { ttlMs: 501 })).body).toMatchObject({ detail })
    await create(bounded, { name: 'one' })
    expect((await patch(bounded, 'one', { ttlMs: 501 })).body).toMatchObject({ detail })
    expect((await patch(bounded, 'one', { ttlMs: null })).status).toBe(400)
    expect(await bounded.control('/workspaces/default')).toMatchObject({ expiresAtMs: null })
  })

  test.each(['databaseBytes', 'fileBytes'])(
    'is refused with %s below the size of its seed',
    async (name) => {
      const server = await injectServer()
      const url = `${server.url}/_sandbox/workspaces`
      const { status, body } = await sendJson(url, { seed: 'demo', quota: { [name]: 9 } })
      const detail = expect.stringMatching(
        `^quota.${name} is 9 bytes, but the data already has \\d{4,} bytes`,
      )
      expect([status, body]).toMatchObject([400, { detail }])
      expect((await list(server)).total).toBe(1)
    },
  )
})
