import type { TSchema } from '@sinclair/typebox'
import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv'
import type { FastifySchemaCompiler } from 'fastify'
import type { Refusal } from '../errors/refusal.ts'
import { refuse } from '../errors/refusals.ts'
import { TYPE_NAMES } from '../kernel/describe-type.ts'
import { fieldOf } from '../kernel/json-pointer.ts'

interface SchemaPart {
  type?: string | readonly string[]
  description?: string
  properties?: Record<string, SchemaPart>
}

/** Finds why a value does not fit a schema; undefined when it does. */
type MisfitFinder = (schema: TSchema, value: unknown) => ErrorObject | undefined

/** Schemas are compiled on first use and once per process: most are never needed. */
const misfitFinder = (options: Options): MisfitFinder => {
  const ajv = new Ajv({ allErrors: false, verbose: true, strict: false, ...options })
  const compiled = new WeakMap<object, ValidateFunction>()
  return (schema, value) => {
    let validate = compiled.get(schema)
    if (!validate) {
      validate = ajv.compile(schema)
      compiled.set(schema, validate)
    }
    return validate(value) ? undefined : validate.errors?.[0]
  }
}

/** For JSON bodies and replies: judges and changes nothing. */
export const findMisfit = misfitFinder({ coerceTypes: false })

/** For paths and query strings, which are all text: reads numbers and fills in defaults. */
const findMisfitInText = misfitFinder({ coerceTypes: true, useDefaults: true })

/** The validator compiler of the application; compiles nothing before it is needed. */
export const lazyValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const find = httpPart === 'body' ? findMisfit : findMisfitInText
  return (value) => {
    const misfit = find(schema, value)
    return misfit ? { error: refusalFor(misfit) } : { value }
  }
}

/** The refusal that explains a misfit, naming the field by its path in the request. */
const refusalFor = (error: ErrorObject): Refusal => {
  const field = fieldName(error.instancePath)
  const params: Record<string, unknown> = error.params
  const bounds = boundsOf(error)
  if (bounds !== undefined) return refuse.outOfRange(field, bounds)
  switch (error.keyword) {
    case 'required': {
      const name = String(params.missingProperty)
      const schema = (error.parentSchema as SchemaPart | undefined)?.properties?.[name]
      return refuse.missingField(field === BODY ? name : `${field}.${name}`, expectedBy(schema))
    }
    case 'type':
      return refuse.wrongType(
        field,
        expectedBy(error.parentSchema as SchemaPart),
        kindOf(error.data),
      )
    case 'maxItems':
      return refuse.tooMany(field, Number(params.limit), (error.data as unknown[]).length)
    case 'pattern':
      return refuse.wrongFormat(
        field,
        (error.parentSchema as SchemaPart).description ?? `text matching ${params.pattern}`,
        String(error.data),
      )
    case 'additionalProperties':
      return refuse.unknownKey(
        field === BODY
          ? String(params.additionalProperty)
          : `${field}.${params.additionalProperty}`,
        Object.keys((error.parentSchema as SchemaPart).properties ?? {}),
      )
    case 'enum':
      return refuse.notAllowed(field, error.data, params.allowedValues as string[])
    default:
      return refuse.outOfRange(field, error.message?.replace(/^must /, '') ?? 'be valid')
  }
}

/** How a number, a text or an object would have to be, where it is outside its bounds. */
const boundsOf = ({ keyword, params, data, propertyName }: ErrorObject): string | undefined => {
  const atMost = `at most ${params.limit}`
  if (propertyName !== undefined)
    return `have keys of ${atMost} characters, got one of ${charactersOf(propertyName)}`
  switch (keyword) {
    case 'minimum':
      return `be at least ${params.limit}`
    case 'maximum':
      return `be ${atMost}`
    case 'minLength':
    case 'minItems':
      return 'not be empty'
    case 'maxLength':
      return `have ${atMost} characters, got ${charactersOf(String(data))}`
    case 'maxProperties':
      return `have ${atMost} properties, got ${Object.keys(Object(data)).length}`
    default:
      return undefined
  }
}

/** As a schema counts them: a character outside the basic plane counts once. */
const charactersOf = (text: string): number => {
  let count = 0
  for (const _ of text) count += 1
  return count
}

const BODY = 'The request body'

const fieldName = (pointer: string): string => fieldOf(pointer) || BODY

const expectedBy = (schema: SchemaPart | undefined): string => {
  const types = [schema?.type ?? []].flat() as string[]
  return types.length === 0
    ? 'a value'
    : types.map((type) => TYPE_NAMES.get(type) ?? type).join(' or ')
}

const kindOf = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'number' && !Number.isInteger(value)) return 'a fraction'
  return TYPE_NAMES.get(typeof value) ?? typeof value
}
