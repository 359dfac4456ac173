import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test, vi } from 'vitest'
import { SUPPORTING_ROUTES } from '#src/contract/supporting-routes.ts'
import { Fixtures } from '#src/control/fixtures/schema.ts'
import { CONTROL_ROUTES } from '#src/control/index.ts'
import { describeControlPlane } from '#src/control/openapi/control-openapi.ts'
import { CATALOGUE } from '#src/endpoints/index.ts'
import { STATE_NAMES } from '#src/states/state-catalogue.ts'
import { findError } from '#src/validation/validator.ts'
import { startServer } from '#test/kit/server.ts'

const SCHEMAS = '#/components/schemas/'

const document = describeControlPlane(CONTROL_ROUTES, '0.0.0')
const { schemas } = document.components

/** Every object and list inside a value, and the value itself. */
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

/** The first parameter of any route that has a name. */
const parameterOf = (name: string): unknown =>
  [...partsOf(document.paths)].find((part) => part.name === name && 'in' in part)

const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods)) as {
  operationId: string
}[]

describe('every route of the control plane', () => {
  test.each(CONTROL_ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s answers a shape, a stream of a media type, or nothing, and says which',
    (_name, { result, answers, status }) => {
      const said = [result !== undefined, answers !== undefined, status === 204]
      expect(said.filter(Boolean)).toEqual([true])
    },
  )

  test.each(CONTROL_ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s answers objects of which it is said whether they have other keys',
    (_name, { result }) => {
      const vague = [...partsOf(result)].filter(
        (part) => part.type === 'object' && part.additionalProperties === undefined,
      )
      expect(vague).toEqual([])
    },
  )
})

describe('the description of the control plane', () => {
  test('has only references that lead to a shape, and no unused shape', () => {
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

  test('has one shape per title', () => {
    const known = new Map<string, string>()
    for (const { params, query, body, result } of CONTROL_ROUTES)
      for (const part of partsOf([params, query, body, result])) {
        if (typeof part.title !== 'string') continue
        const text = JSON.stringify(part)
        expect(text).toBe(known.get(part.title) ?? text)
        known.set(part.title, text)
      }
    expect([...known.keys(), 'Problem'].sort()).toEqual(Object.keys(schemas).sort())
  })

  test('marks query parameters as optional, including those with a default', () => {
    for (const { query } of CONTROL_ROUTES)
      for (const [name, { default: usual }] of Object.entries(query?.properties ?? {}))
        if (usual !== undefined) expect(parameterOf(name)).toMatchObject({ required: false })
    for (const name of ['limit', 'bodies', 'unused', 'last', 'workspace'])
      expect(parameterOf(name)).toMatchObject({ in: 'query', required: false })
  })

  test('enumerates the names of operations, supporting routes and states', () => {
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

  test('has a unique id for every operation', () => {
    const names = operations.map(({ operationId }) => operationId)
    expect(names).toHaveLength(CONTROL_ROUTES.length)
    expect(new Set(names).size).toBe(names.length)
  })

  test('has schemas of JSON Schema 2020-12, as in OpenAPI 3.1', () => {
    const ajv = new Ajv2020({ strictTypes: false }).addKeyword('components')
    const { components, paths } = document
    const inPaths = [...partsOf(paths)].flatMap(({ schema }) => (schema ? [schema] : []))
    expect(inPaths.length).toBeGreaterThan(CONTROL_ROUTES.length)
    for (const schema of [...inPaths, ...Object.values(schemas)]) {
      const compile = () => ajv.compile({ components, ...(schema as object) })
      expect(compile, JSON.stringify(schema)).not.toThrow()
    }
  })
})

describe('a server that checks its replies', () => {
  test('fails on an answer outside of the described schema', async () => {
    const server = await startServer()
    vi.spyOn(server.workspace.clock, 'now').mockReturnValue(0.5)
    await expect(server.control('/clock')).rejects.toThrow('/clock answered 500')
  })

  test.each(['minimal', 'demo'])('answers all fixtures with the seed %s', async (seed) => {
    const server = await startServer({ env: { SANDBOX_SEED: seed } })
    expect(findError(Fixtures, server.fixtures)).toBeUndefined()
  })
})
