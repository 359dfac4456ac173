import type { TSchema } from '@sinclair/typebox'
import type { RefusalName } from '../errors/refusals.ts'

/** The refusal that a keyword of a schema leads to, as `refusalFor` makes it. */
const BY_KEYWORD: ReadonlyMap<string, RefusalName> = new Map([
  ['required', 'missingField'],
  ['type', 'wrongType'],
  ['anyOf', 'wrongType'],
  ['pattern', 'wrongFormat'],
  ['maxItems', 'tooMany'],
  ['enum', 'notAllowed'],
  ['const', 'notAllowed'],
  ['minimum', 'outOfRange'],
  ['maximum', 'outOfRange'],
  ['minLength', 'outOfRange'],
  ['maxLength', 'outOfRange'],
  ['minItems', 'outOfRange'],
  ['maxProperties', 'outOfRange'],
  ['propertyNames', 'outOfRange'],
])

/** The refusals that values which do not fit a schema lead to. */
export const schemaRefusals = (schema: TSchema): Set<RefusalName> => {
  const found = new Set<RefusalName>()
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return
    for (const [keyword, value] of Object.entries(part)) {
      const refusal = BY_KEYWORD.get(keyword)
      if (refusal && !isEmptyList(value)) found.add(refusal)
      // The names of properties are no keywords.
      if (keyword === 'properties') Object.values(value as object).forEach(visit)
      else if (NESTED.has(keyword)) [value].flat().forEach(visit)
    }
  }
  visit(schema)
  return found
}

const NESTED: ReadonlySet<string> = new Set(['items', 'anyOf', 'additionalProperties'])

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0
