import { refuse } from '../contract/errors/refusals.ts'
import { MAX_INTEGER } from '../kernel/ids.ts'

/**
 * The JSON text of a value that is stored as sent. A number beyond the exact range is refused, because it would
 * read back as another (A-limit-3).
 */
export const keptJson = (field: string, value: unknown): string => {
  // Looked for beforehand: a function that JSON.stringify calls for each value takes several times as long.
  if (hasInexactNumber(value))
    throw refuse.outOfRange(field, `have no number beyond ${MAX_INTEGER}`)
  return JSON.stringify(value)
}

/** The depth of a body is bounded, and so is this recursion. */
const hasInexactNumber = (value: unknown): boolean => {
  if (typeof value === 'number') return !(Math.abs(value) <= MAX_INTEGER)
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.some(hasInexactNumber)
  for (const key in value)
    if (hasInexactNumber((value as Record<string, unknown>)[key])) return true
  return false
}
