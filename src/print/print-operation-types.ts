import { compile, type JSONSchema, type Options } from 'json-schema-to-typescript'
import type { Operation } from '../contract/operation.ts'

const OPTIONS: Partial<Options> = {
  additionalProperties: false,
  bannerComment: '// Printed from the sources; `npm run docs` prints it again.',
  // Bounds are for the server to judge; as types they would be tuples of a thousand elements.
  ignoreMinAndMaxItems: true,
  style: { semi: false, singleQuote: true, printWidth: 100 },
}

/** What every operation takes and answers, as types for clients: one interface with a member for each. */
export const printOperationTypes = (operations: readonly Operation[]): Promise<string> =>
  compile(
    {
      ...closed(
        Object.fromEntries(
          operations.map(({ id, summary, param, result }) => [
            id,
            { ...closed({ param, result }), description: summary },
          ]),
        ),
      ),
      description: 'The parameters of every operation, and the payload of its success.',
    } as JSONSchema,
    'OperationTypes',
    OPTIONS,
  )

const closed = (properties: Record<string, object>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
})
