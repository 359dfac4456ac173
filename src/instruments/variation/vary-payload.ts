import { JsonPieces } from '../../contract/json-pieces.ts'
import type { Operation } from '../../contract/operation.ts'
import { isObject } from '../../kernel/json.ts'
import {
  type Fields,
  type OpenList,
  type OpenObject,
  type OpenValue,
  openResultOf,
} from './open-value.ts'
import { extraFieldsAt, type Variation } from './variation.ts'

/** Elements that are varied before other calls have a turn: a few milliseconds of work. */
const ELEMENTS_AT_A_TIME = 500

/** The payload of a success with everything changed that the document leaves open; a list in pieces, piece by piece. */
export const varyPayload = (
  variation: Variation,
  operation: Operation,
  payload: unknown,
  param: unknown,
): unknown => {
  const open = openResultOf(operation)
  const varying = { variation, param: isObject(param) ? param : {} }
  const vary = (value: unknown): unknown => varyValue(varying, open, value, operation.id)
  function* varyPiece(text: string): Generator<string> {
    const elements: readonly unknown[] = JSON.parse(text)
    for (let from = 0; from < elements.length; from += ELEMENTS_AT_A_TIME)
      yield JSON.stringify(vary(elements.slice(from, from + ELEMENTS_AT_A_TIME)))
  }
  return payload instanceof JsonPieces ? payload.flatMap(varyPiece) : vary(payload)
}

interface Varying {
  readonly variation: Variation
  /** The parameters of the call, which may give an order. */
  readonly param: Fields
}

/** A value with everything changed that is open, at a place that begins with the number of the operation. */
const varyValue = (varying: Varying, open: OpenValue, value: unknown, place: string): unknown => {
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
  const varied = elements.map((element, index) =>
    varyValue(varying, of, element, `${place}/${index}`),
  )
  if (isOrdered?.(varying.param)) return varied
  return orderAt(varying.variation, varied.length, place).map((index) => varied[index])
}

/** The indexes of a list in another order, which depends on its place alone. */
const orderAt = (variation: Variation, length: number, place: string): number[] => {
  const indexes = Array.from({ length }, (_, index) => index)
  if (!variation.has('list-order')) return indexes
  const texts = indexes.map((index) => variation.valueAt(`list-order/${place}/${index}`))
  return indexes.sort((left, right) => ((texts[left] ?? '') < (texts[right] ?? '') ? -1 : 1))
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
  for (const name of open.parallel) {
    const list = (varied.get(name) ?? []) as readonly unknown[]
    varied.set(
      name,
      orderAt(variation, list.length, place).map((index) => list[index]),
    )
  }
  if (variation.has('optional-values')) dropValues(variation, open, varied, place)
  const isOpen = !open.isClosed && !open.anyPart
  return {
    ...Object.fromEntries(varied),
    ...(isOpen && extraFieldsAt(variation, place)),
  }
}

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
