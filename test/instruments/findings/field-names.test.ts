import type { TSchema } from '@sinclair/typebox'
import { describe, expect, test } from 'vitest'
import { CORRECTED_NAMES, NAMES_OF_ONE_MEANING } from '#src/contract/errors/meant-name.ts'
import { CATALOGUE } from '#src/endpoints/index.ts'
import { judgeName } from '#src/instruments/findings/field-names.ts'

/** Names of requests that are published elsewhere and that no operation of the document has. */
const ELSEWHERE = ['sort', 'parentCollectionId', 'groupId']

const namesIn = (schema: TSchema | undefined): string[] => {
  if (!schema) return []
  const properties: Record<string, TSchema> = schema.properties ?? {}
  const below = Object.values(properties).flatMap(namesIn)
  const choices: TSchema[] = schema.anyOf ?? []
  return [
    ...Object.keys(properties),
    ...below,
    ...namesIn(schema.items),
    ...choices.flatMap(namesIn),
  ]
}

const known = new Set(
  CATALOGUE.flatMap(({ param, result }) => [...namesIn(param), ...namesIn(result)]),
)

const inRequests = new Set(CATALOGUE.flatMap(({ param }) => namesIn(param)))

describe('the names that a client may take for another', () => {
  test('are names of the document or published elsewhere', () => {
    const invented = NAMES_OF_ONE_MEANING.flat().filter((name) => !known.has(name))
    expect(invented.filter((name) => !ELSEWHERE.includes(name))).toEqual([])
  })

  test('lead to a name of a request', () => {
    const idle = NAMES_OF_ONE_MEANING.filter((names) => !names.some((name) => inRequests.has(name)))
    expect(idle).toEqual([])
    expect([...CORRECTED_NAMES.values()].filter((name) => !inRequests.has(name))).toEqual([])
  })
})

describe('a name that a schema does not have', () => {
  const properties = { pageNum: {}, blockId: {}, high: {}, createTimeForm: {} }

  test.each([
    ['createTimeFrom', 'corrected-name'],
    ['createtimeform', 'wrong-case-name'],
    ['block_id', 'wrong-case-name'],
    ['page', 'foreign-name'],
    ['pageSize', 'unknown-field'],
    ['constructor', 'unknown-field'],
    ['__proto__', 'unknown-field'],
    [`page${'_'.repeat(200)}num`, 'unknown-field'],
  ])('%s counts as %s', (name, code) => {
    expect(judgeName(name, properties, { [name]: 1 }).code).toBe(code)
  })

  test('is only unknown beside the name that it could stand for', () => {
    expect(judgeName('page', properties, { page: 1, pageNum: 1 }).code).toBe('unknown-field')
    expect(judgeName('BlockId', properties, { BlockId: 1, blockId: 1 }).code).toBe('unknown-field')
  })
})
