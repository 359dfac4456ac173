import fc from 'fast-check'
import type { Random } from '../core/random.ts'
import { ODD_NAMES } from './odd-values.ts'
import type { Pool } from './pool.ts'

export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly additionalProperties?: Schema | boolean
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly maxItems?: number
}

export interface Making {
  readonly random: Random
  readonly pool: Pool
  /** The operation or route, which knows better names of ids. */
  readonly route: string
  /** Named schemas, for `$ref`. */
  readonly named: Readonly<Record<string, Schema>>
}

const MAX_DEPTH = 6

/** A value that fits a schema, with ids and names from earlier answers where there are some. */
export const makeValue = (schema: Schema, making: Making, key = '', depth = 0): unknown => {
  const { random, named } = making
  if (depth > 2 * MAX_DEPTH) return null
  const choices =
    schema.anyOf ?? (schema.$ref && [named[schema.$ref.split('/').at(-1) ?? ''] ?? {}])
  if (choices) return makeValue(random.pick(choices), making, key, depth + 1)
  const values = schema.enum ?? (schema.const !== undefined && [schema.const])
  if (values) return random.pick(values)
  const type = random.pick([schema.type ?? 'any'].flat())
  if (type === 'object') return makeObject(schema, making, depth)
  if (type === 'array') return makeList(schema, making, key, depth)
  return learnedValue(type, making, key) ?? makeScalar(type, schema, random, key)
}

const learnedValue = (type: string, { random, pool, route }: Making, key: string): unknown => {
  const learned = random.chance(0.6) ? pool.find(random, route, key) : undefined
  const wanted = type === 'integer' ? 'number' : type
  return type === 'any' || typeof learned === wanted ? learned : undefined
}

const makeList = (schema: Schema, making: Making, key: string, depth: number): unknown[] => {
  const length = making.random.below(Math.min(schema.maxItems ?? 6, 6) + 1)
  return Array.from({ length }, () => makeValue(schema.items ?? {}, making, key, depth + 1))
}

const makeObject = (schema: Schema, making: Making, depth: number): unknown => {
  const { random } = making
  const made: Record<string, unknown> = {}
  for (const [name, child] of Object.entries(schema.properties ?? {}))
    if (schema.required?.includes(name) || (depth < MAX_DEPTH && random.chance(0.6)))
      made[name] = makeValue(child, making, name, depth + 1)
  const further = schema.additionalProperties ?? Object.values(schema.patternProperties ?? {})[0]
  if (typeof further !== 'object' && further !== true) return made
  for (let count = random.below(3); count > 0 && depth < MAX_DEPTH; count -= 1) {
    const name = random.pick(['a', 'task1', 'initiator', '/param/x', random.pick(ODD_NAMES)])
    const value = makeValue(further === true ? {} : further, making, name, depth + 1)
    // An assignment would set the prototype instead of the key `__proto__`.
    Object.defineProperty(made, name, { value, enumerable: true, configurable: true })
  }
  return made
}

const usualTexts = fc.constantFrom(
  '',
  'a',
  'image/png',
  'x.png',
  'E8',
  'tags',
  'createTime',
  '新品',
)
const usualNumbers = fc.constantFrom(1, 7, 20, 1_001, 100_001, 700_001)
const anyNumbers = fc.maxSafeInteger()

const makeScalar = (type: string, schema: Schema, random: Random, key: string): unknown => {
  const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER, maxLength } = schema
  switch (type) {
    case 'string':
      if (/name$/i.test(key)) return random.pick([...ODD_NAMES, 'clip.mp4', 'a.png'])
      if (maxLength !== undefined && random.chance(0.1))
        return 'x'.repeat(Math.min(maxLength, 70_000) + random.between(-1, 1))
      return random.sample(usualTexts)
    case 'integer':
    case 'number': {
      const odd = [minimum, minimum + 1, maximum, maximum - 1, random.sample(anyNumbers)]
      const value = random.chance(0.5) ? random.sample(usualNumbers) : random.pick(odd)
      return Math.min(maximum, Math.max(minimum, value))
    }
    case 'boolean':
      return random.chance(0.5)
    default:
      return type === 'null' ? null : random.pick<unknown>([1, 'a', true, null, {}, []])
  }
}
