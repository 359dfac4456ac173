import {
  type AssumptionId,
  assumption,
  assumptionIds,
  type ChosenVariants,
  type VariableId,
  variantOf,
} from '../contract/assumptions/index.ts'

/** The maximum number of variants of an assumption; the key of a variant is a number made of both places. */
const MAX_VARIANTS = 64

interface Choice {
  readonly id: VariableId
  readonly first: number
  readonly variants: readonly string[]
}

const CHOICES: readonly Choice[] = assumptionIds().flatMap((id, index) => {
  const variants = Object.keys(assumption(id).variants ?? {})
  return variants.length === 0
    ? []
    : [{ id: id as VariableId, first: index * MAX_VARIANTS, variants }]
})

const BY_ID: ReadonlyMap<string, Choice> = new Map(CHOICES.map((choice) => [choice.id, choice]))
const BY_FIRST: ReadonlyMap<number, Choice> = new Map(
  CHOICES.map((choice) => [choice.first, choice]),
)

/** The key of the variant that counts for an assumption; undefined where the assumption has none. */
export const keyOfVariant = (id: AssumptionId, chosen: ChosenVariants): number | undefined => {
  const choice = BY_ID.get(id)
  if (!choice) return undefined
  return choice.first + choice.variants.indexOf(variantOf(choice.id, chosen))
}

/** The assumption of a key, with all its variants and their keys. */
export const choiceOfKey = (
  key: number,
): { id: VariableId; variants: readonly { variant: string; key: number }[] } => {
  const choice = BY_FIRST.get(key - (key % MAX_VARIANTS))
  if (!choice) throw new Error(`no assumption has the key ${key}`)
  const { id, first, variants } = choice
  return { id, variants: variants.map((variant, index) => ({ variant, key: first + index })) }
}
