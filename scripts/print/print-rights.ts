import type { ChosenVariants } from '#src/contract/assumptions/index.ts'
import { REFUSALS } from '#src/contract/errors/refusals.ts'
import type { Operation } from '#src/contract/operation.ts'
import { code, table } from './markdown.ts'

/** The callers, in the order of the table. */
export const CALLERS = [
  'administrator',
  'editor',
  'viewer',
  'disabled',
  'logged out',
  'no header',
  'unknown user',
] as const

/** How a call names its acting user. */
export type Caller = (typeof CALLERS)[number]

/** One column of the matrix: a caller in a workspace with these variants. */
export interface RightsColumn {
  readonly caller: Caller
  readonly variants: ChosenVariants
}

/** The variants under which fewer operations judge rights. */
export const OLD_RIGHTS = { 'A-auth-11': 'add-asset', 'A-auth-12': 'may-act' } as const

/** Callers whose outcome other variants of the header change. */
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
    case 'viewer': {
      const isRefused = operation.access === 'write' && !has('A-auth-11', 'add-asset')
      return isRefused ? noPermission.code : ANSWERED
    }
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

/** The table of the rights: one row for all operations with the same outcomes, two outcomes where the old rights differ. */
export const printRights = (operations: readonly Operation[]): string => {
  const groups = new Map<string, string[]>()
  for (const operation of operations) {
    const cells = [
      ...CALLERS.map((caller) =>
        cellOf(operation, [
          { caller, variants: {} },
          { caller, variants: OLD_RIGHTS },
        ]),
      ),
      ...HEADER_COLUMNS.map((column) => cellOf(operation, [column])),
    ]
    const row = [operation.surface === 'portal' ? 'portal' : operation.access, ...cells].join('|')
    groups.set(row, [...(groups.get(row) ?? []), operation.id])
  }
  const heads = HEADER_COLUMNS.map(
    ({ caller, variants }) => `${caller}, ${code(formatVariants(variants))}`,
  )
  return table(
    ['Operations', 'Access', ...CALLERS, ...heads],
    [...groups].map(([row, ids]) => [ids.join(', '), ...row.split('|')]),
  )
}

const cellOf = (operation: Operation, columns: readonly RightsColumn[]): string =>
  [...new Set(columns.map((column) => outcomeOf(operation, column)))].map(code).join(', ')

const formatVariants = (variants: RightsColumn['variants']): string =>
  Object.entries(variants)
    .map((pair) => pair.join('='))
    .join(',')
