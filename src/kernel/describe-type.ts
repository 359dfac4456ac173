/** The types of JSON Schema as they stand in sentences. */
export const TYPE_NAMES: ReadonlyMap<string, string> = new Map([
  ['integer', 'an integer'],
  ['number', 'a number'],
  ['string', 'a string'],
  ['boolean', 'a boolean'],
  ['object', 'an object'],
  ['array', 'an array'],
  ['null', 'null'],
])
