import type { TObject } from '@sinclair/typebox'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { FastifySchema, RouteOptions } from 'fastify'
import { describe, expect, test, vi } from 'vitest'
import { controlRoutes } from '#scripts/print/server-routes.ts'
import { describedSchema } from '#src/contract/described-schema.ts'
import { SUPPORTING_ROUTES } from '#src/contract/supporting-routes.ts'
import { STATE_NAMES } from '#src/control/states/state-catalogue.ts'
import { CATALOGUE } from '#src/endpoints/index.ts'
import { describeControlPlane } from '#src/openapi/control-document.ts'
import { injectServer } from '#test/kit/server.ts'

const SCHEMAS = '#/components/schemas/'

const routes = await controlRoutes()

const document = await describeControlPlane(routes, '0.0.0')
const { schemas } = document.components

function* partsOf(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return
  yield value as Record<string, unknown>
  for (const part of Object.values(value)) yield* partsOf(part)
}

const referencesIn = (value: unknown): string[] =>
  [...partsOf(value)].flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : []))

type Described = Record<
  string,
  { properties: Record<string, { enum?: unknown[]; anyOf?: unknown[] }> }
>

const propertiesOf = (schema: unknown) => Object.entries((schema as TObject).properties)

/** The first parameter of any route that has a name. */
const parameterOf = (name: string): unknown =>
  [...partsOf(document.paths)].find((part) => part.name === name && 'in' in part)

const named = routes.map((route) => [`${String(route.method)} ${route.url}`, route] as const)

const schemaOf = (route: RouteOptions) => route.schema as Required<FastifySchema>

const successOf = (route: RouteOptions): [status: string, response: Record<string, unknown>] => {
  const [success, ...others] = Object.entries(schemaOf(route).response as object).filter(
    ([status]) => status !== 'default',
  )
  expect(others).toEqual([])
  return success ?? expect.unreachable()
}

describe('every route of the control plane', () => {
  test.each(named)('%s has a response schema: a shape, a media type, or nothing', (_, route) => {
    const [status, response] = successOf(route)
    const isShape = ['anyOf', 'properties'].some((key) => key in response)
    const isNothing = status === '204' && response.type === 'null'
    expect([isShape, 'content' in response, isNothing].filter(Boolean)).toEqual([true])
    expect(schemaOf(route).response).toHaveProperty('default')
  })

  test.each(named)('%s returns objects that say whether they have other keys', (_, route) => {
    const vague = [...partsOf(successOf(route)[1])].filter(
      (part) => part.type === 'object' && part.additionalProperties === undefined,
    )
    expect(vague).toEqual([])
  })

  test.each(named)('%s rejects unknown query parameters, and has a summary', (_, route) => {
    expect(schemaOf(route).querystring).toMatchObject({ additionalProperties: false })
    expect(route.schema).toMatchObject({ summary: expect.stringMatching(/^[A-Z].*[^.]$/) })
  })

  test.each(named.filter(([, { method }]) => method === 'POST' || method === 'PUT'))(
    '%s has a body schema if it reads a body',
    (name, route) => {
      const readsNone = [
        'POST /_sandbox/states/:name',
        'POST /_sandbox/snapshots/:name/restore',
        'POST /_sandbox/credentials',
        'POST /_sandbox/check',
      ]
      expect(route.schema?.body === undefined).toBe(readsNone.includes(name))
    },
  )
})

describe('the description of the control plane', () => {
  test('has a shape for every reference, and a reference to every shape', () => {
    const wanted = new Set<string>()
    const follow = (value: unknown): void => {
      for (const reference of referencesIn(value)) {
        expect(reference.startsWith(SCHEMAS), reference).toBe(true)
        const name = reference.slice(SCHEMAS.length)
        expect(Object.keys(schemas)).toContain(name)
        if (wanted.has(name)) continue
        wanted.add(name)
        follow(schemas[name])
      }
    }
    follow(document.paths)
    expect([...wanted].sort()).toEqual(Object.keys(schemas).sort())
  })

  test('has one shape under a title', () => {
    const known = new Map<string, string>()
    for (const { schema } of routes)
      for (const part of partsOf(describedSchema(schema))) {
        if (typeof part.title !== 'string') continue
        const text = JSON.stringify(part)
        expect(text).toBe(known.get(part.title) ?? text)
        known.set(part.title, text)
      }
    expect([...known.keys()].sort()).toEqual(Object.keys(schemas).sort())
  })

  test('requires no query parameter with a default', () => {
    for (const route of routes)
      for (const [name, { default: usual }] of propertiesOf(schemaOf(route).querystring))
        if (usual !== undefined) expect(parameterOf(name)).toMatchObject({ required: false })
    for (const name of ['limit', 'bodies', 'unused', 'last', 'workspace'])
      expect(parameterOf(name)).toMatchObject({ in: 'query', required: false })
  })

  test('lists the names of operations, supporting routes and states', () => {
    const names = [...CATALOGUE.map(({ id }) => id), ...SUPPORTING_ROUTES]
    const { FaultMatch, Fault, JournalEntry, StateName } = schemas as Described
    expect(FaultMatch?.properties.operation?.enum).toEqual(['*', ...names])
    expect(JournalEntry?.properties.operation?.enum).toEqual([...names, null])
    expect(parameterOf('operation')).toMatchObject({ schema: { enum: names } })
    expect(Fault?.properties.times?.anyOf).toContainEqual({ const: 'always', type: 'string' })
    expect(StateName).toMatchObject({ enum: STATE_NAMES })
    expect(parameterOf('name')).toBeDefined()
    expect(JSON.stringify(document)).not.toContain('x-described')
  })

  test('has valid schemas of JSON Schema 2020-12', () => {
    const ajv = new Ajv2020({ strictTypes: false }).addKeyword('components')
    const { components, paths } = document
    const inPaths = [...partsOf(paths)].flatMap(({ schema }) => (schema ? [schema] : []))
    expect(inPaths.length).toBeGreaterThan(routes.length)
    for (const schema of [...inPaths, ...Object.values(schemas)]) {
      const compile = () => ajv.compile({ components, ...(schema as object) })
      expect(compile, JSON.stringify(schema)).not.toThrow()
    }
  })
})

describe('a server that checks its replies', () => {
  test('answers 500 in place of an answer that does not fit its schema', async () => {
    const server = await injectServer()
    vi.spyOn(server.workspace.clock, 'now').mockReturnValue(0.5)
    await expect(server.control('/clock')).rejects.toThrow('/clock answered 500')
  })
})
