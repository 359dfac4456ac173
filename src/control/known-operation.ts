import type { Operation } from '../contract/operation.ts'
import { badRequest } from '../errors/problem.ts'
import { problemOfCalled } from '../faults/known-operations.ts'

/** Refuses to look for calls of an operation that there is not: none would ever be found, whatever was called. */
export const mustBeKnown = (
  place: string,
  name: string | undefined,
  operations: readonly Operation[],
): void => {
  const problem = name === undefined ? undefined : problemOfCalled(place, name, operations)
  if (problem !== undefined) throw badRequest(problem)
}
