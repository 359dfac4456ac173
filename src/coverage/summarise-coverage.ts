import { COVERAGE_FORMAT } from './coverage-format.ts'
import { compareTexts, inOrder } from './coverage-order.ts'
import type { Coverage, OperationCoverage, VariantUse } from './coverage-schema.ts'

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
