import type { TSchema } from '@sinclair/typebox'
import type {
  FastifyRequest,
  FastifySchemaCompiler,
  FastifySerializerCompiler,
  FastifyServerOptions,
  preValidationHookHandler,
} from 'fastify'
import { mostLike } from '../contract/errors/did-you-mean.ts'
import { refuse } from '../contract/errors/refusals.ts'
import type { Surface } from '../contract/operation.ts'
import { EPOCH_MS, USUAL } from '../contract/resources/primitives.ts'
import { refusalFor, refusalForAll } from '../contract/validation/describe-error.ts'
import { findErrorInText, findErrors, isValid } from '../contract/validation/validator.ts'
import { judgeName, looksLikeSeconds } from '../instruments/findings/field-names.ts'
import { isObject } from '../kernel/json.ts'
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
  [USUAL]?: TSchema
}

/** What the body of a request should be, for the refusal of an empty one. */
export const EXPECTED_BODY: Readonly<Record<Surface, string>> = {
  'server-side': 'param',
  portal: 'the parameters',
}

/** A `preValidation` hook of an operation that the document does not recommend. */
export const warnOfLifecycle: preValidationHookHandler = ({ call }, _reply, done) => {
  call.notes.warn('not-recommended-operation')
  done()
}

/** Makes the `preValidation` hook of a schema. */
export const normaliseBodyOf =
  (schema: SchemaPart, expected: string): preValidationHookHandler =>
  (request, _reply, done) => {
    normaliseBody(request, schema, expected)
    done()
  }

export const normaliseBody = (
  request: FastifyRequest,
  schema: SchemaPart,
  expected: string,
): void => {
  const { call } = request
  if (request.body === undefined) throw refuse.emptyBody(expected)
  call.body.sent = request.body
  const body = schema.properties?.param ? withParam(call, request.body) : request.body
  request.body = normalise(schema, body, call)
}

/** A body whose absent or null `param` counts as empty, by the variant of A-request-1. */
const withParam = (call: Call, body: unknown): unknown => {
  if (!isObject(body) || (body.param !== undefined && body.param !== null)) return body
  call.notes.assumptions.add('A-request-1')
  if (call.variant('A-request-1') === 'refused') return body
  if (body.param === null) call.notes.warn('null-as-absent', 'param')
  return { ...body, param: {} }
}

const ABSENT = Symbol('absent')

/**
 * The value without the nulls that count as absent (A-request-1): null where the schema has a field
 * that does not take null. A missing required field is then found by validation. Unknown fields are
 * reported and kept (A-request-2). A value that needs no change is not copied.
 */
const normalise = (schema: SchemaPart, value: unknown, call: Call, field = ''): unknown => {
  if (value === null) {
    if (field !== '' && !takesNull(schema)) return ABSENT
    judgeUsual(schema[USUAL], value, call, field)
    return value
  }
  judgeUsual(schema[USUAL], value, call, field)
  if (schema[EPOCH_MS] && looksLikeSeconds(value))
    call.notes.warn('timestamp-in-seconds', field, String(Number(value) * 1_000))
  if (Array.isArray(value)) return normaliseList(schema, value, call, field)
  if (!isObject(value)) return value
  if (schema.properties) return normaliseObject(schema, value, call, field)
  judgeFreeKeys(schema, value, call, field)
  return value
}

const leaves = new WeakMap<SchemaPart, boolean>()

/** True for a schema that says nothing of the parts of a value, and does not mean an instant. */
const isLeaf = (schema: SchemaPart): boolean => {
  let known = leaves.get(schema)
  if (known === undefined) {
    const { properties, items, additionalProperties } = schema
    known = !properties && !items && typeof additionalProperties !== 'object' && !schema[EPOCH_MS]
    leaves.set(schema, known)
  }
  return known
}

/** True for a value that needs no change and gives nothing to report, as most do. */
const isSettled = (schema: SchemaPart, value: unknown): boolean => {
  if (value === null || !isLeaf(schema)) return false
  const usual = schema[USUAL]
  return usual === undefined || isValid(usual, value)
}

/** Reports a value that the operation takes and the document has not seen. */
const judgeUsual = (
  usual: TSchema | undefined,
  value: unknown,
  call: Call,
  field: string,
): void => {
  if (!usual || isValid(usual, value)) return
  const seen: readonly string[] | undefined = usual.enum
  if (seen === undefined) call.notes.warn('unusual-form', field)
  else
    call.notes.warn(
      'value-not-seen',
      field,
      typeof value === 'string' ? mostLike(value, seen) : undefined,
    )
}

/** Lists of ids under free keys have no nulls that could count as absent. */
const judgeFreeKeys = (
  { additionalProperties: any }: SchemaPart,
  value: Readonly<Record<string, unknown>>,
  call: Call,
  field: string,
): void => {
  if (typeof any !== 'object' || !any.items) return
  for (const [key, list] of Object.entries(value))
    if (Array.isArray(list)) normaliseList(any, list, call, below(field, key))
}

const takesNull = ({ type }: SchemaPart): boolean =>
  type === undefined || [type].flat().includes('null')

const below = (field: string, key: string): string => (field === '' ? key : `${field}.${key}`)

const normaliseList = (
  { items, maxItems = Number.POSITIVE_INFINITY }: SchemaPart,
  list: readonly unknown[],
  call: Call,
  field: string,
): readonly unknown[] => {
  if (list.length > maxItems) {
    if (items?.type === 'integer' && field !== '') call.notes.warn('too-many-ids', field)
    return list
  }
  if (!items?.properties) return list
  const normal = list.map((element, index) =>
    element === null ? element : normalise(items, element, call, `${field}[${index}]`),
  )
  return normal.some((element, index) => element !== list[index]) ? normal : list
}

const normaliseObject = (
  schema: SchemaPart,
  value: Readonly<Record<string, unknown>>,
  call: Call,
  field: string,
): object => {
  let changed: Record<string, unknown> | undefined
  for (const [key, element] of Object.entries(value)) {
    const normal = normaliseField(schema, value, key, call, field)
    if (normal === element) continue
    changed ??= { ...value }
    if (normal === ABSENT) delete changed[key]
    else changed[key] = normal
  }
  return changed ?? value
}

const normaliseField = (
  { properties = {}, required = [], additionalProperties }: SchemaPart,
  value: Readonly<Record<string, unknown>>,
  key: string,
  call: Call,
  field: string,
): unknown => {
  const element = value[key]
  const part = Object.hasOwn(properties, key) ? properties[key] : undefined
  if (part && isSettled(part, element)) return element
  const name = below(field, key)
  if (part) {
    const normal = normalise(part, element, call, name)
    if (normal === ABSENT && !required.includes(key)) call.notes.warn('null-as-absent', name)
    return normal
  }
  // Looking for the name that was meant takes time, so a call with many unknown fields does not get it for all.
  if (typeof additionalProperties !== 'object' && call.notes.hasRoomForFindings) {
    const { code, expected } = judgeName(key, properties, value)
    call.notes.warn(code, name, expected)
  }
  return element
}

/**
 * The `schemaController` of an application that sets its own compilers: with it Fastify does not load its default ones,
 * which are left out of the bundle.
 */
export const NO_DEFAULT_COMPILERS: NonNullable<FastifyServerOptions['schemaController']> = {
  compilersFactory: {
    buildValidator: () => (): never => {
      throw new Error('the validator compiler is not set')
    },
    buildSerializer: () => () => JSON.stringify,
  },
}

/**
 * The serializer compiler of the application. Response schemas describe answers and never change one: a serializer
 * made of a schema would drop keys that the schema does not have.
 */
export const plainSerializer: FastifySerializerCompiler<unknown> = () => (value) =>
  JSON.stringify(value)

const MAX_ERRORS = 20

/** Values of the largest body whose errors are all looked for. */
const MAX_VALUES = 1_000

export const lazyValidator: FastifySchemaCompiler<unknown> = ({ schema, httpPart }) => {
  const judged = schema as TSchema
  if (httpPart === 'body')
    return (value) => {
      const errors = findErrors(judged, value, MAX_ERRORS, MAX_VALUES)
      return errors.length > 0 ? { error: refusalForAll(errors, value) } : { value }
    }
  return (value) => {
    const error = findErrorInText(judged, value)
    return error ? { error: refusalFor(error) } : { value }
  }
}
