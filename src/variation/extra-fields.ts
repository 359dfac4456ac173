import type { Variation } from './variation.ts'

/** Fields that the document does not name, with a value of each type of JSON. */
const EXTRA_FIELDS: readonly (readonly [name: string, value: unknown])[] = [
  ['extraText', 'not in the document'],
  ['extraNumber', 42],
  ['extraFlag', true],
  ['extraList', [1, 'two']],
  ['extraObject', { text: 'not in the document' }],
  ['extraNull', null],
  ['extraFraction', 0.5],
  ['extraEmpty', ''],
]

/** The fields that an object has beside those of the document; none without the kind. */
export const extraFieldsAt = (variation: Variation, place: string): Record<string, unknown> => {
  if (!variation.has('extra-fields')) return {}
  const value = Number.parseInt(variation.valueAt(`extra-fields/${place}`).slice(0, 4), 16)
  // At least one, so that every object of an answer shows a client that it reads too strictly.
  const [first, second] = [value % EXTRA_FIELDS.length, (value >> 8) % EXTRA_FIELDS.length]
  const chosen = [EXTRA_FIELDS[first], EXTRA_FIELDS[second]].filter((field) => field !== undefined)
  return Object.fromEntries(chosen)
}

/** The same fields as JSON, to add to the text of an object before its last brace. */
export const extraTextAt = (variation: Variation, place: string): string => {
  const text = JSON.stringify(extraFieldsAt(variation, place)).slice(1, -1)
  return text === '' ? '' : `,${text}`
}
