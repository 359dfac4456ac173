import type { FastifyRequest } from 'fastify'
import type { FindingCode } from '../contract/findings/finding.ts'
import type { Surface } from '../contract/operation.ts'
import { EPOCH_MS } from '../contract/resources/primitives.ts'
import { refuse } from '../errors/refusals.ts'
import { judgeName, looksLikeSeconds } from '../findings/field-names.ts'
import { isObject } from '../kernel/is-object.ts'
import type { Call } from './call.ts'

interface SchemaPart {
  readonly [keyword: string]: unknown
  type?: string | readonly string[]
  properties?: Readonly<Record<string, SchemaPart>>
  required?: readonly string[] | undefined
  maxItems?: number
  items?: SchemaPart
  additionalProperties?: SchemaPart | boolean | undefined
  [EPOCH_MS]?: true
}

/** What the body of a request should be, for the refusal of an empty one. */
export const EXPECTED_BODY: Readonly<Record<Surface, string>> = {
  'server-side': 'param',
  portal: 'the parameters',
}

/** Prepares the body of a request for validation; the state keeps it as it was sent. */
export const normaliseBody = (
  request: FastifyRequest,
  schema: SchemaPart,
  expected: string,
): void => {
  const { call } = request
  if (request.body === undefined) throw refuse.emptyBody(expected)
  call.sentBody = request.body
  const report: Report = (code, field) => {
    if (!call.hasRoomForWarnings) return
    call.warn(typeof code === 'string' ? code : code(), field)
  }
  const body = schema.properties?.param ? withParam(call, request.body) : request.body
  request.body = normalise(schema, body, report)
}

/** A body whose absent or null `param` counts as empty, by the variant of A-request-1. */
const withParam = (call: Call, body: unknown): unknown => {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return body
  const { param } = body as { param?: unknown }
  if (param !== undefined && param !== null) return body
  call.assumptions.add('A-request-1')
  if (call.variant('A-request-1') === 'refused') return body
  if (param === null) call.warn('null-as-absent', 'param')
  return { ...body, param: {} }
}

/** A code that takes work is made only where there is room for it. */
type Report = (code: FindingCode | (() => FindingCode), field: string) => void

/**
 * The value without the nulls that count as absent (A-request-1): null where the schema has a field
 * that does not take null. A missing required field is then found by validation. Unknown fields are
 * reported and kept (A-request-2). A value that needs no change is not copied.
 */
const normalise = (schema: SchemaPart, value: unknown, report: Report, field = ''): unknown => {
  if (Array.isArray(value)) return normaliseList(schema, value, report, field)
  if (!isObject(value)) return value
  if (schema.properties) return normaliseObject(schema, value, report, field)
  const { additionalProperties: any } = schema
  // Lists of ids under free keys have no nulls that could count as absent.
  if (typeof any === 'object' && any.items)
    for (const [key, list] of Object.entries(value))
      if (Array.isArray(list)) normaliseList(any, list, report, below(field, key))
  return value
}

const below = (field: string, key: string): string => (field === '' ? key : `${field}.${key}`)

const normaliseList = (
  { items, maxItems = Number.POSITIVE_INFINITY }: SchemaPart,
  list: readonly unknown[],
  report: Report,
  field: string,
): readonly unknown[] => {
  if (list.length > maxItems) {
    // Refused by validation.
    if (items?.type === 'integer' && field !== '') report('too-many-ids', field)
    return list
  }
  if (!items?.properties) return list
  const normal = list.map((element, index) =>
    normalise(items, element, report, `${field}[${index}]`),
  )
  return normal.some((element, index) => element !== list[index]) ? normal : list
}

/** Stands for a field that counts as absent. */
const ABSENT = Symbol('absent')

const normaliseObject = (
  { properties = {}, required = [] }: SchemaPart,
  value: Readonly<Record<string, unknown>>,
  report: Report,
  field: string,
): object => {
  let isSame = true
  const entries = Object.entries(value).map(([key, element]): [string, unknown] => {
    const part = Object.hasOwn(properties, key) ? properties[key] : undefined
    if (!part) report(() => judgeName(key, properties, value), below(field, key))
    const normal = part ? normaliseField(part, element, report, below(field, key)) : element
    if (normal === ABSENT && !required.includes(key)) report('null-as-absent', below(field, key))
    isSame &&= normal === element
    return [key, normal]
  })
  if (isSame) return value
  return Object.fromEntries(entries.filter(([, normal]) => normal !== ABSENT))
}

const normaliseField = (
  part: SchemaPart,
  element: unknown,
  report: Report,
  field: string,
): unknown => {
  if (element === null) return takesNull(part) ? element : ABSENT
  if (typeof element === 'object') return normalise(part, element, report, field)
  if (part[EPOCH_MS] && looksLikeSeconds(element)) report('timestamp-in-seconds', field)
  return element
}

const takesNull = (schema: SchemaPart): boolean =>
  schema.type === undefined || [schema.type].flat().includes('null')
