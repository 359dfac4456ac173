import { type BodyPart, valueAt } from './body-part.ts'
import { isObject } from './is-object.ts'

/** One difference of a call from what was expected. */
export interface Difference {
  /** `operation`, `code`, `actor`, `body`, or a place in the body such as `body.param.userIds` or `/param/userIds/0`. */
  path: string
  expected: unknown
  /** Absent when the call has nothing there. */
  found?: unknown
}

/** Whether a body includes a part; unknown when that takes too many comparisons. */
export type BodyVerdict = 'matches' | 'differs' | 'unknown'

/** Maximum number of differences of one body. */
const MAX_DIFFERENCES = 20

/** Maximum number of comparisons before a verdict is unknown: every pair of elements of two lists can count. */
export class ComparisonBudget {
  #left: number
  readonly #whole: ComparisonBudget | undefined

  /** The budget of one body can be a part of that of a whole search. */
  constructor(max: number, whole?: ComparisonBudget) {
    this.#left = max
    this.#whole = whole
  }

  get isSpent(): boolean {
    return this.#left < 0
  }

  /** Counts comparisons; fails when there were too many. */
  spend(count: number): void {
    this.#left -= count
    this.#whole?.spend(count)
    if (this.#left < 0) throw new TooManyComparisons()
  }
}

class TooManyComparisons extends Error {
  override name = 'TooManyComparisons'
}

/**
 * Whether a body includes a part, as a whole and at its JSON Pointers. Fault rules and the
 * journal have this one meaning: of an object the keys that the part names must match; of a list each element of
 * the part must match an element, in any place; all else must be equal.
 */
export const matchBody = (part: BodyPart, body: unknown, budget: ComparisonBudget): BodyVerdict => {
  try {
    return compareBody(part, body, budget, 1).length === 0 ? 'matches' : 'differs'
  } catch (error) {
    if (error instanceof TooManyComparisons) return 'unknown'
    throw error
  }
}

/** Differences of a body from a part; empty exactly when `matchBody` returns `matches`. */
export const differencesOfBody = (
  part: BodyPart,
  body: unknown,
  budget: ComparisonBudget,
): Difference[] => {
  try {
    return compareBody(part, body, budget, MAX_DIFFERENCES)
  } catch (error) {
    if (!(error instanceof TooManyComparisons)) throw error
    return [{ path: 'body', expected: part.given, found: 'a body that takes too many comparisons' }]
  }
}

const compareBody = (
  { whole, places }: BodyPart,
  body: unknown,
  budget: ComparisonBudget,
  max: number,
): Difference[] => {
  const inWhole = whole === undefined ? [] : compare(whole, body, { path: 'body', budget, max })
  const inPlaces = gather(places, max - inWhole.length, ([pointer, one], left) =>
    compare(one, valueAt(body, pointer), { path: pointer, budget, max: left }),
  )
  return [...inWhole, ...inPlaces]
}

/** The place of two values, with the remaining comparisons and differences. */
interface Comparison {
  path: string
  budget: ComparisonBudget
  max: number
}

/** The differences of a value from a part, up to a maximum. */
const compare = (expected: unknown, found: unknown, at: Comparison): Difference[] => {
  at.budget.spend(1)
  if (Array.isArray(expected) && Array.isArray(found)) return compareLists(expected, found, at)
  if (isObject(expected) && isObject(found)) return compareObjects(expected, found, at)
  return expected === found ? [] : [{ path: at.path, expected, found }]
}

const compareObjects = (
  expected: Readonly<Record<string, unknown>>,
  found: Readonly<Record<string, unknown>>,
  { path, budget, max }: Comparison,
): Difference[] => {
  const entries = Object.entries(expected)
  budget.spend(entries.length)
  return gather(entries, max, ([key, one], left) => {
    const other = Object.hasOwn(found, key) ? found[key] : undefined
    return compare(one, other, { path: `${path}.${key}`, budget, max: left })
  })
}

/** A single missing element that has a similar one is explained by its differences, others by the lists. */
const compareLists = (
  expected: readonly unknown[],
  found: readonly unknown[],
  { path, budget, max }: Comparison,
): Difference[] => {
  const hasScalars = expected.some(isScalar)
  if (hasScalars) budget.spend(found.length)
  // The list is read once for all expected numbers and texts.
  const scalars = new Set(hasScalars ? found : [])
  const isFound = (one: unknown): boolean =>
    isScalar(one)
      ? scalars.has(one)
      : found.some((element) => compare(one, element, { path, budget, max: 1 }).length === 0)
  if (max === 1) return expected.every(isFound) ? [] : [{ path, expected, found }]
  const missing = expected.filter((one) => !isFound(one))
  const inElements: Difference[] = []
  const unmatched: unknown[] = []
  for (const one of missing) {
    const left = max - 1 - inElements.length
    const nearest = left > 0 ? compareNearest(one, found, { path, budget, max: left }) : undefined
    if (nearest) inElements.push(...nearest)
    else unmatched.push(one)
  }
  return unmatched.length === 0 ? inElements : [{ path, expected: unmatched, found }, ...inElements]
}

/** The differences of the most similar element; undefined when no element has anything in common. */
const compareNearest = (
  expected: unknown,
  found: readonly unknown[],
  { path, budget, max }: Comparison,
): Difference[] | undefined => {
  if (isScalar(expected)) return undefined
  let fewest = Object.keys(Object(expected)).length
  let nearest: Difference[] | undefined
  for (const [index, element] of found.entries()) {
    if (Array.isArray(element) !== Array.isArray(expected)) continue
    const differs = compare(expected, element, { path: `${path}[${index}]`, budget, max })
    if (differs.length >= fewest) continue
    fewest = differs.length
    nearest = differs
  }
  return nearest
}

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null

const gather = <T>(
  parts: readonly T[],
  max: number,
  differencesOf: (part: T, left: number) => Difference[],
): Difference[] => {
  const differs: Difference[] = []
  for (const part of parts) {
    const left = max - differs.length
    if (left <= 0) break
    for (const difference of differencesOf(part, left)) differs.push(difference)
  }
  return differs
}
