import { Type } from '@sinclair/typebox'
import { beforeAll, describe, expect, test } from 'vitest'
import { serverRoutes } from '#scripts/print/server-routes.ts'
import { KNOWN } from '#src/contract/assumptions/assumption.ts'
import { assumption, assumptionIds } from '#src/contract/assumptions/index.ts'
import { FINDINGS } from '#src/contract/findings/finding.ts'
import { REQUEST_HEADERS } from '#src/contract/headers.ts'
import {
  ASSUMED_BY,
  type FieldMarks,
  invented,
  PROVENANCE,
  shown,
} from '#src/contract/known-field.ts'
import { OPERATION_NAMES } from '#src/contract/operation-names.ts'
import { SECTION_OF_SHAPE } from '#src/contract/sections.ts'
import type { Provenance } from '#src/control/provenance/schema.ts'
import { CATALOGUE } from '#src/endpoints/index.ts'
import { REFUSALS } from '#src/errors/refusals.ts'
import type { DescribedOperation, OpenApiDocument } from '#src/openapi/describe-routes.ts'
import { documentFields } from '#src/openapi/provenance/document-fields.ts'
import { listProvenance } from '#src/openapi/provenance/list-provenance.ts'
import { interfaceDocument } from '#test/kit/interface-document.ts'
import { injectServer } from '#test/kit/server.ts'

/** Joined at run time, so that the search for cited numbers does not find it. */
const UNKNOWN = ['A', 0, 0].join('-')

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

const problemsOf = (operation: DescribedOperation, document: OpenApiDocument): string[] =>
  documentFields(operation, document).flatMap(({ in: place, path, marks }) =>
    problemsOfMarks(marks).map((problem) => `${operation.operationId} ${place} ${path} ${problem}`),
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
let provenance: Provenance

beforeAll(async () => {
  document = await interfaceDocument()
  provenance = listProvenance(document, await serverRoutes())
})

const operationsOf = ({ paths }: OpenApiDocument): DescribedOperation[] =>
  Object.values(paths).flatMap((methods) => Object.values(methods))

describe('every field of the interface', () => {
  test('has a description, says how it is known, and cites only numbers that exist', () => {
    const operations = operationsOf(document)
    expect(operations.length).toBeGreaterThan(29)
    expect(operations.flatMap((operation) => problemsOf(operation, document))).toEqual([])
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

  test.each([
    [
      'no mark',
      Type.String(),
      ['has no description', 'does not say how it is known', 'has no number'],
    ],
    ['no description', shown(Type.String(), ' '), ['has no description']],
    ['an unknown number', shown(Type.String(), 'Text.', UNKNOWN as never), [`cites ${UNKNOWN}`]],
    [
      'an invention without a number',
      invented(Type.String(), 'Text.', ...([] as unknown as ['A-1-1'])),
      ['has no number'],
    ],
  ])('is found when it has %s', (_, field, expected) => {
    const schema = Type.Object({ list: shown(Type.Array(Type.Object({ field })), 'A list.') })
    const requestBody = { content: { 'application/json': { schema: { ...schema } } } }
    const operation = { operationId: 'X', requestBody, responses: {} }
    expect(problemsOf(operation, document)).toEqual(
      expected.map((problem) => `X request list[].field ${problem}`),
    )
  })

  test('belongs to a section where its shape has a name', () => {
    const names = Object.keys(document.components.schemas)
    const withoutSection = names.filter((name) => !SECTION_OF_SHAPE.has(name))
    expect(withoutSection).toEqual(['SupportingRefusal'])
    const gone = [...SECTION_OF_SHAPE.keys()].filter((name) => !names.includes(name))
    expect(gone).toEqual([])
  })
})

describe('the provenance', () => {
  test('lists every operation, header, rule and code of the catalogues once', () => {
    const { operations, headers, rules, codes } = provenance
    expect(operations.map(({ operation }) => operation).sort()).toEqual([...OPERATION_NAMES].sort())
    expect(new Set(headers.map(({ name }) => name))).toEqual(new Set(Object.keys(REQUEST_HEADERS)))
    expect(rules.map(({ number }) => number)).toEqual(assumptionIds())
    expect(codes.filter(({ kind }) => kind === 'refusal').map(({ name }) => name)).toEqual(
      Object.keys(REFUSALS),
    )
    expect(codes.filter(({ kind }) => kind === 'finding').map(({ code }) => code)).toEqual(
      Object.keys(FINDINGS),
    )
  })

  test('knows 22 operations and one code of a refusal from the document', () => {
    const known = provenance.operations.filter((entry) => entry.known === 'document')
    expect(known.map(({ operation }) => operation).sort()).toEqual(
      CATALOGUE.map(({ id }) => id).sort(),
    )
    const codes = provenance.codes.filter(
      ({ kind, known }) => kind === 'refusal' && known === 'document',
    )
    expect(codes.map(({ code }) => code)).toEqual(['10134011'])
  })

  test('has a section for everything that is known from the document, and for every rule', () => {
    const { operations, fields, headers, codes, rules } = provenance
    const shownEntries = [...operations, ...fields, ...headers, ...codes].filter(
      ({ known }) => known === 'document',
    )
    expect(shownEntries.filter(({ section }) => section === null)).toEqual([])
    expect(rules.filter(({ sections }) => sections.length === 0)).toEqual([])
  })

  test('tells the payload of a success from that of a refusal', () => {
    const results = provenance.fields.filter(
      ({ operation, path }) => operation === 'E22' && path === 'result',
    )
    expect(results).toMatchObject([
      { in: 'answer', known: 'invented', section: 'E22', assumptions: ['A-22-1'] },
      { in: 'refusal', known: 'document', section: 'Errors' },
    ])
  })

  test('knows nothing of supporting routes from the document', () => {
    const ids: readonly string[] = CATALOGUE.map(({ id }) => id)
    const { operations, fields, headers } = provenance
    const supporting = [...operations, ...fields, ...headers].filter(
      ({ operation }) => !ids.includes(operation),
    )
    expect(supporting.length).toBeGreaterThan(60)
    expect(supporting.filter(({ known }) => known === 'document')).toEqual([])
  })

  test('knows a field as published elsewhere only where one of its numbers is', () => {
    const fields = provenance.fields.filter(({ known }) => known === 'published elsewhere')
    expect(fields.length).toBeGreaterThan(3)
    const rules = fields.map(({ path, assumptions }) => [
      path,
      assumptions.map((id) => assumption(id as 'A-1-1').known),
    ])
    expect(rules.filter(([, known]) => !known?.includes('published elsewhere'))).toEqual([])
  })
})

describe('GET /_sandbox/provenance', () => {
  const get = async (query = ''): Promise<Provenance> =>
    (await injectServer()).control<Provenance>(`/provenance${query}`)

  test('answers what the build has listed', async () => {
    expect(await get()).toEqual(provenance)
  })

  test('counts what it lists, by kind', async () => {
    const { counts, ...lists } = await get()
    for (const [name, list] of Object.entries(lists))
      for (const known of KNOWN)
        expect(counts[name as keyof typeof counts][known], `${name} ${known}`).toBe(
          list.filter((entry) => entry.known === known).length,
        )
  })

  test('lists only what is known in one way', async () => {
    const { counts, fields, rules } = await get('?known=published+elsewhere')
    expect(counts.operations).toEqual({ document: 0, 'published elsewhere': 1, invented: 0 })
    expect([...fields, ...rules].every(({ known }) => known === 'published elsewhere')).toBe(true)
  })

  test('lists only what concerns one operation', async () => {
    const { operations, fields, headers, rules, codes } = await get('?operation=E22')
    expect(operations.map(({ operation }) => operation)).toEqual(['E22'])
    expect(new Set([...fields, ...headers].map(({ operation }) => operation))).toEqual(
      new Set(['E22']),
    )
    expect(fields.map(({ path }) => path)).toContain('param.assetIds')
    expect(rules.map(({ number }) => number)).toEqual(expect.arrayContaining(['A-22-1', 'A-id-1']))
    expect(rules.map(({ number }) => number)).not.toContain('A-2-1')
    expect(codes.map(({ code }) => code)).toContain('10134011')
  })

  test('refuses an unknown operation with the known ones', async () => {
    await expect(get('?operation=E23')).rejects.toThrow(/answered 400: .*known values are E1, E2/)
  })
})
