import { distinct } from '../../kernel/lists.ts'

/** The key whose step is done at creation and makes no record (A-9-2). */
const INITIATOR = 'initiator'

export interface Step {
  key: string
  assignees: number[]
}

/** The steps of `assignees` by the number in their keys; keys without a number come last, as given. */
export const orderSteps = (assignees: Readonly<Record<string, readonly number[]>>): Step[] =>
  Object.entries(assignees)
    .filter(([key]) => key !== INITIATOR)
    .map(([key, ids]) => ({ key, assignees: distinct(ids) }))
    // Of two keys without a number neither is first: NaN counts as equal.
    .sort((a, b) => numberIn(a.key) - numberIn(b.key))

/** The number that a key ends with, such as 2 of `task2`. */
const numberIn = (key: string): number =>
  Number(/(?<!\d)\d+$/.exec(key)?.[0] ?? Number.POSITIVE_INFINITY)
