import { MAX_INTEGER } from '../kernel/ids.ts'
import { LIMITS } from '../limits.ts'

/** The meaning of the values of a column: a condition in SQL, and the same as the end of a sentence. */
export interface Meaning {
  readonly must: string
  readonly holds: (column: string) => string
}

const integer = (min: number, max: number, must: string): Meaning => ({
  must,
  holds: (column) => `typeof(${column}) = 'integer' AND ${column} BETWEEN ${min} AND ${max}`,
})

const text = (must: string, more: (column: string) => string): Meaning => ({
  must,
  holds: (column) => `typeof(${column}) = 'text' AND ${more(column)}`,
})

const hex = (digits: number, kind: 'lower' | 'upper'): Meaning => {
  const others = kind === 'lower' ? '*[^0-9a-f]*' : '*[^0-9A-F]*'
  return text(
    `be ${digits} ${kind}-case hexadecimal digits`,
    (column) =>
      `octet_length(${column}) = ${digits} AND length(${column}) = ${digits} AND ${column} NOT GLOB '${others}'`,
  )
}

/** The SQL function that checks whether a text is JSON, of any kind or an object. */
export const IS_JSON = 'is_json'

/** JSON of bounded length and depth, since it is parsed and included in answers. */
const jsonText = (must: string, mustBeObject: 0 | 1): Meaning =>
  text(
    `${must} of at most ${LIMITS.storedTextBytes.max} bytes and ${LIMITS.bodyDepth.max} levels`,
    (column) =>
      `octet_length(${column}) <= ${LIMITS.storedTextBytes.max} AND ${IS_JSON}(${column}, ${mustBeObject})`,
  )

/** An id, with room above it for new ones. */
export const id = integer(
  1,
  LIMITS.chosenId.max,
  `be a whole number from 1 to ${LIMITS.chosenId.max}`,
)

/** The last assigned id, with room above it. */
export const lastId = integer(
  0,
  LIMITS.chosenId.max,
  `be a whole number from 0 to ${LIMITS.chosenId.max}`,
)

/** A size, a count, an instant, a position, or an id that may be 0. */
export const count = integer(0, MAX_INTEGER, `be a whole number from 0 to ${MAX_INTEGER}`)

/** A code that callers choose. */
export const code = integer(-MAX_INTEGER, MAX_INTEGER, `be a whole number within ±${MAX_INTEGER}`)

/** True or false. */
export const flag = integer(0, 1, 'be 0 or 1')

/** Any text. */
export const anyText = text(
  `be a text of at most ${LIMITS.storedTextBytes.max} bytes`,
  (column) => `octet_length(${column}) <= ${LIMITS.storedTextBytes.max}`,
)

/** A text that may become a header: a media type, a tag. */
export const headerText = text(
  'be a text of at most 1000 characters without control characters',
  (column) =>
    `octet_length(${column}) <= 4000 AND ${column} NOT GLOB '*[' || char(1) || '-' || char(31) || char(127) || ']*' AND instr(${column}, char(0)) = 0`,
)

/** Digests. */
export const md5 = hex(32, 'lower')
export const sha256 = hex(64, 'lower')

/** A code of 32 digits, in lower case and in upper case. */
export const lowerCode = hex(32, 'lower')
export const upperCode = hex(32, 'upper')

/** A day, `YYYY-MM-DD`. */
export const day = text(
  'be a day such as 2024-01-31',
  (column) => `${column} GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'`,
)

/** A year. */
export const year = text('be a year', (column) => `${column} GLOB '[0-9][0-9][0-9][0-9]'`)

/** One of these words. */
export const oneOf = (...words: readonly string[]): Meaning =>
  text(
    `be one of ${words.join(', ')}`,
    (column) => `${column} IN (${words.map((word) => `'${word}'`).join(', ')})`,
  )

/** One of these numbers. */
export const oneOfNumbers = (...numbers: readonly number[]): Meaning => ({
  must: `be one of ${numbers.join(', ')}`,
  holds: (column) => `typeof(${column}) = 'integer' AND ${column} IN (${numbers.join(', ')})`,
})

/** A JSON text. */
export const json = jsonText('be JSON', 0)
export const jsonObject = jsonText('be a JSON object', 1)
