import type { Options } from 'json-schema-to-typescript'

/** The first line of a generated source file. */
export const PRINTED = '// Made of other sources by the build.'

/** Puts each comment of one sentence on one line, like in all other sources. */
export const shortComments = (text: string): string =>
  text.replace(/\/\*\*\n *\* (.*)\n *\*\//g, '/** $1 */')

/** How types are printed, like all other sources. */
export const TYPE_OPTIONS: Partial<Options> = {
  additionalProperties: false,
  bannerComment: PRINTED,
  // Bounds are for the server to judge; as types they would be tuples of a thousand elements.
  ignoreMinAndMaxItems: true,
  style: { semi: false, singleQuote: true, printWidth: 100 },
}
