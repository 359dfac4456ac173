import { distinct } from '../../kernel/lists.ts'

/** The key whose step is done at creation and makes no record (A-9-2). */
const INITIATOR = 'initiator'

/** One step of an approval: its task key and who has to decide. */
export interface Step {
  key: string
  assignees: number[]
}

/** The steps of `assignees` by the number in their keys; keys without a number come last, as given. */
export const orderSteps = (assignees: Readonly<Record<string, readonly number[]>>): Step[] =>
  Object.entries(assignees)
    .filter(([key]) => key !== INITIATOR)
    .map(([key, ids]) => ({ key, assignees: distinct(ids) }))
    .sort((a, b) => compareNumbers(numberIn(a.key), numberIn(b.key)))

const numberIn = (key: string): number =>
  Number(/(\d+)$/.exec(key)?.[1] ?? Number.POSITIVE_INFINITY)

const compareNumbers = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1)
