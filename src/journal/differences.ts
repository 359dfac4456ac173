import { type BodyPart, valueAt } from '../kernel/body-part.ts'
import type { Difference } from './journal-schema.ts'

/** So many say enough. */
const MAX = 20

/** Compares a body with the part that is looked for, as a whole and where JSON Pointers lead. */
export const differencesOfPart = ({ whole, places }: BodyPart, body: unknown): Difference[] => {
  const differs = whole === undefined ? [] : differencesBetween(whole, body, 'body')
  const elsewhere = gather(places, ([pointer, one]) =>
    differencesBetween(one, valueAt(body, pointer), pointer),
  )
  return [...differs, ...elsewhere].slice(0, MAX)
}

/**
 * Compares a value with the part that is looked for: of objects what is named must be there, lists must
 * be as long and equal place by place, all else must be equal.
 */
export const differencesBetween = (
  expected: unknown,
  found: unknown,
  path: string,
): Difference[] => {
  if (Array.isArray(expected) && Array.isArray(found)) return ofLists(expected, found, path)
  if (isObject(expected) && isObject(found)) return ofObjects(expected, found, path)
  return expected === found ? [] : [{ path, expected, found }]
}

const ofLists = (
  expected: readonly unknown[],
  found: readonly unknown[],
  path: string,
): Difference[] => {
  if (expected.length !== found.length)
    return [{ path: `${path}.length`, expected: expected.length, found: found.length }]
  return gather(expected.entries(), ([index, element]) =>
    differencesBetween(element, found[index], `${path}[${index}]`),
  )
}

const ofObjects = (
  expected: Readonly<Record<string, unknown>>,
  found: Readonly<Record<string, unknown>>,
  path: string,
): Difference[] =>
  gather(Object.entries(expected), ([key, element]) =>
    differencesBetween(
      element,
      Object.hasOwn(found, key) ? found[key] : undefined,
      `${path}.${key}`,
    ),
  )

const gather = <T>(parts: Iterable<T>, compare: (part: T) => Difference[]): Difference[] => {
  const differs: Difference[] = []
  for (const part of parts) {
    if (differs.length >= MAX) break
    differs.push(...compare(part))
  }
  return differs
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
