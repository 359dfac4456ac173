import { isObject } from '../kernel/is-object.ts'
import type { Fields, OpenList, OpenObject, OpenValue } from './open-value.ts'
import { extraFieldsAt, type Variation } from './variation.ts'

/** A variation at work on one answer. */
export interface Varying {
  readonly variation: Variation
  /** The parameters of the call, which may give an order. */
  readonly param: Fields
}

/** A value with everything changed that is open, at a place that begins with the number of the operation. */
export const varyValue = (
  varying: Varying,
  open: OpenValue,
  value: unknown,
  place: string,
): unknown => {
  if (!open || value === null) return value
  if (open.kind === 'list')
    return Array.isArray(value) ? varyList(varying, open, value, place) : value
  return isObject(value) ? varyObject(varying, open, value, place) : value
}

const varyList = (
  varying: Varying,
  { of, isOrdered }: OpenList,
  elements: readonly unknown[],
  place: string,
): unknown[] => {
  const placed = placedIn(elements, place)
  if (!isOrdered?.(varying.param)) reorder(varying.variation, placed)
  return placed.map((one) => varyValue(varying, of, one.element, one.place))
}

/** Elements with the places that they have without a variation. */
type Placed<T> = { readonly element: T; readonly place: string }[]

/** Gives elements another order, which depends on their places alone. */
const reorder = <T>(variation: Variation, placed: Placed<T>): void => {
  if (!variation.has('list-order')) return
  const texts = new Map(
    placed.map(({ place }) => [place, variation.valueAt(`list-order/${place}`)]),
  )
  placed.sort((left, right) => compare(texts.get(left.place), texts.get(right.place)))
}

const compare = (left = '', right = ''): number => {
  if (left === right) return 0
  return left < right ? -1 : 1
}

const varyObject = (
  varying: Varying,
  open: OpenObject,
  fields: Fields,
  place: string,
): Record<string, unknown> => {
  const { variation } = varying
  const varied = new Map(Object.entries(fields))
  for (const [name, value] of varied) {
    const part = open.parts.get(name) ?? open.anyPart
    varied.set(name, varyValue(varying, part, value, `${place}/${name}`))
  }
  reorderFields(variation, open, varied, place)
  if (variation.has('optional-values')) dropValues(variation, open, varied, place)
  const isOpen = !open.isClosed && !open.anyPart
  return {
    ...Object.fromEntries(varied),
    ...(isOpen && extraFieldsAt(variation, place)),
  }
}

const reorderFields = (
  variation: Variation,
  { words, parallel }: OpenObject,
  fields: Map<string, unknown>,
  place: string,
): void => {
  for (const name of words) {
    const text = fields.get(name)
    if (typeof text === 'string')
      fields.set(name, reorderWords(variation, text, `${place}/${name}`))
  }
  const lists = parallel.map((name) => fields.get(name) as readonly unknown[])
  const indexes = placedIn(lists[0]?.keys() ?? [], place)
  reorder(variation, indexes)
  for (const [at, name] of parallel.entries())
    fields.set(
      name,
      indexes.map(({ element }) => lists[at]?.[element]),
    )
}

const reorderWords = (variation: Variation, text: string, place: string): string => {
  const words = placedIn(text.split(','), place)
  reorder(variation, words)
  return words.map(({ element }) => element).join(',')
}

const placedIn = <T>(elements: Iterable<T>, place: string): Placed<T> =>
  [...elements].map((element, index) => ({ element, place: `${place}/${index}` }))

/** Of the values of a field, a quarter becomes null and a quarter absent; of its nulls, half become absent. */
const dropValues = (
  variation: Variation,
  { nullable, kept }: OpenObject,
  fields: Map<string, unknown>,
  place: string,
): void => {
  const names = [...nullable, ...kept]
  if (names.length === 0) return
  const digits = variation.valueAt(`optional-values/${place}`)
  for (const [index, name] of names.entries()) {
    const drawn = Number.parseInt(digits.charAt(index), 16)
    const isNull = fields.get(name) === null
    const mayDrop = isNull || index < nullable.length
    if (!mayDrop || drawn >= 8) continue
    if (!isNull && drawn < 4) fields.set(name, null)
    else fields.delete(name)
  }
}
