import type { Coverage, FieldUse, OperationCoverage, VariantUse } from './coverage-schema.ts'
import { summariseCoverage } from './summarise-coverage.ts'

/** The coverage of several runs or machines together. What only some of them know stays. */
export const mergeCoverage = (parts: readonly Coverage[]): Coverage =>
  summariseCoverage({
    workspaces: sumOf(parts.map(({ workspaces }) => workspaces)),
    uncounted: sumOf(parts.map(({ uncounted }) => uncounted)),
    operations: mergeOperations(parts.flatMap(({ operations }) => operations)),
    supportingRoutes: mergeOperations(parts.flatMap(({ supportingRoutes }) => supportingRoutes)),
  })

const sumOf = (amounts: readonly number[]): number =>
  amounts.reduce((sum, amount) => sum + amount, 0)

const mergeOperations = (all: readonly OperationCoverage[]): OperationCoverage[] =>
  mergeBy(
    all,
    ({ operation }) => operation,
    (same, first) => ({
      ...first,
      calls: sumOf(same.map(({ calls }) => calls)),
      outcomes: mergeBy(
        same.flatMap(({ outcomes }) => outcomes),
        ({ name, code }) => JSON.stringify([name, code]),
        mergeUses,
      ),
      successes: mergeBy(
        same.flatMap(({ successes }) => successes),
        ({ name }) => name,
        mergeUses,
      ),
      fields: mergeFields(same.flatMap(({ fields }) => fields)),
      variants: mergeVariants(same.flatMap(({ variants }) => variants)),
    }),
  )

interface Uses {
  calls: number
  fields: FieldUse[]
  variants: VariantUse[]
}

const mergeUses = <T extends Uses>(same: readonly T[], first: T): T => ({
  ...first,
  calls: sumOf(same.map(({ calls }) => calls)),
  fields: mergeFields(same.flatMap(({ fields }) => fields)),
  variants: mergeVariants(same.flatMap(({ variants }) => variants)),
})

const addCalls = <T extends { calls: number }>(same: readonly T[], first: T): T => ({
  ...first,
  calls: sumOf(same.map(({ calls }) => calls)),
})

const mergeFields = (fields: readonly FieldUse[]): FieldUse[] =>
  mergeBy(fields, ({ field }) => field, addCalls)

const mergeVariants = (variants: readonly VariantUse[]): VariantUse[] =>
  mergeBy(variants, ({ assumption, variant }) => `${assumption}=${variant}`, addCalls)

/** One of each key. */
const mergeBy = <T>(
  all: readonly T[],
  keyOf: (one: T) => string,
  merge: (same: readonly T[], first: T) => T,
): T[] => {
  const groups = new Map<string, [T, ...T[]]>()
  for (const one of all) {
    const key = keyOf(one)
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  return [...groups.values()].map((same) => merge(same, same[0]))
}
