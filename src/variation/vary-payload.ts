import { JsonPieces } from '../contract/json-pieces.ts'
import type { Operation, OperationId } from '../contract/operation.ts'
import { isObject } from '../kernel/json.ts'
import { openResultOf } from './open-value.ts'
import { extraTextAt, type Variation } from './variation.ts'
import { varyValue } from './vary-result.ts'

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
  function* varyList(text: string): Generator<string> {
    const elements: readonly unknown[] = JSON.parse(text)
    for (let from = 0; from < elements.length; from += ELEMENTS_AT_A_TIME)
      yield JSON.stringify(vary(elements.slice(from, from + ELEMENTS_AT_A_TIME)))
  }
  return payload instanceof JsonPieces ? payload.flatMap(varyList) : vary(payload)
}

/** The name of the published text that a success says. */
export const varyMessage = (
  variation: Variation | undefined,
  message: 'success' | 'published',
): 'success' | 'published' => {
  if (!variation?.has('success-message')) return message
  return message === 'success' ? 'published' : 'success'
}

/** The text of the fields that an envelope has beside the document's; it begins with a comma, or is empty. */
export const extraInEnvelope = (
  variation: Variation | undefined,
  operation?: OperationId,
): string => (variation && operation ? extraTextAt(variation, `${operation}/envelope`) : '')
