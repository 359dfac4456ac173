import type { RouteOptions } from 'fastify'
import { describe, expect, test } from 'vitest'
import { createApp, registerPlugins } from '#src/app.ts'
import { SUPPORTING_ROUTES } from '#src/contract/supporting-routes.ts'
import { CATALOGUE } from '#src/endpoints/index.ts'
import { CONTROL_BASE } from '#src/http/control-path.ts'
import { findError } from '#src/validation/validator.ts'
import { type Sent, send } from '#test/kit/http.ts'
import { openSandbox } from '#test/kit/sandbox.ts'
import { injectServer, TOKEN } from '#test/kit/server.ts'

const isControl = ({ url }: RouteOptions): boolean => url.startsWith(CONTROL_BASE)

/** Routes that read the bytes of a file, and no JSON. */
const READ_BYTES: readonly unknown[] = ['send-part', 'send-file']

/** Routes of the control plane that take everything from their path. */
const READ_NO_BODY: ReadonlySet<string> = new Set([
  `${CONTROL_BASE}/snapshots/:name/restore`,
  `${CONTROL_BASE}/states/:name`,
])

const allRoutes = async (): Promise<RouteOptions[]> => {
  const { sandbox, config } = await openSandbox()
  const app = createApp({ sandbox, config })
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => {
    routes.push(route)
  })
  await registerPlugins(app, { sandbox, config })
  await app.ready()
  await app.close()
  // The preflight of @fastify/cors is hidden: it answers no body.
  return routes.filter((route) => !describedBy(route).hide)
}

/** Documentation fields that OpenAPI tools read. */
interface Described {
  hide?: boolean
  summary?: string
}

const describedBy = ({ schema = {} }: RouteOptions): Described => schema as Described

const nameOf = ({ method, url }: RouteOptions): string => `${[method].flat().join()} ${url}`

describe('the routes of the application', () => {
  test('are the operations, the supporting routes, the probes, the OpenAPI document and the pages', async () => {
    const routes = (await allRoutes()).filter((route) => !isControl(route))
    const named = routes.map(({ config }) => config?.operation?.id ?? config?.supportingRoute)
    const names = [...CATALOGUE.map(({ id }) => id), ...SUPPORTING_ROUTES]
    expect(new Set(named.filter((name) => name !== undefined))).toEqual(new Set(names))
    const others = routes.filter((_, index) => named[index] === undefined)
    expect(others.filter(({ method }) => method !== 'HEAD').map(nameOf)).toEqual([
      'GET,HEAD /',
      'GET /livez',
      'GET /readyz',
      'GET,HEAD /openapi.json',
      'GET,HEAD /openapi.yaml',
      'GET /openapi/:file',
      'GET /llms.txt',
      'GET,HEAD /docs',
      'GET,HEAD /docs/:file',
      'GET,HEAD /console',
      'GET,HEAD /favicon.ico',
      'GET,HEAD /console/*',
    ])
  })

  test('have a response schema for every JSON answer', async () => {
    const routes = await allRoutes()
    const bare = routes.filter(({ schema }) => Object.keys(schema?.response ?? {}).length === 0)
    expect(bare.map(nameOf)).toEqual([])
    // The answers of the control plane that are errors have one schema for all.
    const control = routes.filter(isControl)
    expect(control.length).toBeGreaterThan(30)
    const unfinished = control.filter(
      ({ schema }) => !Object.keys(Object(schema?.response)).some((status) => status[0] === '2'),
    )
    expect(unfinished.map(nameOf)).toEqual([])
  })

  test('have a body schema when they read JSON', async () => {
    const bare = (await allRoutes()).filter(
      ({ method, url, schema, config }) =>
        ['POST', 'PUT', 'PATCH'].includes(String(method)) &&
        !READ_BYTES.includes(config?.supportingRoute) &&
        !READ_NO_BODY.has(url) &&
        schema?.body === undefined,
    )
    expect(bare.map(nameOf)).toEqual([])
  })

  test('have a summary', async () => {
    const bare = (await allRoutes()).filter((route) => !describedBy(route).summary)
    expect(bare.map(nameOf)).toEqual([])
  })
})

interface Begun {
  uploadId: string
  parts: { url: string }[]
}

describe('the supporting routes', () => {
  const headers = { 'access-token': TOKEN, 'content-type': 'application/json' }
  const post = (body: object) => ({ method: 'POST', headers, body: JSON.stringify(body) })

  test('match their response schemas, successes and refusals', async () => {
    const routes = await allRoutes()
    const server = await injectServer()
    const answers = (name: string): Readonly<Record<string, object>> => {
      const route = routes.find(({ config }) => config?.supportingRoute === name)
      return (route?.schema?.response ?? {}) as Record<string, object>
    }
    const expectToFit = async (name: string, url: string, sent: Sent): Promise<unknown> => {
      const { status, body, text } = await send(url, sent)
      const schema = answers(name)[status] ?? answers(name)[`${String(status)[0]}xx`]
      expect(schema, `${name} answered ${status}: ${text}`).toBeDefined()
      expect(findError(schema as never, body), text).toBeUndefined()
      return (body as { result: unknown }).result
    }
    const { app } = server.fixtures
    const tokens = `${server.url}/open-api/oauth`
    const issued = await expectToFit('get-token', `${tokens}/get-token`, post(app))
    const { refresh_token } = issued as { refresh_token: string }
    await expectToFit('refresh-token', `${tokens}/refresh-token`, post({ refresh_token }))
    await expectToFit('get-token', `${tokens}/get-token`, post({ clientId: 1 }))

    const uploads = `${server.url}/_files/uploads`
    const begun = await expectToFit('begin-upload', uploads, post({ name: 'a.txt', size: 3 }))
    const { uploadId, parts } = begun as Begun
    const url = parts[0]?.url ?? ''
    await expectToFit('send-part', url, { method: 'PUT', body: 'abc' })
    await expectToFit('send-part', `${url}x`, { method: 'PUT', body: 'abc' })
    const own = { headers: { 'access-token': TOKEN } }
    await expectToFit('show-upload', `${uploads}/${uploadId}`, { method: 'GET', ...own })
    await expectToFit('abort-upload', `${uploads}/${uploadId}`, { method: 'DELETE', ...own })
    await expectToFit('show-upload', `${uploads}/none`, { method: 'GET', ...own })
    const single = `${uploads}/single?name=a.txt`
    await expectToFit('send-file', single, { method: 'POST', body: 'abc', ...own })
    await expectToFit('send-file', `${uploads}/single`, { method: 'POST', body: 'abc', ...own })
    await expectToFit('download', `${server.url}/_files/00000000/none`, { method: 'GET' })
  })
})
