import { didYouMean } from '../../contract/errors/did-you-mean.ts'
import { quote } from '../../contract/errors/quote.ts'

/** What a variation changes of answers, because the document leaves it open: a sentence by its name. */
export const VARIATION_KINDS = {
  'list-order':
    'Lists have another order, where neither the document nor the request gives one; pages keep their rows.',
  'optional-values':
    'Nullable fields are null, and fields that are null are absent, where the document gives no condition for a value.',
  'extra-fields': 'Objects have fields that the document does not show.',
  'error-codes': 'Codes other than `0` and `10134011` are different numbers, one for each code.',
  'success-message': 'A success has the other published message.',
} as const

export type VariationKind = keyof typeof VARIATION_KINDS

export const VARIATION_NAMES = Object.keys(VARIATION_KINDS) as VariationKind[]

export interface VariationChoice {
  readonly seed: number
  readonly kinds: readonly VariationKind[]
}

export const MAX_VARIATION_SEED = 4_294_967_295

export const NO_VARIATION = 'off'

/** Reads `7`, `7:list-order,extra-fields` or `off`; the message of a thrown error completes "SANDBOX_VARIATION …". */
export const parseVariation = (text: string): VariationChoice | undefined => {
  if (text === NO_VARIATION) return undefined
  const [, digits = '', names] = /^(\d+)(?::(.+))?$/.exec(text) ?? []
  const seed = Number(digits)
  if (digits === '' || seed > MAX_VARIATION_SEED)
    throw new Error(
      `must be off, or a seed from 0 to ${MAX_VARIATION_SEED} with or without kinds, such as 7 or 7:list-order; got ${quote(text)}`,
    )
  return { seed, kinds: kindsOf(names?.split(',')) }
}

/** The kinds of these names, each once and in their order; all without names. */
export const kindsOf = (names?: readonly string[]): readonly VariationKind[] => {
  if (names === undefined) return VARIATION_NAMES
  const wanted = new Set(names.map((name) => name.trim()))
  for (const name of wanted)
    if (!VARIATION_NAMES.some((kind) => kind === name))
      throw new Error(
        `has the unknown kind ${quote(name)}; the kinds are ${VARIATION_NAMES.join(', ')}${didYouMean(name, VARIATION_NAMES)}`,
      )
  return VARIATION_NAMES.filter((kind) => wanted.has(kind))
}

export const formatVariation = (choice: VariationChoice | undefined): string => {
  if (!choice) return NO_VARIATION
  const { seed, kinds } = choice
  return kinds.length === VARIATION_NAMES.length ? `${seed}` : `${seed}:${kinds.join(',')}`
}
