import { CATALOGUE } from '#src/endpoints/index.ts'
import { Pool } from '../calls/pool.ts'
import { makeValue, type Schema } from '../calls/schema.ts'
import type { Tenant } from '../calls/stage.ts'
import { randomFor } from '../core/random.ts'
import type { BodySize } from './shapes.ts'

/** A list of an operation that can be filled with distinct elements which fit its schema. */
export interface LongList {
  readonly operation: string
  readonly field: string
  readonly body: (size: BodySize) => string
}

/** Every list and map of every operation: what fits the schema is worked on, not only refused. */
export const longLists = (tenant: Tenant): LongList[] =>
  CATALOGUE.flatMap(({ id, param, surface }) =>
    Object.entries((param as Schema).properties ?? {})
      .filter(([, child]) => elementOf(child) !== undefined)
      .map(([field, child]) => ({
        operation: id,
        field,
        body: (size) => {
          const value = fill(child, size)
          const filled = { ...tenant.samples[id], [field]: value }
          return JSON.stringify(surface === 'portal' ? filled : { param: filled })
        },
      })),
  )

const elementOf = ({ items, additionalProperties }: Schema): Schema | undefined =>
  items ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined)

/** Elements that fit, each with another number or text in it. */
const fill = (schema: Schema, { bytes, values }: BodySize): unknown => {
  const making = { random: randomFor(1, 'lists'), pool: new Pool(), operation: '', named: {} }
  const sample = makeValue(elementOf(schema) ?? {}, making)
  const isMap = schema.items === undefined
  const bytesEach = JSON.stringify(distinct(sample, 1_000_000)).length + (isMap ? 12 : 1)
  const valuesEach = countValues(sample) + (isMap ? 1 : 0)
  const length = Math.max(1, Math.floor(Math.min(bytes / bytesEach, values / valuesEach)) - 50)
  const elements = Array.from({ length }, (_, index) => distinct(sample, index))
  if (!isMap) return elements
  return Object.fromEntries(elements.map((element, index) => [`task${index}`, element]))
}

const distinct = (value: unknown, index: number): unknown => {
  if (typeof value === 'number') return 1_000 + index
  if (typeof value === 'string') return `t${index}`
  if (Array.isArray(value)) return value.slice(0, 3).map((element) => distinct(element, index))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [name, distinct(child, index)]),
  )
}

const countValues = (value: unknown): number => {
  if (value === null || typeof value !== 'object') return 1
  const children = Object.values(value)
  const keys = Array.isArray(value) ? 0 : children.length
  return 1 + keys + children.reduce<number>((sum, child) => sum + countValues(child), 0)
}
