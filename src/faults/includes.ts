import { readBodyPart, valueAt } from '../kernel/body-part.ts'

/** Whether a body has all that a part of it says, as a whole and where JSON Pointers lead. */
export const bodyIncludes = (body: unknown, part: unknown): boolean => {
  const { whole, places } = readBodyPart(part)
  return (
    (whole === undefined || includes(body, whole)) &&
    places.every(([pointer, one]) => includes(valueAt(body, pointer), one))
  )
}

/**
 * Whether a value has all that a part of it says: of an object the keys that the part names, of a list,
 * in any place, an element for each of the part's; all else must be equal.
 */
export const includes = (whole: unknown, part: unknown): boolean => {
  if (Array.isArray(part))
    return Array.isArray(whole) && part.every((one) => hasElement(whole, one))
  if (!isObject(part)) return whole === part
  return (
    isObject(whole) &&
    Object.entries(part).every(
      ([key, one]) => Object.hasOwn(whole, key) && includes(whole[key], one),
    )
  )
}

const hasElement = (list: readonly unknown[], part: unknown): boolean =>
  list.some((element) => includes(element, part))

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
