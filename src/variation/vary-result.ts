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
    key: `${place}/${keyOf(of, element, index)}`,
    element,
  }))
  const hasOrder = typeof isOrdered === 'boolean' ? isOrdered : isOrdered(varying.param)
  if (!hasOrder && varying.variation.has('list-order'))
    sortBy(keyed, ({ key }) => varying.variation.valueAt(`list-order/${key}`))
  return keyed.map(({ key, element }) => varyValue(varying, of, element, key))
}

/** What tells an element apart from the others. Not its text: that of a signed URL is the workspace's own. */
const keyOf = (of: OpenObject | undefined, element: unknown, index: number): unknown =>
  of?.keyOf && isObject(element) ? of.keyOf(element) : index

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
  const varied = new Map(Object.entries(fields))
  for (const [name, value] of varied) {
    const part = open.parts.get(name) ?? open.anyPart
    varied.set(name, varyValue(varying, part, value, `${place}/${name}`))
  }
  if (variation.has('list-order')) reorderFields(variation, open, varied, place)
  if (variation.has('optional-values')) dropValues(variation, open, varied, place)
  const isOpen = !open.isClosed && !open.anyPart
  return {
    ...Object.fromEntries(varied),
    ...(isOpen && extraFieldsAt(variation, place)),
  }
}

const reorderFields = (
  variation: Variation,
  { words = [], parallel = [] }: OpenObject,
  fields: Map<string, unknown>,
  place: string,
): void => {
  for (const name of words) {
    const text = fields.get(name)
    if (typeof text === 'string')
      fields.set(name, reorderWords(variation, text, `${place}/${name}`))
  }
  const lists = parallel.map((name) => fields.get(name) as unknown[])
  const order = (lists[0] ?? []).map((element, index) => ({ element, index }))
  sortBy(order, ({ element }) => variation.valueAt(`list-order/${place}/${String(element)}`))
  for (const [index, name] of parallel.entries())
    fields.set(
      name,
      order.map((entry) => lists[index]?.[entry.index]),
    )
}

const reorderWords = (variation: Variation, text: string, place: string): string => {
  const words = text.split(',').map((word, index) => ({ word, index }))
  sortBy(words, ({ word }) => variation.valueAt(`list-order/${place}/${word}`))
  return words.map(({ word }) => word).join(',')
}

/** Of the values of a field, a quarter becomes null and a quarter absent; of its nulls, half become absent. */
const dropValues = (
  variation: Variation,
  { nullable = [], kept = [] }: OpenObject,
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
