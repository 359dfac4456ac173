import type { Variation } from './variation.ts'

/** The code that the document shows ("Errors" 3). */
const DOCUMENTED = '10134011'

/** Our codes: `9` and seven digits. */
const OURS = /^9(\d{7})$/

const CODES = 10_000_000

/** Factors without a common divisor with the number of codes, so that no two codes become one. */
const FACTORS = [3, 7, 9, 11, 13, 17, 19, 21] as const

/**
 * The number that a seed gives to a code of ours: one to one, and with another first digit than ours and than the
 * document's (A-variation-4). A code that a setting has put in the place of ours is known, and stays.
 */
export const varyCode = (variation: Variation | undefined, code: string): string => {
  if (!variation?.has('error-codes') || code === DOCUMENTED) return code
  const [, digits] = OURS.exec(code) ?? []
  if (digits === undefined) return code
  const value = variation.valueAt('error-codes')
  const first = 2 + (Number.parseInt(value.slice(0, 2), 16) % 7)
  const factor = FACTORS[Number.parseInt(value.slice(2, 4), 16) % FACTORS.length] ?? 3
  const shift = Number.parseInt(value.slice(4, 10), 16) % CODES
  return `${first}${String((Number(digits) * factor + shift) % CODES).padStart(7, '0')}`
}
