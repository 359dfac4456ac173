import { JsonPieces, JsonText } from '../contract/json-text.ts'
import type { OperationId } from '../contract/operation.ts'
import { isObject } from '../kernel/is-object.ts'
import { extraTextAt } from './extra-fields.ts'
import { openResultOf } from './open-results.ts'
import type { Variation } from './variation.ts'
import { varyValue } from './vary-result.ts'

/** The payload of a success with everything changed that the document leaves open; a list in pieces, piece by piece. */
export const varyPayload = (
  variation: Variation,
  operation: OperationId,
  payload: unknown,
  param: unknown,
): unknown => {
  const open = openResultOf(operation)
  const varying = { variation, param: isObject(param) ? param : {} }
  const vary = (value: unknown): unknown => varyValue(varying, open, value, operation)
  const varyText = (text: string): string => JSON.stringify(vary(JSON.parse(text)))
  if (payload instanceof JsonText) return new JsonText(varyText(payload.text))
  return payload instanceof JsonPieces ? payload.map(varyText) : vary(payload)
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
