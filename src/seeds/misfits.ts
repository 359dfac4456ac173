import type { TSchema } from '@sinclair/typebox'
import { Value, type ValueError, ValueErrorType } from '@sinclair/typebox/value'
import { quote } from '../errors/quote.ts'
import { refuse } from '../errors/refusals.ts'
import { TYPE_NAMES } from '../kernel/describe-type.ts'
import { fieldOf } from '../kernel/json-pointer.ts'

/** So many problems say enough. */
const MAX = 10

/** Why data does not fit a schema: a sentence for each place, as operations say it of their parameters. */
export const problemsOf = (schema: TSchema, data: unknown): string[] => {
  const sentences = new Map<string, string>()
  for (const error of Value.Errors(schema, data)) {
    // What is missing is also of the wrong type: the first sentence of a place says it best.
    if (!sentences.has(error.path)) sentences.set(error.path, sentenceFor(error))
    if (sentences.size >= MAX) break
  }
  return [...sentences.values()]
}

/** The place of the first value that does not fit, made of keys that the schema knows. */
export const placeOfMisfit = (schema: TSchema, data: unknown): string => {
  const first = Value.Errors(schema, data).First()
  if (!first) return 'it'
  const isUnknownKey = first.type === ValueErrorType.ObjectAdditionalProperties
  const path = isUnknownKey ? first.path.replace(/\/[^/]*$/, '') : first.path
  return isUnknownKey ? `a key in ${nameOf(path)}` : nameOf(path)
}

const sentenceFor = (error: ValueError): string => {
  const field = nameOf(error.path)
  const { schema, value } = error
  switch (error.type) {
    case ValueErrorType.ObjectRequiredProperty:
      return refuse.missingField(field, expectedBy(schema)).message
    case ValueErrorType.ObjectAdditionalProperties:
      return refuse.unknownKey(field, Object.keys(schema.properties ?? {})).message
    case ValueErrorType.IntegerMinimum:
    case ValueErrorType.NumberMinimum:
      return refuse.outOfRange(field, `be at least ${schema.minimum}`).message
    case ValueErrorType.IntegerMaximum:
    case ValueErrorType.NumberMaximum:
      return refuse.outOfRange(field, `be at most ${schema.maximum}`).message
    case ValueErrorType.ArrayMinItems:
    case ValueErrorType.StringMinLength:
      return refuse.outOfRange(field, 'not be empty').message
    case ValueErrorType.ArrayMaxItems:
      return refuse.outOfRange(field, `have at most ${schema.maxItems} elements`).message
    case ValueErrorType.StringMaxLength:
      return refuse.outOfRange(field, `have at most ${schema.maxLength} characters`).message
    case ValueErrorType.ObjectMaxProperties:
      return refuse.outOfRange(field, `have at most ${schema.maxProperties} properties`).message
    case ValueErrorType.StringPattern:
      return refuse.wrongFormat(field, textOf(schema), String(value)).message
    default:
      return `${field} must be ${expectedBy(schema)}, got ${quote(value)}`
  }
}

/** `users[0].email`, which may be of any length and have line breaks in it. */
const nameOf = (path: string): string => fieldOf(path).replaceAll(/\s+/g, ' ').slice(0, 200) || 'it'

const textOf = ({ description, pattern }: TSchema): string =>
  description ?? `text matching ${pattern}`

const expectedBy = (schema: TSchema): string => {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return `one of ${schema.enum.join(', ')}`
  if (schema.anyOf) return schema.anyOf.map(expectedBy).join(' or ')
  const keys = schema.type === 'object' ? Object.keys(schema.properties ?? {}) : []
  const article = TYPE_NAMES.get(schema.type) ?? 'a value'
  return keys.length > 0 && keys.length < 4 ? `${article} with ${keys.join(', ')}` : article
}
