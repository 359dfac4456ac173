import type { FastifyRequest } from 'fastify'
import type { FindingCode } from '../contract/findings/finding.ts'
import type { Surface } from '../contract/operation.ts'
import { EPOCH_MS } from '../contract/resources/primitives.ts'
import { refuse } from '../errors/refusals.ts'
import { judgeName, looksLikeSeconds } from '../findings/field-names.ts'
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
  const report: Report = (code, place) => {
    if (!call.hasRoomForWarnings) return
    call.warn(typeof code === 'string' ? code : code(), fieldAt(place))
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

/** The place of a value: its key or index, and the place of its parent. A field name is made of it only when needed. */
interface Place {
  readonly parent: Place | undefined
  readonly token: string | number
}

const fieldAt = ({ parent, token }: Place): string => {
  const before = parent ? fieldAt(parent) : ''
  if (typeof token === 'number') return `${before}[${token}]`
  return before === '' ? token : `${before}.${token}`
}

/** A code that takes work is made only where there is room for it. */
type Report = (code: FindingCode | (() => FindingCode), place: Place) => void

/**
 * The value without the nulls that count as absent (A-request-1): null where the schema has a field
 * that does not take null. A missing required field is then found by validation. Unknown fields are
 * reported and kept (A-request-2). A value that needs no change is not copied.
 */
const normalise = (schema: SchemaPart, value: unknown, report: Report, place?: Place): unknown => {
  if (Array.isArray(value)) return normaliseList(schema, value, report, place)
  if (value !== null && typeof value === 'object') {
    const object = value as Readonly<Record<string, unknown>>
    if (schema.properties) return normaliseObject(schema, object, report, place)
    judgeLists(schema, object, report, place)
  }
  return value
}

/** Judges lists of ids under free keys, which have no nulls that could count as absent. */
const judgeLists = (
  { additionalProperties }: SchemaPart,
  value: Readonly<Record<string, unknown>>,
  report: Report,
  parent: Place | undefined,
): void => {
  if (typeof additionalProperties !== 'object' || !additionalProperties.items) return
  for (const [token, list] of Object.entries(value))
    if (Array.isArray(list)) normaliseList(additionalProperties, list, report, { parent, token })
}

const normaliseList = (
  schema: SchemaPart,
  list: readonly unknown[],
  report: Report,
  parent: Place | undefined,
): readonly unknown[] => {
  const { items } = schema
  if (list.length > (schema.maxItems ?? Number.POSITIVE_INFINITY)) {
    // Refused by validation.
    if (items?.type === 'integer' && parent) report('too-many-ids', parent)
    return list
  }
  if (!items?.properties) return list
  let copy: unknown[] | undefined
  for (let token = 0; token < list.length; token += 1) {
    const element = list[token]
    const normal = normalise(items, element, report, { parent, token })
    if (normal === element) continue
    copy ??= [...list]
    copy[token] = normal
  }
  return copy ?? list
}

/** Stands for a field that counts as absent. */
const ABSENT = Symbol('absent')

const normaliseObject = (
  schema: SchemaPart,
  value: Readonly<Record<string, unknown>>,
  report: Report,
  parent: Place | undefined,
): object => {
  const keys = Object.keys(value)
  let entries: [string, unknown][] | undefined
  let index = 0
  for (const key of keys) {
    const element = value[key]
    const normal = normaliseField(schema, value, report, parent, key)
    if (normal !== element) entries ??= keys.slice(0, index).map((kept) => [kept, value[kept]])
    if (normal !== ABSENT) entries?.push([key, normal])
    index += 1
  }
  return entries ? Object.fromEntries(entries) : value
}

/** A place is made only for a field that is reported or has fields inside. */
const normaliseField = (
  { properties = {}, required = [] }: SchemaPart,
  value: Readonly<Record<string, unknown>>,
  report: Report,
  parent: Place | undefined,
  key: string,
): unknown => {
  const element = value[key]
  const part = Object.hasOwn(properties, key) ? properties[key] : undefined
  if (!part) {
    reportUnknown(key, properties, value, report, { parent, token: key })
    return element
  }
  if (element === null) {
    if (takesNull(part)) return element
    if (!required.includes(key)) report('null-as-absent', { parent, token: key })
    return ABSENT
  }
  if (typeof element === 'object') return normalise(part, element, report, { parent, token: key })
  if (part[EPOCH_MS] && looksLikeSeconds(element))
    report('timestamp-in-seconds', { parent, token: key })
  return element
}

/** Apart, because a function that makes a closure makes its variables on the heap at every call. */
const reportUnknown = (
  key: string,
  properties: Readonly<Record<string, SchemaPart>>,
  value: Readonly<Record<string, unknown>>,
  report: Report,
  place: Place,
): void => report(() => judgeName(key, properties, value), place)

const takesNull = (schema: SchemaPart): boolean =>
  schema.type === undefined || [schema.type].flat().includes('null')
