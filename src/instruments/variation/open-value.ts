import type { TSchema } from '@sinclair/typebox'
import type { Operation, VariationMarks } from '../../contract/operation.ts'

/** A value of an answer, and what of it the document leaves open; undefined where nothing is open. */
export type OpenValue = OpenObject | OpenList | undefined

export interface OpenObject {
  readonly kind: 'object'
  /** Nullable fields for whose value the document gives no condition: they may be null, and absent. */
  readonly nullable: readonly string[]
  /** Nullable fields that lead to something which a caller needs: a value stays, null may be absent. */
  readonly kept: readonly string[]
  /** Lists whose elements at one place belong together. */
  readonly parallel: readonly string[]
  readonly parts: ReadonlyMap<string, OpenValue>
  /** What holds of every other field; only of objects with free keys, which get no further ones. */
  readonly anyPart: OpenValue
  /** True if it has exactly these fields according to the document, which says so of empty objects. */
  readonly isClosed: boolean
}

export interface OpenList {
  readonly kind: 'list'
  readonly of: OpenValue
  /** True if the document or the request defines its order. */
  readonly isOrdered?: ((param: Fields) => boolean) | undefined
}

export type Fields = Readonly<Record<string, unknown>>

const known = new WeakMap<Operation, OpenValue>()

/** What of the payload of an operation is open: what its schema shows, but for what the operation marks. */
export const openResultOf = (operation: Operation): OpenValue => {
  if (!known.has(operation))
    known.set(operation, openValue(operation.result, operation.variation, ''))
  return known.get(operation)
}

interface Shown {
  readonly type?: string
  readonly anyOf?: readonly Shown[]
  readonly items?: Shown
  readonly properties?: Readonly<Record<string, Shown>>
  readonly additionalProperties?: Shown | boolean
}

const openValue = (schema: TSchema | Shown, marks: VariationMarks, name: string): OpenValue => {
  const { type, anyOf = [], items = {}, properties } = schema as Shown
  if (type === 'array')
    return {
      kind: 'list',
      of: openValue(items, marks, name),
      isOrdered: new Map(Object.entries(marks.ordered ?? {})).get(name),
    }
  if (properties) return openObject(schema as Shown, marks)
  const [open] = anyOf.map((one) => openValue(one, marks, name)).filter(Boolean)
  return open
}

const openObject = (
  { properties = {}, additionalProperties = false }: Shown,
  marks: VariationMarks,
): OpenObject => {
  const { kept = [], promised = [], parallel = [] } = marks
  const names = Object.keys(properties)
  const nullable = Object.entries(properties)
    .filter(([name, property]) => acceptsNull(property) && !promised.includes(name))
    .map(([name]) => name)
  const parts = Object.entries(properties)
    .filter(([name]) => !parallel.includes(name))
    .map(([name, property]) => [name, openValue(property, marks, name)] as const)
  return {
    kind: 'object',
    nullable: nullable.filter((name) => !kept.includes(name)),
    kept: nullable.filter((name) => kept.includes(name)),
    parallel: parallel.filter((name) => names.includes(name)),
    parts: new Map(parts),
    anyPart:
      typeof additionalProperties === 'object'
        ? openValue(additionalProperties, marks, '')
        : undefined,
    isClosed: names.length === 0,
  }
}

const acceptsNull = ({ type, anyOf = [] }: Shown): boolean =>
  type === 'null' || (Array.isArray(type) && type.includes('null')) || anyOf.some(acceptsNull)
