import { distinct } from '../../kernel/lists.ts'

/** The key whose step is done at creation and makes no record (A-9-2). */
const INITIATOR = 'initiator'

/** One step of an approval: its task key and its assignees. */
export interface Step {
  key: string
  assignees: number[]
}

/** The steps of `assignees` by the number in their keys; keys without a number come last, as given. */
export const orderSteps = (assignees: Readonly<Record<string, readonly number[]>>): Step[] =>
  Object.entries(assignees)
    .filter(([key]) => key !== INITIATOR)
    .map(([key, ids]) => ({ number: numberIn(key), key, assignees: distinct(ids) }))
    .sort((a, b) => compareNumbers(a.number, b.number))
    .map(({ key, assignees }) => ({ key, assignees }))

/** The number that a key ends with, such as 2 of `task2`. */
const numberIn = (key: string): number => {
  let start = key.length
  while (/^\d$/.test(key.charAt(start - 1))) start -= 1
  return start === key.length ? Number.POSITIVE_INFINITY : Number(key.slice(start))
}

const compareNumbers = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1)
