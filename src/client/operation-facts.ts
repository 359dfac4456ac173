import { OPERATIONS } from './generated/constants.ts'
import type { OperationId } from './generated/operations.ts'

/** Path, surface and reply shape of an operation. */
export type OperationFacts = (typeof OPERATIONS)[OperationId]

/** The facts of an operation; programs without types may name anything. */
export const factsOf = (operation: OperationId): OperationFacts => {
  const known = Object.keys(OPERATIONS)
  // Also a key that every object has.
  if (known.includes(operation)) return OPERATIONS[operation]
  const range = `${known[0]} to ${known.at(-1)}`
  throw new TypeError(`there is no operation "${operation}"; known are ${range}`)
}
