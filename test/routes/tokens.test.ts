import { describe, expect, test } from 'vitest'
import { type Reply, send } from '#test/kit/http.ts'
import { freezeAt } from '#test/kit/records.ts'
import { expectEnvelope, expectRefusal, expectSuccess } from '#test/kit/replies.ts'
import { injectServer, type TestServer, TOKEN } from '#test/kit/server.ts'

const GET_TOKEN = '/open-api/oauth/get-token'
const REFRESH_TOKEN = '/open-api/oauth/refresh-token'
const NOW_MS = 1_800_000_000_000

const client = { clientId: '00000000-sandbox', clientKey: 'sandbox-key' }

interface Tokens {
  access_token: string
  token_type: string
  refresh_token: string
  expires_in: number
}

const post = (server: TestServer, path: string, body: unknown): Promise<Reply> =>
  send(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

const issued = (reply: Reply): Tokens => {
  expect(reply.body, reply.text).toMatchObject({ code: '0' })
  return (reply.body as { result: Tokens }).result
}

const getToken = async (server: TestServer): Promise<Tokens> =>
  issued(await post(server, GET_TOKEN, client))

const refresh = (server: TestServer, refreshToken: string): Promise<Reply> =>
  post(server, REFRESH_TOKEN, { refresh_token: refreshToken })

const use = (server: TestServer, token: string, prefix = ''): Promise<Reply> =>
  server.call('E8', { userIds: [] }, { token, prefix })

/** A version 4 UUID that begins with a workspace's id. */
const tokenOf = (workspaceId: string): RegExp =>
  new RegExp(`^${workspaceId}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)

const expectTokens = (reply: Reply, workspaceId = '00000000'): void => {
  expect(reply.status).toBe(200)
  expect(Object.keys(reply.body as object)).toEqual(['code', 'message', 'result'])
  expect(reply.body).toEqual({
    code: '0',
    message: 'success',
    result: {
      access_token: expect.stringMatching(tokenOf(workspaceId)),
      token_type: 'bearer',
      refresh_token: expect.stringMatching(tokenOf(workspaceId)),
      expires_in: 7_200,
    },
  })
  expect(Object.keys(issued(reply))).toEqual([
    'access_token',
    'token_type',
    'refresh_token',
    'expires_in',
  ])
  expect(reply.headers.get('cache-control')).toBe('no-store')
  expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8')
}

describe('get access token', () => {
  test('answers tokens in the envelope, with Cache-Control: no-store', async () => {
    const server = await injectServer()
    expectTokens(await post(server, GET_TOKEN, client))
  })

  test('answers new tokens every time, and earlier ones remain valid', async () => {
    const server = await injectServer()
    const [first, second] = [await getToken(server), await getToken(server)]
    const all = [first, second].flatMap((tokens) => [tokens.access_token, tokens.refresh_token])
    expect(new Set(all).size).toBe(4)
    expectSuccess(await use(server, first.access_token), [])
    expectSuccess(await use(server, second.access_token), [])
  })

  test('refuses a wrong client or key without revealing which', async () => {
    const server = await injectServer()
    for (const wrong of [
      { clientKey: 'sandbox-keys' },
      { clientKey: '' },
      { clientId: '00000000-other' },
      { clientId: '', clientKey: '' },
      { clientId: '00000000-SANDBOX' },
      { clientId: '00000000-sandbox\u0000x' },
      { clientId: 'x'.repeat(1_000) },
    ]) {
      const reply = await post(server, GET_TOKEN, { ...client, ...wrong })
      expectRefusal(reply, '90010008')
      expect(reply.body).toMatchObject({ message: 'clientId or clientKey is wrong' })
      expect(reply.headers.get('cache-control')).toBe('no-store')
    }
  })

  test.each([
    [{ clientKey: 'x' }, '90020001', 'clientId is missing; expected a string'],
    [{ clientId: 'x' }, '90020001', 'clientKey is missing; expected a string'],
    [{ ...client, clientKey: null }, '90020001', 'clientKey is missing; expected a string'],
    [{ ...client, clientId: 7 }, '90020002', 'clientId must be a string, got a number'],
    [[], '90020002', 'The request body must be an object, got an array'],
    ['{', '90000001', 'not valid JSON'],
    ['', '90000002', 'clientId and clientKey'],
  ])('refuses the body %j and says what is expected', async (body, code, words) => {
    const server = await injectServer()
    expectRefusal(await post(server, GET_TOKEN, body), code, words)
  })

  test.each([GET_TOKEN, REFRESH_TOKEN])('refuses GET %s with 405', async (path) => {
    const server = await injectServer()
    const reply = await send(`${server.url}${path}`, { method: 'GET' })
    expect(reply.status).toBe(405)
    expectEnvelope(reply, '90000008', 'GET')
  })
})

describe('access token', () => {
  test.each([
    ['two hours', {}, 7_200],
    ['as long as SANDBOX_ACCESS_TOKEN_SECONDS says', { SANDBOX_ACCESS_TOKEN_SECONDS: '60' }, 60],
  ])(
    'answers for %s by the clock of the workspace, and is refused then',
    async (_, env, seconds) => {
      const server = await injectServer({ env })
      freezeAt(server, NOW_MS)
      const { access_token: token, expires_in: lifetime } = await getToken(server)
      expect(lifetime).toBe(seconds)
      freezeAt(server, NOW_MS + seconds * 1_000 - 1)
      expectSuccess(await use(server, token), [])
      freezeAt(server, NOW_MS + seconds * 1_000)
      expectRefusal(await use(server, token), '90010004', 'Access-token has expired')
    },
  )

  test('refuses a refresh token in its place', async () => {
    const server = await injectServer()
    const { refresh_token: token } = await getToken(server)
    expectRefusal(await use(server, token), '90010003')
  })
})

describe('refresh access token', () => {
  test('answers new tokens of the same form, and the old access token remains valid', async () => {
    const server = await injectServer()
    const old = await getToken(server)
    const reply = await refresh(server, old.refresh_token)
    expectTokens(reply)
    const fresh = issued(reply)
    expect(fresh.access_token).not.toBe(old.access_token)
    expect(fresh.refresh_token).not.toBe(old.refresh_token)
    expectSuccess(await use(server, fresh.access_token), [])
    expectSuccess(await use(server, old.access_token), [])
  })

  test('answers a refresh token again by default, even when its access token has expired', async () => {
    const server = await injectServer()
    freezeAt(server, NOW_MS)
    const { refresh_token: token } = await getToken(server)
    expectTokens(await refresh(server, token))
    freezeAt(server, NOW_MS + 86_400_000)
    const fresh = issued(await refresh(server, token))
    expectSuccess(await use(server, fresh.access_token), [])
  })

  test.each([
    ['thirty days', {}, 30 * 86_400],
    ['as long as SANDBOX_REFRESH_TOKEN_SECONDS says', { SANDBOX_REFRESH_TOKEN_SECONDS: '10' }, 10],
  ])('answers for %s, and is refused then', async (_, env, seconds) => {
    const server = await injectServer({ env })
    freezeAt(server, NOW_MS)
    const { refresh_token: token } = await getToken(server)
    freezeAt(server, NOW_MS + seconds * 1_000 - 1)
    expectTokens(await refresh(server, token))
    freezeAt(server, NOW_MS + seconds * 1_000 + 1)
    expectRefusal(await refresh(server, token), '90010009', 'refresh_token')
  })

  test('refuses an access token, an unknown token and an empty one', async () => {
    const server = await injectServer()
    const { access_token: token } = await getToken(server)
    for (const wrong of [token, TOKEN, '00000000-0000-4000-8000-000000000009', 'x', ''])
      expectRefusal(await refresh(server, wrong), '90010009', 'refresh_token')
  })

  test.each([
    [{}, '90020001', 'refresh_token is missing; expected a string'],
    [{ refresh_token: null }, '90020001', 'refresh_token is missing; expected a string'],
    [{ refresh_token: 1 }, '90020002', 'refresh_token must be a string, got a number'],
    ['', '90000002', 'refresh_token'],
  ])('refuses the body %j and says what is expected', async (body, code, words) => {
    const server = await injectServer()
    expectRefusal(await post(server, REFRESH_TOKEN, body), code, words)
  })
})

describe('tokens of another workspace', () => {
  test('are refused, like clients and app keys, with both ids where the workspace of the call is known', async () => {
    const server = await injectServer()
    const { workspace, credentials } = await server.sandbox.create()
    const { accessToken: token = '', clientId, clientKey, appKey } = credentials
    const own = (name: string) =>
      `; ${name} starts with 00000000, the id of another workspace, but the call is for ${workspace.id}`
    const theirs = (name: string) =>
      `; ${name} starts with ${workspace.id}, the id of another workspace, but the call is for 00000000`
    const base = `/w/${workspace.id}`
    expectRefusal(await use(server, TOKEN, base), '90010003', `is unknown${own('it')}`)
    expectRefusal(await use(server, token, '/w/00000000'), '90010003', theirs('it'))
    expectRefusal(
      await use(server, `${workspace.id}-0000-4000-8000-000000000009`, base),
      '90010003',
      'POST clientId and clientKey',
    )
    const wrong = await post(server, `${base}${GET_TOKEN}`, client)
    expectRefusal(wrong, '90010008', `clientId or clientKey is wrong${own('clientId')}`)
    const again = {
      refresh_token: issued(await post(server, GET_TOKEN, { clientId, clientKey })).refresh_token,
    }
    expectRefusal(
      await post(server, `/w/00000000${REFRESH_TOKEN}`, again),
      '90010009',
      theirs('it'),
    )
    const search = (headers: Record<string, string>, prefix = '') =>
      server.call('E6', { blockId: 1 }, { headers, prefix, token })
    const { appKey: ownKey } = server.fixtures.portalApp
    expectRefusal(await search({ 'x-app-key': ownKey }), '90010007', own('it'))
    expectRefusal(await search({ 'x-app-key': appKey }, '/w/00000000'), '90010007', theirs('it'))
  })

  test('are answered to its client at any path except below a foreign prefix', async () => {
    const server = await injectServer()
    const { workspace, credentials } = await server.sandbox.create()
    const { clientId, clientKey } = credentials
    const body = { clientId, clientKey }
    expectTokens(await post(server, GET_TOKEN, body), workspace.id)
    const own = await post(server, `/w/${workspace.id}${GET_TOKEN}`, body)
    expectTokens(own, workspace.id)
    expectRefusal(await post(server, `/w/00000000${GET_TOKEN}`, body), '90010008')
    expectRefusal(await post(server, `/w/${workspace.id}${GET_TOKEN}`, client), '90010008')
    const again = { refresh_token: issued(own).refresh_token }
    expectTokens(await post(server, REFRESH_TOKEN, again), workspace.id)
    expectRefusal(await post(server, `/w/00000000${REFRESH_TOKEN}`, again), '90010009')
  })

  test('are refused with 404 below a prefix that names no workspace', async () => {
    const server = await injectServer()
    for (const id of ['ffffffff', '0000000', '0000000G', 'default']) {
      const reply = await use(server, TOKEN, `/w/${id}`)
      expect(reply.status).toBe(404)
      expectEnvelope(reply, '90000010', id)
    }
  })
})

describe('moved paths', () => {
  test('answer where the settings say, and are refused at the usual paths', async () => {
    const server = await injectServer({
      env: { SANDBOX_TOKEN_PATH: '/auth/token', SANDBOX_REFRESH_PATH: '/auth/again' },
    })
    const reply = await post(server, '/auth/token', client)
    expectTokens(reply)
    const again = { refresh_token: issued(reply).refresh_token }
    expectTokens(await post(server, '/auth/again', again))
    expectTokens(await post(server, '/w/00000000/auth/token', client))
    for (const path of [GET_TOKEN, REFRESH_TOKEN]) {
      const gone = await post(server, path, client)
      expect(gone.status).toBe(404)
      expectEnvelope(gone, '90000007', path)
    }
    const wrong = await send(`${server.url}/auth/token`, { method: 'PUT' })
    expect(wrong.status).toBe(405)
  })
})
