import { CATALOGUE } from '#src/endpoints/index.ts'
import { isObject } from '#src/kernel/json.ts'
import { type OpenValue, openResultOf } from '#src/variation/open-value.ts'
import type { VariationKind } from '#src/variation/variation-kinds.ts'

/**
 * The schema of answers while kinds of variation are in force, for a check of answers against a published schema:
 * further fields and absent nullable ones are then no errors. Everything else stays as it is.
 */
export const variedSchema = <T>(schema: T, kinds: readonly VariationKind[]): T => {
  const drops = { extra: kinds.includes('extra-fields'), absent: kinds.includes('optional-values') }
  return drops.extra || drops.absent ? (relaxed(schema, drops) as T) : schema
}

interface Drops {
  readonly extra: boolean
  readonly absent: boolean
}

const relaxed = (schema: unknown, drops: Drops): unknown => {
  if (Array.isArray(schema)) return schema.map((part) => relaxed(part, drops))
  if (!isObject(schema)) return schema
  const parts = Object.entries(schema).map(([key, part]) => [key, relaxed(part, drops)])
  const changed: Record<string, unknown> = Object.fromEntries(parts)
  if (drops.extra && changed.additionalProperties === false) delete changed.additionalProperties
  if (drops.absent && Array.isArray(changed.required) && isObject(changed.properties))
    changed.required = requiredOf(changed.required, changed.properties)
  return changed
}

const requiredOf = (names: readonly unknown[], properties: Record<string, unknown>): unknown[] => {
  const absent = Object.entries(properties)
    .filter(([name, property]) => NULLABLE.has(name) && acceptsNull(property))
    .map(([name]): unknown => name)
  return names.filter((name) => !absent.includes(name))
}

const acceptsNull = (schema: unknown): boolean => {
  if (!isObject(schema)) return false
  const { type, anyOf } = schema
  if (Array.isArray(anyOf)) return anyOf.some(acceptsNull)
  return type === 'null' || (Array.isArray(type) && type.includes('null'))
}

function* nullableIn(open: OpenValue): Generator<string> {
  if (!open) return
  if (open.kind === 'list') return yield* nullableIn(open.of)
  yield* open.nullable
  yield* open.kept
  for (const part of open.parts.values()) yield* nullableIn(part)
}

/** The fields that can be absent, in any object of an answer. */
const NULLABLE: ReadonlySet<string> = new Set(
  CATALOGUE.flatMap((operation) => [...nullableIn(openResultOf(operation))]),
)
