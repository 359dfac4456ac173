import type { FastifyRequest } from 'fastify'
import type { FindingCode } from '../contract/finding.ts'
import { refuse } from '../kernel/errors.ts'

interface SchemaPart {
  readonly [keyword: string]: unknown
  type?: string | readonly string[]
  properties?: Readonly<Record<string, SchemaPart>>
  required?: readonly string[]
  items?: SchemaPart
}

/** Makes ready a request's body for validation; keeps what was sent in the context. */
export const normaliseBody = (
  request: FastifyRequest,
  schema: SchemaPart,
  expected: string,
): void => {
  const { context } = request
  if (request.body === undefined) throw refuse.emptyBody(expected)
  context.sentBody = request.body
  request.body = normalise(schema, request.body, (code, field) => context.find(code, field))
}

type Report = (code: FindingCode, field: string) => void

/**
 * The value without the nulls that count as absent (A-request-1): null where the schema has a field
 * that does not take null. A missing required field is then found by validation. Unknown fields are
 * reported and kept (A-request-2). What needs no change is not copied.
 */
const normalise = (schema: SchemaPart, value: unknown, report: Report, path = ''): unknown => {
  if (Array.isArray(value)) return normaliseList(schema, value, report, path)
  if (schema.properties && value !== null && typeof value === 'object')
    return normaliseObject(schema, value, report, path)
  return value
}

const normaliseList = (
  schema: SchemaPart,
  list: readonly unknown[],
  report: Report,
  path: string,
): readonly unknown[] => {
  const { items } = schema
  if (!items?.properties) return list
  let copy: unknown[] | undefined
  for (const [index, element] of list.entries()) {
    const normal = normalise(items, element, report, `${path}[${index}]`)
    if (normal === element) continue
    copy ??= [...list]
    copy[index] = normal
  }
  return copy ?? list
}

const normaliseObject = (
  schema: SchemaPart,
  value: object,
  report: Report,
  path: string,
): object => {
  const { properties = {}, required = [] } = schema
  if (Object.keys(properties).length === 0) return value
  const normalField = ([key, element]: [string, unknown]): [string, unknown][] => {
    const field = path === '' ? key : `${path}.${key}`
    const part = Object.hasOwn(properties, key) ? properties[key] : undefined
    if (!part) report('unknown-field', field)
    if (!part || element !== null || takesNull(part))
      return [[key, part ? normalise(part, element, report, field) : element]]
    if (!required.includes(key)) report('null-as-absent', field)
    return []
  }
  const entries = Object.entries(value)
  const normal = entries.flatMap(normalField)
  const isSame =
    normal.length === entries.length &&
    normal.every(([, element], index) => element === entries[index]?.[1])
  return isSame ? value : Object.fromEntries(normal)
}

const takesNull = (schema: SchemaPart): boolean =>
  schema.type === undefined || [schema.type].flat().includes('null')
