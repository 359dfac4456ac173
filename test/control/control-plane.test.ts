import { describe, expect, test } from 'vitest'
import { RECORD_KINDS } from '#src/client/generated/constants.ts'
import { type Reply, send } from '#test/kit/http.ts'
import { injectServer, type TestServer } from '#test/kit/server.ts'
import { sendLines } from '#test/kit/wire.ts'

type Headers = readonly (readonly [string, string])[]

const read = (server: TestServer, path: string, headers: Headers = []): Promise<Reply> =>
  sendLines(server.url, { method: 'GET', path: `/_sandbox${path}`, headers })

/** Expects a problem document (RFC 9457) with these words in its detail. */
const expectProblem = (reply: Reply, status: number, ...words: string[]): void => {
  expect(reply.status, reply.text).toBe(status)
  expect(reply.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  expect(reply.body).toEqual({ title: expect.any(String), status, detail: expect.any(String) })
  const { detail } = reply.body as { detail: string }
  for (const word of words) expect(detail).toContain(word)
}

describe('GET /_sandbox/fixtures', () => {
  test('returns the well-known credentials and users of the default workspace', async () => {
    const { fixtures } = await injectServer()
    expect(fixtures.app).toEqual({
      clientId: '00000000-sandbox',
      clientKey: 'sandbox-key',
      accessToken: '00000000-0000-4000-8000-000000000001',
    })
    expect(fixtures.portalApp).toEqual({ appKey: '00000000-portal', appSecret: 'portal-secret' })
    expect(fixtures.users).toEqual({
      owner: { id: 1001, email: 'owner@example.com' },
      editor: { id: 1002, email: 'editor@example.com' },
      viewer: { id: 1003, email: 'viewer@example.com' },
    })
    expect(fixtures.portal.code).toMatch(/^[0-9A-F]{32}$/)
  })
})

describe('the workspace of a control call', () => {
  test('is the default one, the one of the prefix, or the one that ?workspace= gives by id or name', async () => {
    const server = await injectServer()
    const { workspace, credentials } = await server.sandbox.create({ name: 'team one' })
    const clientOf = async (path: string): Promise<string> => {
      const reply = await sendLines(server.url, { method: 'GET', path })
      return (reply.body as { app: { clientId: string } }).app.clientId
    }
    const { id } = workspace
    const own = credentials.clientId
    expect(own.startsWith(`${id}-`)).toBe(true)
    expect(await clientOf('/_sandbox/fixtures')).toBe('00000000-sandbox')
    expect(await clientOf(`/w/${id}/_sandbox/fixtures`)).toBe(own)
    expect(await clientOf(`/_sandbox/fixtures?workspace=${id}`)).toBe(own)
    expect(await clientOf('/_sandbox/fixtures?workspace=team%20one')).toBe(own)
    expect(await clientOf(`/w/${id}/_sandbox/fixtures?workspace=default`)).toBe('00000000-sandbox')
  })

  test.each(['none', 'ffffffff', '', '%00'])(
    'is reported with 404 as not found when it is "%s"',
    async (name) => {
      const server = await injectServer()
      expectProblem(await read(server, `/fixtures?workspace=${name}`), 404, 'does not exist')
    },
  )

  test('is reported with 404 as not found for an unknown prefix', async () => {
    const server = await injectServer()
    const path = '/w/ffffffff/_sandbox/fixtures'
    expectProblem(await sendLines(server.url, { method: 'GET', path }), 404, '"ffffffff"')
  })
})

describe('a wrong control path or method', () => {
  const at = async (method: string, path: string): Promise<Reply> => {
    const server = await injectServer()
    return sendLines(server.url, { method, path })
  }

  test.each([
    ['DELETE', '/_sandbox/clock', 'GET, PUT'],
    ['PUT', '/_sandbox/faults/f-1', 'GET, DELETE'],
    ['GET', '/_sandbox/reset', 'POST'],
    ['DELETE', '/w/00000000/_sandbox/snapshots/a/restore', 'POST'],
  ])('of %s %s causes 405 with the allowed methods: %s', async (method, path, allowed) => {
    const reply = await at(method, path)
    expectProblem(reply, 405, `does not support ${method}; it supports ${allowed}`)
    expect(reply.headers.get('allow')).toBe(allowed)
  })

  test.each([
    ['/_sandbox/clok', 'Nothing exists at /_sandbox/clok; did you mean "/_sandbox/clock"?'],
    ['/_sandbox/snapshot/a/restore', 'did you mean "/_sandbox/snapshots/a/restore"?'],
    ['/_sandbox/workspace', 'did you mean "/_sandbox/workspaces"?'],
    ['/_sandbox/assumptions/A-auth-4', 'did you mean "/_sandbox/assumptions"?'],
    ['/_sandbox/states/a/b', 'did you mean "/_sandbox/states/a"?'],
  ])('refuses %s with what may have been meant', async (path, words) => {
    expectProblem(await at('GET', path), 404, words)
  })
})

describe('a prefix with the name of a workspace', () => {
  test('is rejected with the expected form and does not reveal the id of the workspace', async () => {
    const server = await injectServer()
    const { id } = (await server.sandbox.create({ name: 'web shop', seed: 'minimal' })).workspace
    for (const path of ['/w/web%20shop/_sandbox/fixtures', '/w/web%20shop/portal/open/x']) {
      const reply = await sendLines(server.url, { method: 'GET', path })
      const words = 'the prefix takes an id of eight hexadecimal digits, no name'
      expect([reply.status, reply.text]).toEqual([404, expect.stringContaining(words)])
      expect(reply.text).not.toContain(id)
    }
  })
})

describe('GET /_sandbox/records/{kind}', () => {
  test.each(RECORD_KINDS)('returns kind, total and records for %s', async (kind) => {
    const server = await injectServer()
    const reply = await read(server, `/records/${kind}`)
    expect(reply.status).toBe(200)
    expect(Object.keys(reply.body as object)).toEqual(['kind', 'total', 'records'])
    const { total, records } = reply.body as { total: number; records: object[] }
    expect(reply.body).toMatchObject({ kind })
    expect(records).toHaveLength(total)
  })

  test('returns the newest rows up to the limit, and the total of all', async () => {
    const server = await injectServer()
    const report = { libraryType: 'l', clientId: 'c', operateType: 'all' }
    for (const uuid of ['1', '2', '3']) await server.result('E19', { ...report, uuid })
    const reply = await read(server, '/records/image-search?limit=2')
    const { total, records } = reply.body as { total: number; records: { uuid: string }[] }
    expect(total).toBe(3)
    expect(records.map(({ uuid }) => uuid)).toEqual(['3', '2'])
  })

  test('returns fewer rows when they are large: the newest, with the total of all', async () => {
    const server = await injectServer()
    const record = {
      tenant_id: '1',
      client_id: 'client',
      event_type_code: 'Portal_Content_Share',
      event_time: '2026-03-04 05:06:07.089',
      event_properties: { text: 'x'.repeat(1_000_000) },
    }
    for (let count = 0; count < 12; count += 1) await server.result('E3', { trackList: [record] })
    const reply = await read(server, '/records/tracking?limit=12')
    expect(reply.status).toBe(200)
    const { total, records } = reply.body as { total: number; records: { id: number }[] }
    expect(total).toBe(12)
    expect(records.length).toBeLessThan(12)
    expect(records.slice(0, 2).map(({ id }) => id)).toEqual([12, 11])
  })

  test.each([
    ['/records/users', 'kind is "users"; known values are tracking, notifications'],
    ['/records/Tracking', 'kind is "Tracking"'],
    ['/records/__proto__', 'kind is "__proto__"'],
    ['/records/tracking?limit=0', 'limit must be at least 1'],
    ['/records/tracking?limit=10001', 'limit must be at most 10000'],
    ['/records/tracking?limit=many', 'limit must be an integer'],
    ['/records/tracking?limit=1&limit=2', 'limit must be an integer'],
  ])('rejects %s with 400', async (path, words) => {
    const server = await injectServer()
    expectProblem(await read(server, path), 400, words)
  })

  test.each(['/', '/nothing', '/records', '/records/tracking/1'])(
    'rejects /_sandbox%s with 404',
    async (path) => {
      const server = await injectServer()
      expectProblem(await read(server, path), 404, `/_sandbox${path}`)
    },
  )
})

describe('the control plane without a key', () => {
  test.each([
    'localhost',
    'LOCALHOST:4022',
    'sandbox',
    'sandbox:4022',
    'app.localhost',
    '127.0.0.1',
    '192.168.1.20:8080',
    '[::1]:4022',
  ])('is available under the host %s', async (host) => {
    const server = await injectServer()
    expect((await read(server, '/fixtures', [['Host', host]])).status).toBe(200)
  })

  test.each([
    'evil.example',
    'evil.example:4022',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
  ])('rejects the host %s with 403', async (host) => {
    const server = await injectServer()
    const reply = await read(server, '/fixtures', [['Host', host]])
    expectProblem(reply, 403, host.split(':')[0] ?? '', 'SANDBOX_ALLOWED_HOSTS')
    expect(reply.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('rejects a foreign host before it looks up workspaces', async () => {
    const server = await injectServer()
    const headers: Headers = [['Host', 'evil.example']]
    const path = '/w/ffffffff/_sandbox/fixtures'
    expectProblem(await sendLines(server.url, { method: 'GET', path, headers }), 403)
  })

  test('is available under the names of SANDBOX_ALLOWED_HOSTS and under no other', async () => {
    const env = { SANDBOX_ALLOWED_HOSTS: 'Dam.test.example, other.example' }
    const server = await injectServer({ env })
    const statusUnder = async (host: string) =>
      (await read(server, '/fixtures', [['Host', host]])).status
    expect(await statusUnder('dam.test.example')).toBe(200)
    expect(await statusUnder('dam.test.example:8443')).toBe(200)
    expect(await statusUnder('DAM.Test.Example')).toBe(200)
    expect(await statusUnder('other.example')).toBe(200)
    expect(await statusUnder('test.example')).toBe(403)
    expect(await statusUnder('a.dam.test.example')).toBe(403)
  })

  test.each(['origin', 'sec-fetch-site'])(
    'rejects a page under a name without a dot, which it may have rebound (%s)',
    async (header) => {
      const server = await injectServer()
      const host = 'evil:4022'
      const headers = { host, [header]: header === 'origin' ? `http://${host}` : 'same-origin' }
      const reply = await send(`${server.url}/_sandbox/fixtures`, { method: 'GET', headers })
      expectProblem(reply, 403, 'from pages under the host name "evil"', 'SANDBOX_ALLOWED_HOSTS')
    },
  )

  test.each([
    'localhost:4022',
    'app.localhost:4022',
    '127.0.0.1:4022',
    '192.168.1.20:4022',
    '[::1]:4022',
    'dam:4022',
  ])('is available to a page of its own under %s', async (host) => {
    const server = await injectServer({ env: { SANDBOX_ALLOWED_HOSTS: 'dam' } })
    for (const headers of [
      { host, origin: `http://${host}` },
      { host, 'sec-fetch-site': 'same-origin' },
    ])
      for (const path of ['/fixtures', '/docs'])
        expect((await send(`${server.url}/_sandbox${path}`, { headers })).status).toBe(200)
  })

  test('rejects a page of the same host over https, unless that is the public URL', async () => {
    const headers = { host: 'localhost:4022', origin: 'https://localhost:4022' }
    const statusWith = async (env: Record<string, string>): Promise<number> => {
      const { url } = await injectServer({ env })
      return (await send(`${url}/_sandbox/fixtures`, { headers })).status
    }
    expect(await statusWith({})).toBe(403)
    expect(await statusWith({ SANDBOX_PUBLIC_URL: 'http://localhost:4022' })).toBe(403)
    expect(await statusWith({ SANDBOX_PUBLIC_URL: 'https://localhost:4022/base' })).toBe(200)
  })

  test.each(['https://evil.example', 'null', 'http://127.0.0.1:1', 'http://localhost', 'nonsense'])(
    'rejects the foreign origin %s with 403',
    async (origin) => {
      const server = await injectServer()
      const reply = await read(server, '/fixtures', [['Origin', origin]])
      expectProblem(reply, 403, origin)
      expect(reply.headers.get('access-control-allow-origin')).toBeNull()
    },
  )

  test.each([
    ['https://dam.example', 200],
    ['https://dam.example:8443', 403],
    ['http://dam.example', 403],
    ['https://other.example', 403],
    ['https://dam.example.evil.example', 403],
  ])('behind a proxy answers a page of %s with %i under the public URL', async (origin, status) => {
    const server = await injectServer({ env: { SANDBOX_PUBLIC_URL: 'https://dam.example/base' } })
    expect((await read(server, '/fixtures', [['Origin', origin]])).status).toBe(status)
  })
})

describe('the admin key', () => {
  const readWith = async (authorization: string | undefined, ...more: Headers) => {
    const { url } = await injectServer({ env: { SANDBOX_ADMIN_KEY: 'the key' } })
    const key = authorization === undefined ? [] : [['Authorization', authorization] as const]
    return sendLines(url, {
      method: 'GET',
      path: '/_sandbox/fixtures',
      headers: [...key, ...more],
    })
  }

  test.each(['Bearer the key', 'bearer the key', 'BEARER   the key'])(
    'is accepted as %s',
    async (authorization) => {
      expect((await readWith(authorization)).status).toBe(200)
    },
  )

  const UNREADABLE = 'Authorization must be "Bearer" and a key of the control plane'
  const MISSING = UNREADABLE.replace('must', 'is missing; it must')
  const WRONG = 'The key in Authorization is unknown or has expired'

  test.each([
    [undefined, MISSING],
    ['', UNREADABLE],
    ['the key', UNREADABLE],
    ['Basic the key', UNREADABLE],
    ['Bearer', UNREADABLE],
    ['Bearer t', WRONG],
    ['Bearer the keys', WRONG],
    ['Bearer THE KEY', WRONG],
    [`Bearer ${'k'.repeat(8_000)}`, WRONG],
  ])('is required; %j is rejected with 401: %s', async (authorization, detail) => {
    const reply = await readWith(authorization)
    expectProblem(reply, 401)
    // The same sentence for every wrong key: how near it is stays unknown.
    expect(reply.body).toMatchObject({ detail })
  })

  test('allows any host name', async () => {
    const reply = await readWith('Bearer the key', ['Host', 'dam.example'])
    expect(reply.status).toBe(200)
  })
})
