import { isObject } from '../kernel/is-object.ts'
import { extraFieldsAt } from './extra-fields.ts'
import type { Fields, OpenList, OpenObject, OpenValue } from './open-value.ts'
import type { Variation } from './variation.ts'

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
  { of, isOrdered = false }: OpenList,
  elements: readonly unknown[],
  place: string,
): unknown[] => {
  const keyed = elements.map((element, index) => ({
    key: `${place}/${keyOf(of, element)}`,
    element,
    index,
  }))
  const hasOrder = typeof isOrdered === 'boolean' ? isOrdered : isOrdered(varying.param)
  if (!hasOrder && varying.variation.has('list-order'))
    sortBy(keyed, ({ key }) => varying.variation.valueAt(`list-order/${key}`))
  return keyed.map(({ key, element }) => varyValue(varying, of, element, key))
}

/** What tells an element apart from the others; elements that are equal need not be told apart. */
const keyOf = (of: OpenObject | undefined, element: unknown): string =>
  String(of?.keyOf && isObject(element) ? of.keyOf(element) : JSON.stringify(element))

/** Sorts by texts that are made once; elements with the same text keep their order. */
const sortBy = <T>(elements: T[], textOf: (element: T) => string): void => {
  const texts = new Map(elements.map((element) => [element, textOf(element)]))
  elements.sort((left, right) => compare(texts.get(left) ?? '', texts.get(right) ?? ''))
}

const compare = (left: string, right: string): number => {
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
  const varied: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) {
    const part = open.parts?.[name] ?? open.anyPart
    varied[name] = varyValue(varying, part, value, `${place}/${name}`)
  }
  if (variation.has('list-order')) reorderFields(variation, open, varied, place)
  if (variation.has('optional-values')) dropValues(variation, open, varied, place)
  const isOpen = !open.isClosed && !open.anyPart
  return isOpen ? { ...varied, ...extraFieldsAt(variation, place) } : varied
}

const reorderFields = (
  variation: Variation,
  { words = [], parallel = [] }: OpenObject,
  fields: Record<string, unknown>,
  place: string,
): void => {
  for (const name of words) fields[name] = reorderWords(variation, fields[name], `${place}/${name}`)
  const lists = parallel.map((name) => fields[name] as unknown[])
  const order = (lists[0] ?? []).map((element, index) => ({ element, index }))
  sortBy(order, ({ element }) => variation.valueAt(`list-order/${place}/${String(element)}`))
  for (const [index, name] of parallel.entries())
    fields[name] = order.map((entry) => lists[index]?.[entry.index])
}

const reorderWords = (variation: Variation, text: unknown, place: string): unknown => {
  if (typeof text !== 'string' || !text.includes(',')) return text
  const words = text.split(',').map((word, index) => ({ word, index }))
  sortBy(words, ({ word }) => variation.valueAt(`list-order/${place}/${word}`))
  return words.map(({ word }) => word).join(',')
}

/** Of the values of a field, a quarter becomes null and a quarter absent; of its nulls, half become absent. */
const dropValues = (
  variation: Variation,
  { nullable = [], kept = [] }: OpenObject,
  fields: Record<string, unknown>,
  place: string,
): void => {
  const names = [...nullable, ...kept]
  if (names.length === 0) return
  const digits = variation.valueAt(`optional-values/${place}`)
  for (const [index, name] of names.entries()) {
    const drawn = Number.parseInt(digits.charAt(index), 16)
    const mayDrop = fields[name] === null || index < nullable.length
    if (!mayDrop || drawn >= 8) continue
    if (fields[name] !== null && drawn < 4) fields[name] = null
    else delete fields[name]
  }
}
