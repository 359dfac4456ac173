import { compile } from 'json-schema-to-typescript'
import type { Operation } from '#src/contract/operation.ts'
import { SUPPORTING_ROUTES } from '#src/contract/supporting-routes.ts'
import { definitionsOf } from './type-definitions.ts'
import { PRINTED, shortComments, TYPE_OPTIONS } from './type-options.ts'

/** The names of operations, and what each takes and answers, as types for clients. */
export const printOperationTypes = async (operations: readonly Operation[]): Promise<string> => {
  const types = closed(
    Object.fromEntries(
      operations.map(({ id, summary, description, param, result }) => [
        id,
        { ...closed({ param, result }), description: `${summary}. ${description}` },
      ]),
    ),
  )
  const OperationTypes = {
    ...types,
    description: 'The parameters of every operation, and the payload of its success.',
  }
  const printed = [`${PRINTED}\n`]
  for (const [name, definition] of Object.entries(definitionsOf({ OperationTypes })))
    printed.push(await compile(definition, name, { ...TYPE_OPTIONS, bannerComment: '' }))
  return shortComments([...printed, NAMES].join('\n'))
}

const closed = (properties: Readonly<Record<string, object>>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})

const NAMES = `/** The number of an operation in the document, such as \`E8\`. */
export type OperationId = keyof OperationTypes

/** The name of a supporting route: tokens, uploads and downloads. */
export type SupportingRouteName =
${SUPPORTING_ROUTES.map((name) => `  | '${name}'`).join('\n')}

/** The name that journal and faults have for a call. */
export type OperationName = OperationId | SupportingRouteName
`
