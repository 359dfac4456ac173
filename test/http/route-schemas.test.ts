import type { RouteOptions } from 'fastify'
import { describe, expect, test } from 'vitest'
import { SUPPORTING_ROUTES } from '#src/contract/supporting-routes.ts'
import { CATALOGUE } from '#src/endpoints/index.ts'
import { CONTROL_BASE } from '#src/http/request.ts'
import { createApp, registerPlugins } from '#src/start/app.ts'
import { openSandbox } from '#test/kit/sandbox.ts'

const isControl = ({ url }: RouteOptions): boolean => url.startsWith(CONTROL_BASE)

const READ_NO_JSON: readonly unknown[] = ['send-part', 'send-file', 'grant-storage']

/** Routes of the control plane that take everything from their path. */
const READ_NO_BODY: ReadonlySet<string> = new Set([
  `${CONTROL_BASE}/check`,
  `${CONTROL_BASE}/credentials`,
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
  return routes
}

interface Described {
  summary?: string
}

const describedBy = ({ schema = {} }: RouteOptions): Described => schema as Described

const nameOf = ({ method, url }: RouteOptions): string => `${[method].flat().join()} ${url}`

describe('the routes of the application', () => {
  test('are the operations, the supporting routes, the probes, the OpenAPI document and the pages', async () => {
    const routes = (await allRoutes()).filter((route) => !isControl(route))
    const named = routes.map(({ config }) => config?.operation?.id ?? config?.supportingRoute)
    // Those of the storage listener are an application of their own.
    const supporting = SUPPORTING_ROUTES.filter((name) => !name.startsWith('storage-'))
    const names = [...CATALOGUE.map(({ id }) => id), ...supporting]
    expect(new Set(named.filter((name) => name !== undefined))).toEqual(new Set(names))
    const others = routes.filter((_, index) => named[index] === undefined)
    expect(others.filter(({ method }) => method !== 'HEAD').map(nameOf)).toEqual([
      'GET,HEAD /',
      'GET /livez',
      'GET /readyz',
      'GET /metrics',
      'GET,HEAD /openapi.json',
      'GET,HEAD /openapi/:file',
      'GET,HEAD /llms.txt',
      'GET,HEAD /docs',
      'GET,HEAD /docs/:file',
      'GET,HEAD /docs/:folder/:file',
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
        !READ_NO_JSON.includes(config?.supportingRoute) &&
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
