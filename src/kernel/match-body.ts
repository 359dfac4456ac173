import { type BodyPart, valueAt } from './body-part.ts'
import { isObject } from './json.ts'

export interface Difference {
  /** `operation`, `code`, `actor`, `body`, or a place in the body such as `body.param.userIds` or `/param/userIds/0`. */
  path: string
  expected: unknown
  found?: unknown
}

/** True if a body includes a part; unknown if that takes too many comparisons. */
export type BodyVerdict = 'matches' | 'differs' | 'unknown'

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
 * True if a body includes a part, as a whole and at its JSON Pointers. Fault rules and the
 * journal have this one meaning: of an object the keys that the part names must match; of a list each element of
 * the part must match an element, in any place; all else must be equal.
 */
export const matchBody = (
  { whole, places }: BodyPart,
  body: unknown,
  budget: ComparisonBudget,
): BodyVerdict => {
  try {
    const matches =
      (whole === undefined || includes(body, whole, budget)) &&
      places.every(([pointer, part]) => includes(valueAt(body, pointer), part, budget))
    return matches ? 'matches' : 'differs'
  } catch (error) {
    if (error instanceof TooManyComparisons) return 'unknown'
    throw error
  }
}

/** Differences of a body from a part; empty exactly when `matchBody` returns `matches`. */
export const differencesOfBody = (
  { given, whole, places }: BodyPart,
  body: unknown,
  budget: ComparisonBudget,
): Difference[] => {
  try {
    const inWhole = whole === undefined ? [] : explain(body, whole, 'body', budget)
    const inPlaces = places.flatMap(([pointer, part]) =>
      explain(valueAt(body, pointer), part, pointer, budget),
    )
    return [...inWhole, ...inPlaces].slice(0, MAX_DIFFERENCES)
  } catch (error) {
    if (!(error instanceof TooManyComparisons)) throw error
    return [{ path: 'body', expected: given, found: 'a body that takes too many comparisons' }]
  }
}

const includes = (value: unknown, part: unknown, budget: ComparisonBudget): boolean => {
  budget.spend(1)
  if (Array.isArray(part))
    return Array.isArray(value) && missingIn(value, part, budget).length === 0
  if (!isObject(part)) return value === part
  if (!isObject(value)) return false
  const entries = Object.entries(part)
  budget.spend(entries.length)
  return entries.every(([key, one]) => includes(ownOf(value, key), one, budget))
}

/** The elements of a part that no element of a list includes. The list is read once for all numbers and texts. */
const missingIn = (
  list: readonly unknown[],
  part: readonly unknown[],
  budget: ComparisonBudget,
): unknown[] => {
  const hasScalars = part.some(isScalar)
  if (hasScalars) budget.spend(list.length)
  const scalars = new Set(hasScalars ? list : [])
  return part.filter((one) =>
    isScalar(one) ? !scalars.has(one) : !list.some((element) => includes(element, one, budget)),
  )
}

const explain = (
  found: unknown,
  expected: unknown,
  path: string,
  budget: ComparisonBudget,
): Difference[] => {
  if (isObject(expected) && isObject(found))
    return Object.entries(expected).flatMap(([key, one]) =>
      explain(ownOf(found, key), one, `${path}.${key}`, budget),
    )
  if (includes(found, expected, budget)) return []
  const isList = Array.isArray(expected) && Array.isArray(found)
  return [{ path, expected: isList ? missingIn(found, expected, budget) : expected, found }]
}

const ownOf = (object: Readonly<Record<string, unknown>>, key: string): unknown =>
  Object.hasOwn(object, key) ? object[key] : undefined

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null
