import type { Operation } from '#src/contract/operation.ts'
import { SUPPORTING_ROUTES } from '#src/contract/supporting-routes.ts'
import { printTypes, type Schema } from './print-control-types.ts'
import { PRINTED } from './type-options.ts'

/** The names of operations, and what each takes and answers, as types for clients. */
export const printOperationTypes = async (operations: readonly Operation[]): Promise<string> => {
  const types = closed(
    Object.fromEntries(
      operations.map(({ id, summary, description, param, result }) => [
        id,
        { ...closed({ param, result }), description: `${summary}. ${description}` },
      ]),
    ),
    'The parameters of every operation, and the payload of its success.',
  )
  return [`${PRINTED}\n`, await printTypes({ OperationTypes: types }), NAMES].join('\n')
}

const closed = (properties: Readonly<Record<string, Schema>>, description?: string): Schema => ({
  type: 'object',
  ...(description && { description }),
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
