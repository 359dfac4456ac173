import { describe, expect, test } from 'vitest'
import { CATALOGUE } from '#src/endpoints/index.ts'
import { type Reply, send } from '#test/kit/http.ts'
import { listJournal } from '#test/kit/journal.ts'
import { pathOf } from '#test/kit/operations.ts'
import { callPortal } from '#test/kit/portal.ts'
import { freshFolder } from '#test/kit/process.ts'
import { injectServer, type TestServer, TOKEN } from '#test/kit/server.ts'

const FOREIGN = 'https://portal.example'
const LOCAL = 'http://localhost:3000'
const STAGING = { SANDBOX_PROFILE: 'staging', SANDBOX_ADMIN_KEY: 'sixteen letters!' }
const OF_PAGES = ['E3', 'E6', 'E11', 'E19']
const OTHERS = CATALOGUE.map(({ id }) => id).filter((id) => !OF_PAGES.includes(id))

const preflight = (
  server: TestServer,
  path: string,
  { origin = FOREIGN, method = 'POST', asked = 'access-token' } = {},
): Promise<Reply> =>
  send(server.url + path, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': asked,
    },
  })

/** The origin that an answer lets read it, with or without credentials. */
const allowed = ({ headers }: Reply): string | null => headers.get('access-control-allow-origin')

const expectGranted = (reply: Reply, origin: string): void => {
  expect(reply.status).toBe(204)
  expect(reply.text).toBe('')
  expect(allowed(reply)).toBe(origin)
  expect(reply.headers.get('vary')).toContain('Origin')
}

/** The answer of a path without CORS: no header speaks of it. */
const expectSilent = (reply: Reply, status: number): void => {
  expect(reply.status).toBe(status)
  expect([...reply.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
  expect(reply.headers.get('vary')).toContain('Origin')
}

const staging = (more: Record<string, string> = {}): Promise<TestServer> =>
  injectServer({ env: { ...STAGING, SANDBOX_DATA: freshFolder(), ...more } })

describe('an operation that pages call', () => {
  test('is granted to pages of every origin, with all that they ask for', async () => {
    const server = await injectServer()
    const asked = 'access-token,content-type,s-sign,token-type,x-app-key'
    for (const id of OF_PAGES)
      for (const path of [pathOf(id), `/w/00000000${pathOf(id)}`, `${pathOf(id)}?a=b`])
        for (const origin of [FOREIGN, LOCAL, 'null']) {
          const reply = await preflight(server, path, { origin, asked })
          expectGranted(reply, origin)
          expect(reply.headers.get('access-control-allow-credentials')).toBe('true')
          expect(reply.headers.get('access-control-allow-headers')).toBe(asked)
          expect(reply.headers.get('access-control-allow-methods')?.split(', ')).toContain('POST')
        }
  })

  test('lets pages read answers and our headers, successes and refusals', async () => {
    const server = await injectServer()
    const headers = { origin: FOREIGN }
    const { blockId } = server.fixtures.portal
    for (const reply of [
      await callPortal(server, 'E6', { blockId }, { headers }),
      await callPortal(server, 'E6', {}, { headers }),
      await server.call('E3', { trackList: [] }, { headers }),
    ]) {
      expect(reply.status).toBe(200)
      expect(allowed(reply)).toBe(FOREIGN)
      expect(reply.headers.get('access-control-allow-credentials')).toBe('true')
      expect(reply.headers.get('access-control-expose-headers')).toBe(
        'x-sandbox-call, x-sandbox-assumptions, x-sandbox-findings, x-sandbox-reason, x-sandbox-fault, x-sandbox-variations, x-request-id, etag, content-disposition, content-range, accept-ranges, content-length',
      )
      expect(reply.headers.get('vary')).toContain('Origin')
    }
  })

  test('is granted in staging, too, and no other', async () => {
    const server = await staging()
    expectGranted(await preflight(server, pathOf('E6')), FOREIGN)
    for (const origin of [FOREIGN, LOCAL])
      expectSilent(await preflight(server, pathOf('E8'), { origin }), 204)
  })
})

describe('everything else', () => {
  test('is granted to no page of a foreign origin (A-cors-1)', async () => {
    const server = await injectServer()
    for (const id of OTHERS) {
      for (const path of [pathOf(id), `/w/00000000${pathOf(id)}`]) {
        const reply = await preflight(server, path)
        expectSilent(reply, 204)
        expect(reply.headers.get('allow')).toBe('POST, OPTIONS')
      }
      expectGranted(await preflight(server, pathOf(id), { origin: LOCAL }), LOCAL)
    }
    for (const path of ['/open-api/oauth/get-token', '/_files/uploads', '/_files/uploads/single'])
      expectSilent(await preflight(server, path), 204)
    expectSilent(await preflight(server, '/nothing'), 404)
  })

  test('has a preflight that is not granted in the journal, where its page can be looked for', async () => {
    const server = await injectServer()
    await preflight(server, pathOf('E8'))
    const { entries } = await listJournal(server)
    expect(entries).toMatchObject([{ method: 'OPTIONS', path: pathOf('E8'), status: 204 }])
  })

  test('answers no page of a foreign origin with what it could read', async () => {
    const server = await injectServer()
    const headers = { origin: FOREIGN }
    const body = JSON.stringify({ clientId: '00000000-sandbox', clientKey: 'sandbox-key' })
    const json = { ...headers, 'content-type': 'application/json', 'access-token': TOKEN }
    for (const reply of [
      await server.call('E8', { userIds: [] }, { headers }),
      await send(`${server.url}/open-api/oauth/get-token`, { method: 'POST', headers: json, body }),
      await send(`${server.url}/_files/uploads`, {
        method: 'POST',
        headers: json,
        body: '{"name":"a"}',
      }),
      await send(`${server.url}/openapi.json`, { method: 'GET', headers }),
    ])
      expectSilent(reply, 200)
  })

  test('answers pages of this machine, and no other', async () => {
    const server = await injectServer({ env: { SANDBOX_PROFILE: 'ci' } })
    for (const origin of [
      'http://localhost',
      'http://app.localhost:5173',
      'http://127.1.2.3',
      'https://[::1]:3000',
    ]) {
      for (const path of [pathOf('E8'), '/open-api/oauth/get-token', '/nothing'])
        expectGranted(await preflight(server, path, { origin }), origin)
      const reply = await server.call('E8', { userIds: [] }, { headers: { origin } })
      expect(allowed(reply)).toBe(origin)
    }
    for (const origin of [
      'null',
      'http://localhost.example',
      'http://notlocalhost',
      'http://127.0.0.1.example',
      'http://1127.0.0.1',
      'http://192.168.1.20:3000',
      'http://localhost@evil.example',
      'http://localhost:1@evil.example',
    ])
      expectSilent(await server.call('E8', { userIds: [] }, { headers: { origin } }), 200)
  })

  test('answers the origins of SANDBOX_CORS_ORIGINS, also in staging', async () => {
    const env = { SANDBOX_CORS_ORIGINS: 'https://portal.example:443, http://Other.example:81' }
    for (const server of [await injectServer({ env }), await staging(env)]) {
      for (const origin of [FOREIGN, 'http://other.example:81'])
        expectGranted(await preflight(server, pathOf('E8'), { origin }), origin)
      for (const origin of ['http://portal.example', 'http://other.example', 'null'])
        expectSilent(await preflight(server, pathOf('E8'), { origin }), 204)
    }
  })

  test('answers every origin with SANDBOX_CORS_ORIGINS=*, except the control plane', async () => {
    const server = await staging({ SANDBOX_CORS_ORIGINS: '*' })
    for (const origin of [FOREIGN, 'null'])
      expectGranted(await preflight(server, pathOf('E8'), { origin }), origin)
    expectSilent(await preflight(server, '/_sandbox/fixtures'), 404)
  })
})

describe('a signed URL', () => {
  test('answers pages of every origin: downloads and the bytes of parts', async () => {
    for (const server of [await injectServer(), await staging()]) {
      const { workspace } = server
      const expiresAtMs = workspace.clock.now() + 60_000
      const path = workspace.signUrl('/_files', 'resources/1/download', expiresAtMs)
      for (const method of ['GET', 'HEAD']) {
        expectGranted(await preflight(server, path, { method }), FOREIGN)
        const reply = await send(server.url + path, { method, headers: { origin: FOREIGN } })
        expect(allowed(reply)).toBe(FOREIGN)
      }
      const part = '/_files/00000000/uploads/1/parts/1'
      for (const prefix of ['', '/w/00000000'])
        expectGranted(await preflight(server, prefix + part, { method: 'PUT' }), FOREIGN)
    }
  })
})

describe('the control plane', () => {
  test('answers no CORS, and no preflight of any origin', async () => {
    const server = await injectServer({ env: { SANDBOX_CORS_ORIGINS: '*' } })
    for (const path of ['/_sandbox/fixtures', '/w/00000000/_sandbox/fixtures'])
      for (const origin of [FOREIGN, LOCAL])
        expectSilent(await preflight(server, path, { origin }), 404)
  })
})

test('answers vary by origin, also those to requests without one', async () => {
  const server = await injectServer()
  expectSilent(await server.call('E8', { userIds: [] }), 200)
  expectSilent(await callPortal(server, 'E6', {}), 200)
})
