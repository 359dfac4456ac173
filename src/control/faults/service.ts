import type { Operation } from '../../contract/operation.ts'
import { badRequest, notFound } from '../../errors/problem.ts'
import type { FaultEffect, FaultRule, WantedFault } from '../../faults/fault.ts'
import { problemsOfFault } from '../../faults/judge-fault.ts'
import { problemOfOperation } from '../../faults/known-operations.ts'
import type { Workspace } from '../../workspaces/workspace.ts'

type Flags = 'reset' | 'truncate' | 'malformed'

/** A rule as callers describe it: false is as good as absent. */
export interface FaultInput extends Omit<WantedFault, 'effect'> {
  effect: Omit<FaultEffect, Flags> & { [Name in Flags]?: boolean }
}

const wantedOf = ({ effect: given, ...rest }: FaultInput): WantedFault => {
  const { reset, truncate, malformed, ...effect } = given
  return {
    ...rest,
    effect: {
      ...effect,
      ...(reset && { reset }),
      ...(truncate && { truncate }),
      ...(malformed && { malformed }),
    },
  }
}

/** Adds a rule to a workspace; one that could never act as it says is refused. */
export const addFault = (
  workspace: Workspace,
  input: FaultInput,
  operations: readonly Operation[],
): FaultRule => {
  const wanted = wantedOf(input)
  const unknown = problemOfOperation(wanted.match.operation, operations)
  const problems = [...(unknown === undefined ? [] : [unknown]), ...problemsOfFault(wanted)]
  if (problems.length > 0) throw badRequest(problems.join('; '))
  return workspace.faults.add(wanted)
}

/** The rules of a workspace, or those that have never acted; `unused` counts these either way. */
export const listFaults = (
  { faults }: Workspace,
  onlyUnused: boolean,
): { faults: FaultRule[]; unused: number } => {
  const rules = faults.list()
  const unused = rules.filter(({ used }) => used === 0)
  return { faults: onlyUnused ? unused : rules, unused: unused.length }
}

/** The rule with an id. */
export const findFault = ({ faults }: Workspace, id: string): FaultRule => {
  const found = faults.find(id)
  if (!found) throw notFound(`There is no fault rule "${id}"`)
  return found
}

/** Removes a rule. */
export const removeFault = (workspace: Workspace, id: string): void => {
  findFault(workspace, id)
  workspace.faults.remove(id)
}
