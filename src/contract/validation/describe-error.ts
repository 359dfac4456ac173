import { fieldOf, isObject } from '../../kernel/json.ts'
import { TYPE_NAMES } from '../../kernel/text.ts'
import { meantName, standsFor } from '../errors/meant-name.ts'
import { quote } from '../errors/quote.ts'
import type { Refusal } from '../errors/refusal.ts'
import { refuse } from '../errors/refusals.ts'
import { placeOf, type ValidationError } from './validator.ts'

interface SchemaPart {
  type?: string | readonly string[]
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly SchemaPart[]
  description?: string
  additionalProperties?: unknown
  properties?: Readonly<Record<string, SchemaPart>>
}

/** Maximum number of characters of a field's name in a sentence: keys have any length. */
const MAX_NAME = 200

/**
 * The refusal for a validation error: its code, and the sentence that names the field, what is wrong and what
 * would be right. `whole` names the value that the schema is of.
 */
export const refusalFor = (error: ValidationError, whole = 'The request body'): Refusal => {
  const field = fieldFor(error, whole)
  const schema = (error.parentSchema ?? {}) as SchemaPart
  const params: Record<string, unknown> = error.params
  const bounds = boundsFor(error)
  if (bounds !== undefined) return refuse.outOfRange(field, bounds)
  switch (error.keyword) {
    case 'required':
      return refuse.missingField(
        field,
        expectedBy(propertyOf(schema.properties, params.missingProperty)),
      )
    case 'type':
      return refuse.wrongType(field, expectedBy(schema), typeOf(error.data))
    case 'anyOf':
      return refuse.wrongType(field, expectedBy(schema), quote(error.data))
    case 'maxItems':
      return refuse.tooMany(field, Number(params.limit), (error.data as unknown[]).length)
    case 'pattern':
      return refuse.wrongFormat(
        field,
        schema.description ?? `text matching ${params.pattern}`,
        String(error.data),
      )
    case 'additionalProperties':
      return refuse.unknownKey(field, Object.keys(schema.properties ?? {}))
    case 'enum':
      return refuse.notAllowed(field, error.data, params.allowedValues as string[])
    case 'const':
      return refuse.notAllowed(field, error.data, [JSON.stringify(params.allowedValue)])
    default:
      return refuse.outOfRange(field, error.message?.replace(/^must /, '') ?? 'be valid')
  }
}

/**
 * The refusal of a whole value: the code of the first error, and a sentence for each. Of the elements of one list the first
 * wrong one stands for all.
 */
export const refusalForAll = (errors: readonly ValidationError[], body: unknown): Refusal => {
  const byKind = new Map<string, Refusal>()
  for (const error of errors) {
    const kind = `${error.keyword} ${placeOf(error).replaceAll(/\/\d+/g, '/*')}`
    if (!byKind.has(kind)) byKind.set(kind, refusalFor(error).with(sentInstead(error, body)))
  }
  const [first, ...others] = byKind.values() as Iterable<Refusal> as [Refusal, ...Refusal[]]
  return first.with(others.map(({ message }) => `. ${message}`).join(''))
}

/** Keys of an object that are looked at for what was meant: comparing names takes work. */
const MAX_SENT_KEYS = 100

type Fields = Readonly<Record<string, unknown>>

/** What was sent in place of a missing field, as the end of its sentence; empty where nothing is like it. */
const sentInstead = (error: ValidationError, body: unknown): string => {
  const { keyword, data: object } = error
  const { properties = {}, additionalProperties } = error.parentSchema as SchemaPart
  // If keys must be known, an unknown key gets its own sentence.
  if (keyword !== 'required' || !isObject(object) || additionalProperties === false) return ''
  const missing = String(error.params.missingProperty)
  const unknown = Object.keys(object)
    .slice(0, MAX_SENT_KEYS)
    .filter((key) => !Object.hasOwn(properties, key))
  const near =
    unknown.find((key) => meantName(key, properties, object)?.name === missing) ??
    unknown.find((key) => standsFor(key, missing))
  if (near !== undefined) return `; ${quote(near)} was sent instead`
  const inner = propertyOf(properties, missing).properties ?? {}
  const outside = unknown.filter((key) => Object.hasOwn(inner, key))
  if (outside.length > 0) return `; ${outside.join(' and ')} must be inside ${missing}`
  const place = isObject(body) ? placeIn(body, missing) : undefined
  return place === undefined ? '' : `; it was sent as ${place}`
}

/** The path of a name one or two levels below the top of a body. */
const placeIn = (body: Fields, name: string): string | undefined => {
  if (Object.hasOwn(body, name)) return `${name}, at the top level`
  const [holder] =
    Object.entries(body).find(([, part]) => isObject(part) && Object.hasOwn(part, name)) ?? []
  return holder === undefined ? undefined : `${holder}.${name}`.slice(0, MAX_NAME)
}

export const describeError = (error: ValidationError, whole?: string): string =>
  refusalFor(error, whole).message

/** The field of a validation error, made of names that the schema knows; of an unknown key its object. */
export const describePlace = (error: ValidationError, whole: string): string => {
  const object = nameOf(error.instancePath, whole)
  return error.keyword === 'additionalProperties' ? `a key in ${object}` : fieldFor(error, whole)
}

const fieldFor = (error: ValidationError, whole: string): string => nameOf(placeOf(error), whole)

/** `users[0].email`, on one line. */
const nameOf = (pointer: string, whole: string): string =>
  fieldOf(pointer).replaceAll(/\s+/g, ' ').slice(0, MAX_NAME) || whole

/** How a number, a text, a list or an object would have to be, where it is outside its bounds. */
const boundsFor = ({
  keyword,
  params,
  data,
  propertyName,
}: ValidationError): string | undefined => {
  const { limit } = params
  if (propertyName !== undefined)
    return `have keys of at most ${limit} characters, got one of ${charactersOf(propertyName)}`
  switch (keyword) {
    case 'minimum':
      return `be at least ${limit}`
    case 'maximum':
      return `be at most ${limit}`
    case 'minLength':
    case 'minItems':
      return 'not be empty'
    case 'maxLength':
      return `have at most ${limit} characters, got ${charactersOf(String(data))}`
    case 'maxProperties':
      return `have at most ${limit} properties, got ${Object.keys(Object(data)).length}`
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

const propertyOf = (properties: SchemaPart['properties'], name: unknown): SchemaPart =>
  new Map(Object.entries(properties ?? {})).get(String(name)) ?? {}

const expectedBy = (schema: SchemaPart): string => {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return `one of ${schema.enum.join(', ')}`
  if (schema.anyOf) return schema.anyOf.map(choiceOf).join(' or ')
  const types = [schema.type ?? []].flat() as string[]
  return types.map((type) => TYPE_NAMES.get(type) ?? type).join(' or ') || 'a value'
}

const MAX_KEYS = 3

/** One choice of several; objects differ by their keys. */
const choiceOf = (schema: SchemaPart): string => {
  const keys = Object.keys(schema.properties ?? {})
  const isTold = keys.length > 0 && keys.length <= MAX_KEYS
  return isTold ? `${expectedBy(schema)} with ${keys.join(', ')}` : expectedBy(schema)
}

const typeOf = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'number' && !Number.isInteger(value)) return 'a fraction'
  return TYPE_NAMES.get(typeof value) ?? typeof value
}
