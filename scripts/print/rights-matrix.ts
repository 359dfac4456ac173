import type { ChosenVariants } from '#src/contract/assumptions/index.ts'
import type { Operation, OperationAccess } from '#src/contract/operation.ts'
import { REFUSALS } from '#src/errors/refusals.ts'

/** How a call names its acting user. */
export type Caller =
  | 'administrator'
  | 'editor'
  | 'viewer'
  | 'disabled'
  | 'logged out'
  | 'no header'
  | 'unknown user'

/** One column of the matrix: a caller in a workspace with these variants. */
export interface RightsColumn {
  readonly caller: Caller
  readonly variants: ChosenVariants
}

/** The callers of the first table, in its order. */
export const CALLERS: readonly Caller[] = [
  'administrator',
  'editor',
  'viewer',
  'disabled',
  'logged out',
  'no header',
  'unknown user',
]

/** The variants under which fewer operations judge rights. */
export const OLD_RIGHTS = { 'A-auth-11': 'add-asset', 'A-auth-12': 'may-act' } as const

/** The columns of the second table: callers whose outcome other variants of the header change. */
export const HEADER_COLUMNS: readonly RightsColumn[] = [
  { caller: 'no header', variants: { 'A-auth-3': 'required' } },
  { caller: 'unknown user', variants: { 'A-auth-2': 'owner' } },
  { caller: 'unknown user', variants: { 'A-auth-2': 'create' } },
]

/** The code of an answer that is no refusal. */
export const ANSWERED = '0'

const { noPermission, missingHeader, unknownActor, inactiveActor } = REFUSALS

/** The code with which a valid call is answered, before the rule of its operation is asked. */
export const outcomeOf = (operation: Operation, { caller, variants }: RightsColumn): string => {
  // The portal has no acting user.
  if (operation.surface === 'portal') return ANSWERED
  const has = (id: string, variant: string): boolean => variants[id] === variant
  switch (caller) {
    case 'administrator':
    case 'editor':
      return ANSWERED
    case 'viewer':
      return has('A-auth-11', 'add-asset') ? ANSWERED : OUTCOME_OF_VIEWERS[operation.access]
    case 'disabled':
    case 'logged out':
      return has('A-auth-12', 'may-act') ? ANSWERED : inactiveActor.code
    case 'no header': {
      const isRefused = has('A-auth-3', 'required') && operation.hasUserHeader
      return isRefused ? missingHeader.code : ANSWERED
    }
    case 'unknown user':
      return variants['A-auth-2'] === undefined ? unknownActor.code : ANSWERED
  }
}

const OUTCOME_OF_VIEWERS: Readonly<Record<OperationAccess, string>> = {
  read: ANSWERED,
  report: ANSWERED,
  write: noPermission.code,
}
