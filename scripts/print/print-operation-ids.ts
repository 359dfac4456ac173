import type { Operation } from '#src/contract/operation.ts'
import { PRINTED } from './type-options.ts'

/** The numbers of the catalogue, for parts of the server that the catalogue itself imports. */
export const printOperationIds = (operations: readonly Operation[]): string =>
  [
    PRINTED,
    '',
    "/** The numbers of the document's operations, in its order. */",
    'export const OPERATION_IDS = [',
    ...operations.map(({ id }) => `  '${id}',`),
    '] as const',
    '',
  ].join('\n')
