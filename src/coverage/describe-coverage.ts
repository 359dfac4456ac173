import { type VariableId, variantsOf } from '../contract/assumptions/index.ts'
import type { Operation, OperationName } from '../contract/operation.ts'
import { SUPPORTING_ROUTES, type SupportingRouteName } from '../contract/supporting-routes.ts'
import { REFUSALS } from '../errors/refusals.ts'
import type { OperationCounts, OtherOutcome, OutcomeCounts } from './call-counts.ts'
import type { CoverageCounter } from './coverage-counter.ts'
import type {
  Coverage,
  FieldUse,
  OperationCoverage,
  OutcomeCoverage,
  VariantUse,
} from './coverage-schema.ts'
import { optionalFieldsOf } from './optional-fields.ts'
import { summariseCoverage } from './summarise-coverage.ts'

/** What is known beside the counted calls. */
export interface CoverageFacts {
  readonly workspaces: number
  readonly operations: readonly Operation[]
  /** Codes that the server answers in the place of the usual ones (SANDBOX_CODES). */
  readonly codes: ReadonlyMap<string, string>
}

/** Counted calls as coverage: with everything that an operation lists, met or not. */
export const describeCoverage = (counter: CoverageCounter, facts: CoverageFacts): Coverage =>
  summariseCoverage({
    workspaces: facts.workspaces,
    uncounted: counter.elsewhere,
    operations: facts.operations.map((operation) =>
      operationCoverage(
        {
          name: operation.id,
          operation,
          summary: operation.summary,
          counts: counter.operations.get(operation.id),
        },
        facts.codes,
      ),
    ),
    supportingRoutes: SUPPORTING_ROUTES.flatMap((name) => {
      const counts = counter.operations.get(name)
      if (!counts) return []
      const summary = ROUTE_SUMMARIES[name]
      return [operationCoverage({ name, operation: undefined, summary, counts }, facts.codes)]
    }),
  })

const ROUTE_SUMMARIES: Readonly<Record<SupportingRouteName, string>> = {
  'get-token': 'Get access token',
  'refresh-token': 'Refresh access token',
  'begin-upload': 'Begin an upload',
  'show-upload': 'Show an upload',
  'abort-upload': 'Abort an upload',
  'send-part': 'Send a part of an upload',
  'send-file': 'Send a file',
  download: 'Download a file',
}

interface Described {
  readonly name: OperationName
  readonly operation: Operation | undefined
  readonly summary: string
  readonly counts: OperationCounts | undefined
}

const operationCoverage = (
  { name, operation, summary, counts }: Described,
  codes: CoverageFacts['codes'],
): OperationCoverage => {
  const { names } = optionalFieldsOf(name, operation)
  const outcomes = outcomesOf(operation, counts, names, codes)
  const all = counts ? [...counts.answered.values(), ...counts.others.values()] : []
  return {
    operation: name,
    summary,
    calls: outcomes.reduce((sum, { calls }) => sum + calls, 0),
    outcomes,
    successes: successesOf(operation, counts, names),
    fields: names.map((field) => ({
      field,
      calls: all.reduce((sum, { fields }) => sum + (fields.get(field) ?? 0), 0),
    })),
    variants: allVariants(all),
  }
}

const NAMES: ReadonlyMap<string, string> = new Map([
  ['0', 'success'],
  ...Object.entries(REFUSALS).map(([name, { code }]): [string, string] => [code, name]),
])

const CODES: ReadonlyMap<string, string> = new Map(
  Object.entries(REFUSALS).map(([name, { code }]) => [name, code]),
)

const OTHERS: readonly OtherOutcome[] = ['lost', 'no-code', 'further-codes']

/** The success and the refusals that the operation lists, and then what was met beside them. */
const outcomesOf = (
  operation: Operation | undefined,
  counts: OperationCounts | undefined,
  names: readonly string[],
  codes: CoverageFacts['codes'],
): OutcomeCoverage[] => {
  const expected = operation
    ? ['0', ...operation.refuses.flatMap((name) => CODES.get(name) ?? [])]
    : []
  const met = [...(counts?.answered.keys() ?? [])].filter((code) => !expected.includes(code))
  return [
    ...[...expected, ...met].map((code, index) => ({
      name: NAMES.get(code) ?? 'other',
      code: codes.get(code) ?? code,
      isExpected: index < expected.length,
      ...usesOf(counts?.answered.get(code), names),
    })),
    ...OTHERS.flatMap((name) => {
      const other = counts?.others.get(name)
      return other ? [{ name, code: null, isExpected: false, ...usesOf(other, names) }] : []
    }),
  ]
}

const successesOf = (
  operation: Operation | undefined,
  counts: OperationCounts | undefined,
  names: readonly string[],
): OperationCoverage['successes'] => {
  const met = new Map<string, OutcomeCounts>(counts?.successes)
  return Object.entries(operation?.outcomes ?? {}).map(([name, means]) => ({
    name,
    means,
    ...usesOf(met.get(name), names),
  }))
}

const usesOf = (
  counts: OutcomeCounts | undefined,
  names: readonly string[],
): { calls: number; fields: FieldUse[]; variants: VariantUse[] } => ({
  calls: counts?.calls ?? 0,
  fields: names.flatMap((field) => {
    const calls = counts?.fields.get(field) ?? 0
    return calls > 0 ? [{ field, calls }] : []
  }),
  variants: counts ? allVariants([counts]).filter(({ calls }) => calls > 0) : [],
})

/** Every variant of the assumptions that calls have used. */
const allVariants = (all: readonly OutcomeCounts[]): VariantUse[] => {
  const used = all.flatMap(({ variants }) => [...variants])
  const ids = new Set(used.map(([key]) => key.slice(0, key.indexOf('=')) as VariableId))
  return [...ids].flatMap((assumption) =>
    Object.keys(variantsOf(assumption)).map((variant) => {
      const counted = used.filter(([key]) => key === `${assumption}=${variant}`)
      return { assumption, variant, calls: counted.reduce((sum, [, calls]) => sum + calls, 0) }
    }),
  )
}
