import type { Operation } from '../contract/operation.ts'
import { badRequest } from '../errors/problem.ts'
import { problemOfCalled } from '../faults/known-operations.ts'

/** Refuses to look for calls of an unknown operation: no call could ever match. */
export const requireOperation = (
  field: string,
  name: string | undefined,
  operations: readonly Operation[],
): void => {
  const problem = name === undefined ? undefined : problemOfCalled(field, name, operations)
  if (problem !== undefined) throw badRequest(problem)
}
