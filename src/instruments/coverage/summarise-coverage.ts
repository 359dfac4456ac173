import { groupBy } from '../../kernel/lists.ts'
import type { Coverage, OperationCoverage, OutcomeCoverage } from './coverage-schema.ts'

/** The format of coverage as JSON, whose number changes when older files can no longer be merged. */
export const COVERAGE_FORMAT: Coverage['format'] = 'dam-sandbox-coverage/1'

/** Coverage without what is derived from its operations. */
type CountedCoverage = Omit<Coverage, 'format' | 'summary' | 'missing'>

export const summariseCoverage = (counted: CountedCoverage): Coverage => {
  const operations = counted.operations.map(inOrder)
  const supportingRoutes = counted.supportingRoutes
    .map(inOrder)
    .sort((a, b) => compareTexts(a.operation, b.operation))
  const variants = addCalls(operations.flatMap((one) => one.variants)).sort((a, b) =>
    compareTexts(a.assumption, b.assumption),
  )
  return {
    format: COVERAGE_FORMAT,
    workspaces: counted.workspaces,
    uncounted: counted.uncounted,
    summary: {
      operations: { seen: operations.filter(isCovered).length, known: operations.length },
      outcomes: shareOf(operations.flatMap((one) => [...expectedOf(one), ...one.successes])),
      fields: shareOf(operations.flatMap(({ fields }) => fields)),
      variants: shareOf(variants),
    },
    operations,
    supportingRoutes,
    missing: [
      ...operations.flatMap(missingOf),
      ...variants
        .filter(isUnused)
        .map(({ assumption, variant }) => `${assumption} was never tried with ${variant}`),
    ],
  }
}

/** The coverage of several runs or machines together. What only some of them know stays. */
export const mergeCoverage = (parts: readonly Coverage[]): Coverage =>
  summariseCoverage({
    workspaces: sumOf(parts.map(({ workspaces }) => workspaces)),
    uncounted: sumOf(parts.map(({ uncounted }) => uncounted)),
    operations: mergeOperations(parts.flatMap(({ operations }) => operations)),
    supportingRoutes: mergeOperations(parts.flatMap(({ supportingRoutes }) => supportingRoutes)),
  })

const mergeOperations = (all: readonly OperationCoverage[]): OperationCoverage[] =>
  [...groupBy(all, ({ operation }) => operation).values()].map((same) => ({
    ...(same[0] as OperationCoverage),
    calls: sumOf(same.map(({ calls }) => calls)),
    outcomes: addCalls(same.flatMap(({ outcomes }) => outcomes)),
    successes: addCalls(same.flatMap(({ successes }) => successes)),
    fields: addCalls(same.flatMap(({ fields }) => fields)),
    variants: addCalls(same.flatMap(({ variants }) => variants)),
  }))

/** One element for all that differ in their calls only. */
const addCalls = <T extends { calls: number }>(all: readonly T[]): T[] =>
  [...groupBy(all, (one) => JSON.stringify({ ...one, calls: 0 })).values()].map((same) => ({
    ...(same[0] as T),
    calls: sumOf(same.map(({ calls }) => calls)),
  }))

const sumOf = (amounts: readonly number[]): number =>
  amounts.reduce((sum, amount) => sum + amount, 0)

/** True if an operation was answered with `0` at least once. */
export const isCovered = ({ outcomes }: OperationCoverage): boolean =>
  outcomes.some(({ code, calls }) => code === '0' && calls > 0)

const shareOf = (counted: readonly { calls: number }[]): { seen: number; known: number } => ({
  seen: counted.filter(({ calls }) => calls > 0).length,
  known: counted.length,
})

const expectedOf = ({ outcomes }: OperationCoverage) =>
  outcomes.filter(({ isExpected }) => isExpected)

const missingOf = (covered: OperationCoverage): string[] => {
  const { operation, calls, successes } = covered
  if (calls === 0) return [`${operation} was never called`]
  return [
    ...expectedOf(covered)
      .filter(isUnused)
      .map(({ name }) => (name === 'success' ? 'answered with a success' : `refused with ${name}`)),
    ...successes.filter(isUnused).map(({ means }) => means),
    ...missingFields(covered).map((field) => `called with ${field}`),
  ].map((never) => `${operation} was never ${never}`)
}

const isUnused = ({ calls }: { calls: number }): boolean => calls === 0

/** Fields that no call had; those inside one that no call had go without saying. */
const missingFields = ({ fields }: OperationCoverage): string[] => {
  const unused = fields.filter(isUnused).map(({ field }) => field)
  const isInside = (field: string, other: string): boolean =>
    field.startsWith(`${other}.`) || field.startsWith(`${other}[`)
  return unused.filter((field) => !unused.some((other) => isInside(field, other)))
}

/** The lists of an operation in an order that does not depend on what was counted or merged first. */
const inOrder = (covered: OperationCoverage): OperationCoverage => ({
  ...covered,
  outcomes: covered.outcomes.toSorted(compareOutcomes),
  variants: covered.variants.toSorted(
    (a, b) => compareTexts(a.assumption, b.assumption) || compareTexts(a.variant, b.variant),
  ),
})

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
