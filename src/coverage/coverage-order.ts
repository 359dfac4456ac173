import type { FieldUse, OperationCoverage, OutcomeCoverage, VariantUse } from './coverage-schema.ts'

/** The lists of an operation in an order that does not depend on what was counted or merged first. */
export const inOrder = (covered: OperationCoverage): OperationCoverage => {
  const places = new Map(covered.fields.map(({ field }, place) => [field, place]))
  const sortUses = <T extends Uses>(uses: T): T => ({
    ...uses,
    fields: uses.fields.toSorted((a, b) => (places.get(a.field) ?? 0) - (places.get(b.field) ?? 0)),
    variants: sortVariants(uses.variants),
  })
  return {
    ...covered,
    outcomes: covered.outcomes.map(sortUses).sort(compareOutcomes),
    successes: covered.successes.map(sortUses),
    variants: sortVariants(covered.variants),
  }
}

interface Uses {
  readonly fields: FieldUse[]
  readonly variants: VariantUse[]
}

/** Compares texts by their code units, so that every machine sorts them alike. */
export const compareTexts = (a: string, b: string): number => {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** Outcomes that the operation lists keep their order; then those with a code, by code; then the others. */
const compareOutcomes = (a: OutcomeCoverage, b: OutcomeCoverage): number => {
  if (a.isExpected || b.isExpected) return Number(b.isExpected) - Number(a.isExpected)
  if (a.code === null || b.code === null)
    return Number(a.code === null) - Number(b.code === null) || compareTexts(a.name, b.name)
  return compareTexts(a.code, b.code)
}

const sortVariants = (variants: readonly VariantUse[]): VariantUse[] =>
  variants.toSorted(
    (a, b) => compareTexts(a.assumption, b.assumption) || compareTexts(a.variant, b.variant),
  )
