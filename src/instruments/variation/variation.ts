import type { OperationId } from '../../contract/operation.ts'
import { streamValue } from '../../kernel/streams.ts'
import { parseVariation, type VariationChoice, type VariationKind } from './variation-kinds.ts'

/**
 * The variation of a workspace. Every value is a pure function of the workspace's generator, the seed and the place
 * in an answer, never of the number of calls: one seed is one service that agrees with itself, in any order of calls,
 * after a reset and after a restart.
 */
export class Variation implements VariationChoice {
  readonly seed: number
  readonly kinds: readonly VariationKind[]
  readonly #generatorSeed: number

  constructor({ seed, kinds }: VariationChoice, generatorSeed: number) {
    this.seed = seed
    this.kinds = kinds
    this.#generatorSeed = generatorSeed
  }

  has(kind: VariationKind): boolean {
    return this.kinds.includes(kind)
  }

  /** The value at a place: 32 lower-case hexadecimal digits. */
  valueAt(place: string): string {
    return streamValue(this.#generatorSeed, 'variation', `${this.seed}/${place}`)
  }

  /** A whole number from 0 to below a bound of at most 2^32, at a place. */
  numberAt(place: string, bound: number): number {
    return Number.parseInt(this.valueAt(place).slice(0, 8), 16) % bound
  }
}

export const variationOf = (text: string, generatorSeed: number): Variation | undefined => {
  const choice = parseVariation(text)
  return choice && new Variation(choice, generatorSeed)
}

/** The code that the document shows ("Errors" 3). */
const DOCUMENTED = '10134011'

/** Our codes: `9` and seven digits. */
const OURS = /^9(\d{7})$/

const CODES = 10_000_000

/**
 * The number that a seed gives to a code of ours: one to one, and with another first digit than ours and than the
 * document's. A code that a setting has put in the place of ours is known, and stays.
 */
export const varyCode = (variation: Variation | undefined, code: string): string => {
  if (!variation?.has('error-codes') || code === DOCUMENTED) return code
  const [, digits] = OURS.exec(code) ?? []
  if (digits === undefined) return code
  const value = variation.valueAt('error-codes')
  const first = 2 + (Number.parseInt(value.slice(0, 2), 16) % 7)
  const shift = Number.parseInt(value.slice(4, 10), 16) % CODES
  return `${first}${String((Number(digits) + shift) % CODES).padStart(7, '0')}`
}

/** Fields that the document does not name, with a value of each type of JSON. */
const EXTRA_FIELDS: readonly (readonly [name: string, value: unknown])[] = [
  ['extraText', 'not in the document'],
  ['extraNumber', 42],
  ['extraFlag', true],
  ['extraList', [1, 'two']],
  ['extraObject', { text: 'not in the document' }],
  ['extraNull', null],
  ['extraFraction', 0.5],
  ['extraEmpty', ''],
]

/** The fields that an object has beside those of the document; none without the kind. */
export const extraFieldsAt = (variation: Variation, place: string): Record<string, unknown> => {
  if (!variation.has('extra-fields')) return {}
  const first = variation.numberAt(`extra-fields/${place}`, EXTRA_FIELDS.length - 1)
  return Object.fromEntries(EXTRA_FIELDS.slice(first, first + 2))
}

/** The name of the published text that a success says. */
export const varyMessage = (
  variation: Variation | undefined,
  message: 'success' | 'published',
): 'success' | 'published' => {
  if (!variation?.has('success-message')) return message
  return message === 'success' ? 'published' : 'success'
}

/** The text of the fields that an envelope has beside the document's; it begins with a comma, or is empty. */
export const extraInEnvelope = (
  variation: Variation | undefined,
  operation?: OperationId,
): string => {
  if (!variation || !operation) return ''
  const fields = extraFieldsAt(variation, `${operation}/envelope`)
  return Object.keys(fields).length === 0 ? '' : `,${JSON.stringify(fields).slice(1, -1)}`
}
