import { compile, type JSONSchema } from 'json-schema-to-typescript'
import type { Operation } from '#src/contract/operation.ts'
import { TYPE_OPTIONS } from './type-options.ts'

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
    TYPE_OPTIONS,
  )

const closed = (properties: Record<string, object>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
})
