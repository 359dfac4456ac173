import type { Random } from '../core/random.ts'
import { ODD_NAMES } from './odd-values.ts'
import type { Pool } from './pool.ts'

/** The keywords of JSON Schema that our schemas use. */
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
  readonly minLength?: number
  readonly maxLength?: number
  readonly maxItems?: number
}

/** What a value is made from. */
export interface Making {
  readonly random: Random
  readonly pool: Pool
  /** The operation or route, which knows better names of ids. */
  readonly operation: string
  /** Named schemas, for `$ref`. */
  readonly named: Readonly<Record<string, Schema>>
}

const MAX_DEPTH = 6

/** A value that fits a schema, with ids and names from earlier answers where there are some. */
export const makeValue = (schema: Schema, making: Making, key = '', depth = 0): unknown => {
  const { random, pool, operation, named } = making
  if (schema.$ref !== undefined) {
    const target = named[schema.$ref.split('/').at(-1) ?? '']
    return target && depth < MAX_DEPTH ? makeValue(target, making, key, depth + 1) : {}
  }
  if ('const' in schema) return schema.const
  if (schema.enum) return random.pick(schema.enum)
  if (schema.anyOf) return makeValue(random.pick(schema.anyOf), making, key, depth + 1)
  const type = random.pick([schema.type ?? 'any'].flat())
  if (type === 'object') return makeObject(schema, making, depth)
  if (type === 'array') return makeList(schema, making, key, depth)
  const learned = random.chance(0.6) ? pool.find(random, operation, key) : undefined
  return learned !== undefined && (type === 'any' || typeof learned === TYPEOF[type])
    ? learned
    : makeScalar(type, schema, random, key)
}

const TYPEOF: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
}

const makeScalar = (type: string, schema: Schema, random: Random, key: string): unknown => {
  if (type === 'string') return makeText(schema, random, key)
  if (type === 'integer' || type === 'number') return makeNumber(schema, random)
  if (type === 'boolean') return random.chance(0.5)
  if (type === 'null') return null
  return random.pick<unknown>([1, 'a', true, null, {}, []])
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
    const child = further === true ? {} : makeValue(further, making, name, depth + 1)
    Object.defineProperty(made, name, { value: child, enumerable: true, configurable: true })
  }
  return made
}

const makeList = (schema: Schema, making: Making, key: string, depth: number): unknown[] => {
  const { random } = making
  const max = Math.min(schema.maxItems ?? 6, 6)
  return Array.from({ length: random.below(max + 1) }, () =>
    makeValue(schema.items ?? {}, making, key, depth + 1),
  )
}

const TEXTS = [
  '',
  'a',
  'name',
  'image/png',
  'x.png',
  'E8',
  'tags',
  'createTime',
  'desc',
  '0',
  '新品',
]

const makeText = (schema: Schema, random: Random, key: string): string => {
  if (key.endsWith('Name') || key === 'name')
    return random.pick([...ODD_NAMES, 'clip.mp4', 'a.png'])
  if (schema.maxLength !== undefined && random.chance(0.1))
    return 'x'.repeat(schema.maxLength + random.between(-1, 1))
  return random.pick(TEXTS)
}

const makeNumber = ({ minimum, maximum }: Schema, random: Random): number => {
  const least = minimum ?? 0
  const most = maximum ?? Number.MAX_SAFE_INTEGER
  const value = random.pick([
    least,
    least + 1,
    least + 7,
    most,
    most - 1,
    20,
    1_001,
    100_001,
    700_001,
  ])
  return Math.min(most, Math.max(least, value))
}
