import { refuse } from '../errors/refusals.ts'
import { MAX_INTEGER } from '../kernel/ids.ts'

/**
 * The JSON text of a value that is stored as sent. A number beyond the exact range is refused, because it would
 * read back as another (A-request-3).
 */
export const keptJson = (field: string, value: unknown): string => {
  const text = JSON.stringify(value, (_key, element) => {
    if (typeof element === 'number' && !(Math.abs(element) <= MAX_INTEGER))
      throw refuse.outOfRange(field, `have no number beyond ${MAX_INTEGER}`)
    return element
  })
  return text
}
