import type { TSchema } from '@sinclair/typebox'
import { compile } from 'json-schema-to-typescript'
import { definitionsOf } from './type-definitions.ts'
import { PRINTED, shortComments, TYPE_OPTIONS } from './type-options.ts'

const HEADER = `${PRINTED}
import type { OperationName } from './operations.ts'
`

/** The shapes of the control plane as types for clients: the given ones by their names, and all that they name. */
export const printControlTypes = async (
  shapes: Readonly<Record<string, TSchema>>,
): Promise<string> => {
  const printed: string[] = []
  for (const [name, definition] of Object.entries(definitionsOf(shapes)))
    printed.push(await compile(definition, name, { ...TYPE_OPTIONS, bannerComment: '' }))
  return shortComments([HEADER, ...printed].join('\n'))
}
