import { InvalidDataError } from '../contract/errors/invalid-data-error.ts'
import { isObject } from '../kernel/json.ts'
import { LIMITS } from '../kernel/limits.ts'

/** Refuses data of a seed that is larger than one call may add, in one pass. */
export const refuseLargeFragment = (data: unknown): void => {
  const { rows, chars } = sizeOf(data)
  refuseAbove(rows, LIMITS.seedRows.max, 'the fragment', 'elements in its lists')
  refuseAbove(chars, LIMITS.seedChars.max, 'the fragment', 'characters in its texts')
}

/** Refuses a merged seed folder that has more rows than a database of a seed may have. */
export const refuseLargeSeed = (data: unknown): void =>
  refuseAbove(sizeOf(data).rows, LIMITS.seedFolderRows.max, 'the seed', 'elements in its lists')

const refuseAbove = (count: number, max: number, whose: string, what: string): void => {
  if (count > max)
    throw new InvalidDataError(`${whose} has ${count} ${what}; at most ${max} are allowed at once`)
}

/** Elements of all lists, and characters of all keys and texts. */
const sizeOf = (value: unknown, size = { rows: 0, chars: 0 }) => {
  if (typeof value === 'string') size.chars += value.length
  if (Array.isArray(value)) size.rows += value.length
  else if (isObject(value)) size.chars += Object.keys(value).join('').length
  if (value !== null && typeof value === 'object')
    for (const part of Object.values(value)) sizeOf(part, size)
  return size
}
