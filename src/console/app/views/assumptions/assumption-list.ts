import type { ChangeableAssumption, JournalPage, KnownRule } from '#src/client/generated/control.ts'
import { control } from '../../api/control.ts'
import { readKnownRules } from '../../api/operations.ts'

/** An assumption with what the workspace has chosen. */
export interface ListedAssumption extends KnownRule {
  /** Its variant in force, and that of the beginning; absent for one without variants. */
  readonly choice?: ChangeableAssumption
  /** The newest of the last calls that rests on it. */
  readonly lastCall: number | undefined
}

/** The calls that are looked through for assumptions that they touched. */
const LAST_CALLS = 50

/** Every assumption: those that the last calls touched first, the newest call's before all others. */
export const readAssumptions = async (signal: AbortSignal): Promise<ListedAssumption[]> => {
  const [rules, { assumptions }, { entries }] = await Promise.all([
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
      lastCall: lastCalls.get(rule.number),
    }
  })
  return listed.sort((a, b) => rankOf(b) - rankOf(a))
}

/** Calls are numbered from 1; an assumption that only earlier calls consulted comes after those of the last ones. */
const rankOf = ({ lastCall, choice }: ListedAssumption): number =>
  lastCall ?? (choice?.isTouched ? 0.5 : 0)

/** Whether an assumption passes a filter. */
export const isListed = (
  { number, shown, does, why, variants, choice, operations }: ListedAssumption,
  { text, operation, hasVariants }: { text: string; operation: string; hasVariants: boolean },
): boolean => {
  if (hasVariants && !choice) return false
  if (operation !== '' && !operations.includes(operation)) return false
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return true
  return [number, shown, does, why, ...Object.entries(variants).flat()].some((part) =>
    part.toLowerCase().includes(wanted),
  )
}
