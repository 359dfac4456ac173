import type {
  Coverage,
  FieldUse,
  OperationCoverage,
  OutcomeCoverage,
  VariantUse,
} from './coverage-schema.ts'

/** The format of coverage as JSON, whose number changes when older files can no longer be merged. */
export const COVERAGE_FORMAT: Coverage['format'] = 'dam-sandbox-coverage/1'

/** Coverage without what is derived from its operations. */
export type CountedCoverage = Omit<Coverage, 'format' | 'summary' | 'missing'>

/** Adds the summary and the sentences about what is missing. */
export const summariseCoverage = (counted: CountedCoverage): Coverage => {
  const { workspaces, uncounted } = counted
  const operations = counted.operations.map(inOrder)
  const supportingRoutes = counted.supportingRoutes
    .map(inOrder)
    .sort((a, b) => compareTexts(a.operation, b.operation))
  const variants = variantsOf(operations)
  return {
    format: COVERAGE_FORMAT,
    workspaces,
    uncounted,
    summary: {
      operations: { seen: operations.filter(isCovered).length, known: operations.length },
      outcomes: shareOf(operations.flatMap((one) => [...expectedOf(one), ...one.successes])),
      fields: shareOf(operations.flatMap(({ fields }) => fields)),
      variants: shareOf(variants),
    },
    operations,
    supportingRoutes,
    missing: [...operations.flatMap(missingOf), ...missingVariants(variants)],
  }
}

/** Whether an operation was answered with `0` at least once. */
export const isCovered = ({ outcomes }: OperationCoverage): boolean =>
  outcomes.some(({ code, calls }) => code === '0' && calls > 0)

const shareOf = (counted: readonly { calls: number }[]): { seen: number; known: number } => ({
  seen: counted.filter(({ calls }) => calls > 0).length,
  known: counted.length,
})

const expectedOf = ({ outcomes }: OperationCoverage) =>
  outcomes.filter(({ isExpected }) => isExpected)

/** What an operation was never met with. */
const missingOf = (covered: OperationCoverage): string[] => {
  const { operation, calls, successes } = covered
  if (calls === 0) return [`${operation} was never called`]
  return [
    ...expectedOf(covered)
      .filter(isUnused)
      .map(({ name }) => `${operation} was never ${outcomeText(name)}`),
    ...successes.filter(isUnused).map(({ means }) => `${operation} was never ${means}`),
    ...missingFields(covered).map((field) => `${operation} was never called with ${field}`),
  ]
}

/** How a sentence names an outcome. */
export const outcomeText = (name: string): string =>
  name === 'success' ? 'answered with a success' : `refused with ${name}`

const isUnused = ({ calls }: { calls: number }): boolean => calls === 0

/** Fields that no call had; those inside one that no call had go without saying. */
const missingFields = ({ fields }: OperationCoverage): string[] => {
  const unused = fields.filter(isUnused).map(({ field }) => field)
  const isInside = (field: string, other: string): boolean =>
    field.startsWith(`${other}.`) || field.startsWith(`${other}[`)
  return unused.filter((field) => !unused.some((other) => isInside(field, other)))
}

/** The variants of all operations, each once. */
const variantsOf = (operations: readonly OperationCoverage[]): VariantUse[] => {
  const all = new Map<string, VariantUse>()
  for (const { assumption, variant, calls } of operations.flatMap(({ variants }) => variants)) {
    const key = `${assumption}=${variant}`
    all.set(key, { assumption, variant, calls: calls + (all.get(key)?.calls ?? 0) })
  }
  return [...all.values()].sort((a, b) => compareTexts(a.assumption, b.assumption))
}

const missingVariants = (variants: readonly VariantUse[]): string[] =>
  variants
    .filter(isUnused)
    .map(({ assumption, variant }) => `${assumption} was never tried with ${variant}`)

/** The lists of an operation in an order that does not depend on what was counted or merged first. */
const inOrder = (covered: OperationCoverage): OperationCoverage => {
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
const compareTexts = (a: string, b: string): number => {
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
