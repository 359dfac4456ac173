import {
  type ChosenVariants,
  type VariableId,
  variantOf,
  variantsOf,
} from '../../contract/assumptions/index.ts'
import type { RefusalKind } from '../../contract/errors/refusal.ts'
import { REFUSALS } from '../../contract/errors/refusals.ts'
import type { Operation } from '../../contract/operation.ts'
import { SUPPORTING_ROUTES, SUPPORTING_SUMMARIES } from '../../contract/supporting-routes.ts'
import { type CountedRoute, type CoverageCounter, optionalFieldsOf } from './coverage-counter.ts'
import type { Coverage, OperationCoverage } from './coverage-schema.ts'
import { summariseCoverage } from './summarise-coverage.ts'

export interface CoverageFacts {
  readonly workspaces: number
  readonly operations: readonly Operation[]
  /** Codes that the server answers in the place of the usual ones (SANDBOX_CODES). */
  readonly codes: ReadonlyMap<string, string>
  /** The variants in effect, which decide what calls can be answered. */
  readonly variants: ChosenVariants
}

/** Counted calls as coverage: with everything that an operation lists, met or not. */
export const describeCoverage = (
  counter: CoverageCounter,
  { workspaces, operations, ...facts }: CoverageFacts,
): Coverage => {
  const describe = (route: CountedRoute, summary: string): OperationCoverage =>
    operationCoverage(route, summary, counter.operations.get(route.name)?.numbers, facts)
  return summariseCoverage({
    workspaces,
    uncounted: counter.elsewhere,
    operations: operations.map((operation) =>
      describe({ name: operation.id, operation }, operation.summary),
    ),
    supportingRoutes: SUPPORTING_ROUTES.filter((name) => counter.operations.has(name)).map((name) =>
      describe({ name, operation: undefined }, SUPPORTING_SUMMARIES[name]),
    ),
  })
}

type Numbers = ReadonlyMap<string, number>

const operationCoverage = (
  route: CountedRoute,
  summary: string,
  numbers: Numbers = new Map(),
  facts: Pick<CoverageFacts, 'codes' | 'variants'>,
): OperationCoverage => {
  const calls = (key: string): number => numbers.get(key) ?? 0
  const outcomes = outcomesOf(route.operation, numbers, facts)
  const ids = new Set(keysOf(numbers, 'variant').map((key) => key.replace(/=.*/, '') as VariableId))
  return {
    operation: route.name,
    summary,
    calls: outcomes.reduce((sum, one) => sum + one.calls, 0),
    outcomes,
    successes: Object.entries(route.operation?.outcomes ?? {})
      .map(([name, means]) => ({ name, means, calls: calls(`success ${name}`) }))
      .filter((one) => one.calls > 0 || isPossible(one.name, route.operation, numbers, facts)),
    fields: optionalFieldsOf(route).names.map((field) => ({
      field,
      calls: calls(`field ${field}`),
    })),
    variants: [...ids].flatMap((assumption) =>
      Object.keys(variantsOf(assumption)).map((variant) => ({
        assumption,
        variant,
        calls: calls(`variant ${assumption}=${variant}`),
      })),
    ),
  }
}

const OUTCOMES: readonly (readonly [name: string, code: string])[] = [
  ['success', '0'],
  ...Object.entries(REFUSALS).map(([name, { code }]) => [name, code] as const),
]

/** True if calls can have an outcome: under a variant in effect, or one that calls have used, and not by load alone. */
const isPossible = (
  name: string,
  operation: Operation | undefined,
  numbers: Numbers,
  { variants }: Pick<CoverageFacts, 'variants'>,
): boolean => {
  const refusal: RefusalKind | undefined = new Map(Object.entries(REFUSALS)).get(name)
  if (refusal?.http.room !== undefined) return false
  const choices = operation?.onlyWith[name]
  return (
    choices === undefined ||
    choices.some((choice) => {
      const [id, variant] = choice.split('=')
      return numbers.has(`variant ${choice}`) || variantOf(id as VariableId, variants) === variant
    })
  )
}

/** The success and the refusals that the operation lists, and then what was met beside them. */
const outcomesOf = (
  operation: Operation | undefined,
  numbers: Numbers,
  { codes, variants }: Pick<CoverageFacts, 'codes' | 'variants'>,
): OperationCoverage['outcomes'] => {
  const isListed = (name: string): boolean =>
    isPossible(name, operation, numbers, { variants }) ||
    numbers.has(`code ${OUTCOMES.find((outcome) => outcome[0] === name)?.[1]}`)
  const listed = operation ? ['success', ...operation.refuses].filter(isListed) : []
  const expected = listed.flatMap((wanted) =>
    OUTCOMES.flatMap(([name, code]) => (name === wanted ? code : [])),
  )
  const all = new Set([...expected, ...keysOf(numbers, 'code')])
  return [
    ...[...all].map((code) => ({
      name: OUTCOMES.find((outcome) => outcome[1] === code)?.[0] ?? 'other',
      code: codes.get(code) ?? code,
      isExpected: expected.includes(code),
      calls: numbers.get(`code ${code}`) ?? 0,
    })),
    ...keysOf(numbers, 'other').map((name) => ({
      name,
      code: null,
      isExpected: false,
      calls: numbers.get(`other ${name}`) ?? 0,
    })),
  ]
}

const keysOf = (numbers: Numbers, kind: string): string[] =>
  [...numbers.keys()]
    .filter((key) => key.startsWith(`${kind} `))
    .map((key) => key.slice(kind.length + 1))
