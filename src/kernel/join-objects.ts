/** The JSON text of an object with the fields of several, in order. Each is the text of an object that has fields. */
export const joinObjects = (...texts: readonly string[]): string =>
  `{${texts.map((text) => text.slice(1, -1)).join(',')}}`
