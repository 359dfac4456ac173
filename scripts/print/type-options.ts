import type { Options } from 'json-schema-to-typescript'

/** The first line of a printed source file. */
export const PRINTED = '// Printed from the sources; `npm run docs` prints it again.'

/** How types are printed, like all other sources. */
export const TYPE_OPTIONS: Partial<Options> = {
  additionalProperties: false,
  bannerComment: PRINTED,
  // Bounds are for the server to judge; as types they would be tuples of a thousand elements.
  ignoreMinAndMaxItems: true,
  style: { semi: false, singleQuote: true, printWidth: 100 },
}
