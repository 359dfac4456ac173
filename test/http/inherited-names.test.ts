import type { TSchema } from '@sinclair/typebox'
import { describe, expect, test } from 'vitest'
import { controlRoutes } from '#scripts/print/server-routes.ts'
import { CATALOGUE } from '#src/endpoints/index.ts'
import { type Reply, send } from '#test/kit/http.ts'
import { leavesOf, withLeaf } from '#test/kit/leaves.ts'
import { surfaceOf } from '#test/kit/operations.ts'
import { samplesOf } from '#test/kit/samples.ts'
import { injectServer, type TestServer, TOKEN } from '#test/kit/server.ts'

/** Properties that every object inherits. */
const NAMES = ['constructor', '__proto__', 'toString'] as const

const expectUnharmed = async (server: TestServer, replies: readonly (Reply | object)[]) => {
  const failed = replies.filter((reply) => 'status' in reply && Number(reply.status) >= 500)
  expect(failed).toEqual([])
  expect((await send(`${server.url}/livez`, {})).status).toBe(200)
}

/** JSON text in which every object has one more key. */
const withKey = (body: unknown, name: string): string =>
  JSON.stringify(body).replace(/\{(\})?/g, (_, end) => `{"${name}":"${name}"${end ?? ','}`)

const isSlow = (path: string): boolean => path === '/journal/stream'

describe.each(NAMES)('the inherited name %s', (name) => {
  test('fails no operation as a value or a key', async () => {
    const server = await injectServer()
    const samples = samplesOf(server.fixtures)
    const replies: Reply[] = []
    for (const operation of CATALOGUE) {
      const sample = samples[operation.id]
      const body = surfaceOf(operation.id) === 'portal' ? sample : { token: TOKEN, param: sample }
      for (const { path } of leavesOf(operation.body))
        replies.push(await server.call(operation.id, sample, { body: withLeaf(body, path, name) }))
      const headers = { 'x-open-api-user': name, 'x-sandbox-fault': name }
      replies.push(await server.call(operation.id, sample, { headers }))
      replies.push(await sendText(server, operation.path, withKey(body, name)))
    }
    await expectUnharmed(server, replies)
  })

  test('fails no route of the control plane in paths, queries and bodies', async () => {
    const server = await injectServer()
    const replies: Reply[] = []
    for (const route of await controlRoutes()) {
      const method = String(route.method)
      const path = route.url.replace('/_sandbox', '')
      const { querystring, body } = route.schema as { querystring: TSchema; body?: TSchema }
      if (isSlow(path)) continue
      const url = `${server.url}/_sandbox${path.replaceAll(/:\w+/g, name)}`
      const queries = Object.keys(querystring.properties)
      for (const key of queries) replies.push(await send(`${url}?${key}=${name}`, { method }))
      replies.push(await send(`${url}?${name}=${name}`, { method }))
      if (!body || 'content' in body) continue
      const bodies = leavesOf(body).map((leaf) => withLeaf(bareOf(path), leaf.path, name))
      replies.push(...(await sendAll(server, method, path.replaceAll(/:\w+/g, name), bodies)))
    }
    replies.push(
      ...(await sendAll(server, 'POST', '/workspaces', [
        { assume: { [name]: name } },
        { assume: { 'A-20-1': name } },
        { name, seed: name },
      ])),
      ...(await sendAll(server, 'POST', '/faults', [
        { match: { operation: name }, phase: 'before', effect: { code: name } },
        { match: { operation: '*' }, phase: name, effect: { failed: name } },
      ])),
    )
    await expectUnharmed(server, replies)
  })

  test('fails no request for a token, an upload or a file', async () => {
    const server = await injectServer()
    const { url } = server
    const headers = { 'access-token': TOKEN, 'content-type': 'application/json' }
    const post = (path: string, body: unknown, other = {}) =>
      send(url + path, {
        method: 'POST',
        headers: { ...headers, ...other },
        body: JSON.stringify(body),
      })
    await expectUnharmed(server, [
      await post('/open-api/oauth/get-token', { clientId: name, clientKey: name }),
      await post('/open-api/oauth/refresh-token', { refresh_token: name, refreshToken: name }),
      await post('/_files/uploads', { name: `x.${name}`, type: name, size: 1 }),
      await post(`/_files/uploads/single?name=${name}`, name, { 'content-type': name }),
      await post(`/${name}`, {}),
      await send(`${url}/_files/uploads/${name}`, { headers }),
      await send(`${url}/_files/uploads/${name}/parts/${name}`, {
        method: 'PUT',
        headers,
        body: name,
      }),
      await send(`${url}/_files/00000000/${name}`, {}),
      await send(`${url}/w/${name}/_files/${name}/${name}`, {}),
    ])
  })
})

/** Sets the timeout of a wait to zero. */
const bareOf = (path: string): object =>
  /journal\/(wait|expect)/.test(path) ? { timeoutMs: 0 } : {}

const sendAll = async (
  { url }: TestServer,
  method: string,
  path: string,
  bodies: readonly unknown[],
): Promise<Reply[]> => {
  const replies: Reply[] = []
  for (const body of bodies)
    replies.push(
      await send(`${url}/_sandbox${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    )
  return replies
}

const sendText = ({ url }: TestServer, path: string, body: string): Promise<Reply> =>
  send(url + path, {
    method: 'POST',
    headers: { 'access-token': TOKEN, 'token-type': 'bearer', 'content-type': 'application/json' },
    body,
  })
