import type {
  ChangeableAssumption,
  JournalPage,
  KnownOperation,
  KnownRule,
} from '#src/client/generated/control.ts'
import { control } from '../../api/control.ts'
import { readKnownRules } from '../../api/known-rules.ts'

/** An assumption with what the workspace has chosen. */
export interface ListedAssumption extends KnownRule {
  /** Its variant in force, and that of the beginning; absent for one without variants. */
  readonly choice?: ChangeableAssumption
  /** The numbers of the operations that it decides about; empty for one about every call. */
  readonly operations: readonly string[]
  /** The newest of the last calls that rests on it. */
  readonly lastCall: number | undefined
}

/** The calls that are looked through for assumptions that they touched. */
const LAST_CALLS = 50

/** Every assumption: those that the last calls touched first, the newest call's before all others. */
export const readAssumptions = async (signal: AbortSignal): Promise<ListedAssumption[]> => {
  const [{ rules, operations }, { assumptions }, { entries }] = await Promise.all([
    readKnownRules(),
    control<{ assumptions: ChangeableAssumption[] }>('GET', '/variants', { signal }),
    control<JournalPage>('GET', '/journal', { query: { last: LAST_CALLS }, signal }),
  ])
  const choices = new Map(assumptions.map((choice) => [choice.number, choice]))
  const lastCalls = new Map<string, number>()
  for (const { seq, assumptions: touched } of entries)
    for (const number of touched) lastCalls.set(number, seq)
  const listed = rules.map((rule) => {
    const choice = choices.get(rule.number)
    return {
      ...rule,
      ...(choice && { choice }),
      operations: operationsOf(rule.number, operations),
      lastCall: lastCalls.get(rule.number),
    }
  })
  return listed.sort((a, b) => rankOf(b) - rankOf(a))
}

/** Calls are numbered from 1; an assumption that only earlier calls consulted comes after those of the last ones. */
const rankOf = ({ lastCall, choice }: ListedAssumption): number =>
  lastCall ?? (choice?.isTouched ? 0.5 : 0)

const operationsOf = (number: string, operations: readonly KnownOperation[]): string[] =>
  operations
    .filter(({ assumptions }) => assumptions.includes(number))
    .map(({ operation }) => operation)

/** What the list is narrowed by. */
export interface AssumptionFilter {
  readonly text: string
  /** Number of an operation; empty for all. */
  readonly operation: string
  readonly hasVariants: boolean
}

/** Whether an assumption passes a filter. */
export const isListed = (
  { number, shown, does, why, variants, choice, operations }: ListedAssumption,
  { text, operation, hasVariants }: AssumptionFilter,
): boolean => {
  if (hasVariants && !choice) return false
  if (operation !== '' && !operations.includes(operation)) return false
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return true
  return [number, shown, does, why, ...Object.entries(variants).flat()].some((part) =>
    part.toLowerCase().includes(wanted),
  )
}
