import { InvalidDataError } from '../errors/invalid-data-error.ts'
import { LIMITS } from '../limits.ts'

/** Elements of all lists, and characters of all keys and texts. */
interface SeedSize {
  rows: number
  chars: number
}

/** Refuses data of a seed that is larger than one call may add, in one pass. */
export const refuseLargeFragment = (data: unknown): void => {
  const { rows, chars } = sizeOf(data)
  const { seedRows, seedChars } = LIMITS
  if (rows > seedRows.max)
    throw new InvalidDataError(
      `the fragment has ${rows} elements in its lists; at most ${seedRows.max} are allowed at once`,
    )
  if (chars > seedChars.max)
    throw new InvalidDataError(
      `the fragment has ${chars} characters in its texts; at most ${seedChars.max} are allowed at once`,
    )
}

/** Refuses a merged seed folder that has more rows than a database of a seed may have. */
export const refuseLargeSeed = (data: unknown): void => {
  const { rows } = sizeOf(data)
  if (rows > LIMITS.seedFolderRows.max)
    throw new InvalidDataError(
      `the seed has ${rows} elements in its lists; at most ${LIMITS.seedFolderRows.max} are allowed`,
    )
}

const sizeOf = (data: unknown): SeedSize => {
  const size = { rows: 0, chars: 0 }
  const pending: unknown[] = [data]
  while (pending.length > 0) {
    const value = pending.pop()
    if (typeof value === 'string') size.chars += value.length
    else if (Array.isArray(value)) {
      size.rows += value.length
      for (const element of value) pending.push(element)
    } else if (value !== null && typeof value === 'object')
      for (const [key, element] of Object.entries(value)) {
        size.chars += key.length
        pending.push(element)
      }
  }
  return size
}
