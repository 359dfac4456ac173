import { beforeAll, describe, expect, test } from 'vitest'
import { KNOWN } from '#src/contract/assumptions/assumption.ts'
import { assumptionIds } from '#src/contract/assumptions/index.ts'
import { ASSUMED_BY, type FieldMarks, PROVENANCE } from '#src/contract/known-field.ts'
import type { RuleList } from '#src/control/assumptions.ts'
import { CATALOGUE } from '#src/endpoints/index.ts'
import type { DescribedOperation, OpenApiDocument } from '#src/openapi/describe-routes.ts'
import { interfaceDocument } from '#test/kit/interface-document.ts'
import { injectServer } from '#test/kit/server.ts'

const NUMBERS: ReadonlySet<string> = new Set(assumptionIds())

/** What is missing in the marks of a field, one sentence each. */
const problemsOfMarks = (marks: Partial<FieldMarks>): string[] => {
  const cited = marks[ASSUMED_BY] ?? []
  return [
    ...(marks.description?.trim() ? [] : ['has no description']),
    ...(KNOWN.some((known) => known === marks[PROVENANCE]) ? [] : ['does not say how it is known']),
    ...(marks[PROVENANCE] === 'document' || cited.length > 0 ? [] : ['has no number']),
    ...cited.filter((number) => !NUMBERS.has(number)).map((number) => `cites ${number}`),
  ]
}

/** Every property of the schemas in a value, and every parameter of operations, with the place where it is. */
function* fieldsOf(value: unknown, place: string): Generator<[string, Partial<FieldMarks>]> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, below] of Object.entries(value)) {
    if (key === 'examples' || key === 'x-invalid-examples') continue
    if (key === 'properties' || key === 'parameters')
      for (const [name, field] of Object.entries(below as object)) yield [`${place}.${name}`, field]
    yield* fieldsOf(below, key === 'properties' ? place : `${place}/${key}`)
  }
}

const problemsOf = (value: unknown): string[] =>
  [...fieldsOf(value, '')].flatMap(([place, marks]) =>
    problemsOfMarks(marks).map((problem) => `${place} ${problem}`),
  )

/** Every object schema inside a value that is no property, with the place where it is. */
function* unnamedObjects(
  value: unknown,
  place: string,
  isProperty = false,
): Generator<[string, object]> {
  if (typeof value !== 'object' || value === null) return
  const part = value as Record<string, unknown>
  if (part.type === 'object' && !isProperty) yield [place, part]
  for (const [key, below] of Object.entries(part))
    if (key === 'properties')
      for (const [name, field] of Object.entries(below as object))
        yield* unnamedObjects(field, `${place}.${name}`, true)
    else yield* unnamedObjects(below, `${place}/${key}`)
}

let document: OpenApiDocument

beforeAll(async () => {
  document = interfaceDocument()
})

const operationsOf = ({ paths }: OpenApiDocument): DescribedOperation[] =>
  Object.values(paths).flatMap((methods) => Object.values(methods))

describe('every field of the interface', () => {
  test('has a description, says how it is known, and cites only numbers that exist', () => {
    const operations = operationsOf(document)
    expect(operations.length).toBeGreaterThan(29)
    expect(problemsOf(document)).toEqual([])
  })

  test('has a description in components too', () => {
    const { schemas } = document.components
    const unnamed = Object.entries(schemas).flatMap(([name, schema]) => [
      ...unnamedObjects(schema, name),
    ])
    expect(unnamed.length).toBeGreaterThan(10)
    expect(unnamed.filter(([, part]) => !('description' in part)).map(([place]) => place)).toEqual(
      [],
    )
  })
})

describe('the marks of the document', () => {
  const operationMarks = () =>
    operationsOf(document).map(
      (one) => [one['x-operation'] ?? one.operationId, one[PROVENANCE]] as const,
    )

  test('say that the operations are from the document, and that no supporting route is', () => {
    const shownIds = operationMarks().flatMap(([id, known]) => (known === 'document' ? [id] : []))
    expect(shownIds.sort()).toEqual(CATALOGUE.map(({ id }) => id).sort())
  })
})

describe('every operation', () => {
  test('cites what the fields of its requests and answers cite', () => {
    for (const { id, assumes, param, result } of CATALOGUE) {
      const cited = JSON.stringify([param, result]).match(/A-[a-z\d]+-\d+/g) ?? []
      const known = new Set<string>(assumes)
      const missing = cited.filter((one) => !/^A-(?:auth|request)-/.test(one) && !known.has(one))
      expect(missing, id).toEqual([])
    }
  })
})

describe('GET /_sandbox/assumptions', () => {
  test('lists every assumption with its text and the operations that rest on it', async () => {
    const server = await injectServer()
    const { assumptions } = await server.control<RuleList>('/assumptions')
    expect(assumptions.map(({ number }) => number)).toEqual(assumptionIds())
    expect(assumptions.find(({ number }) => number === 'A-20-1')).toMatchObject({
      operations: ['E20'],
      variants: { bare: expect.any(String), envelope: expect.any(String) },
    })
  })
})
