import type { Operation } from '../contract/operation.ts'
import { SUPPORTING_ROUTES } from '../contract/supporting-routes.ts'
import { didYouMean } from '../errors/did-you-mean.ts'
import { badRequest } from '../errors/problem.ts'

/** Why a rule cannot apply to an operation of this name; undefined when it can. */
export const problemOfOperation = (
  name: string,
  operations: readonly Operation[],
): string | undefined => {
  const known = ['*', ...namesOf(operations)]
  return known.includes(name) ? undefined : sentenceFor('match.operation', name, known)
}

/** Refuses to look for calls of an unknown operation, whose case does not matter: no call could ever match. */
export const requireOperation = (
  field: string,
  name: string | undefined,
  operations: readonly Operation[],
): void => {
  const known = namesOf(operations)
  if (name === undefined || known.some((one) => one.toLowerCase() === name.toLowerCase())) return
  throw badRequest(sentenceFor(field, name, known))
}

const namesOf = (operations: readonly Operation[]): string[] => [
  ...operations.map(({ id }) => id),
  ...SUPPORTING_ROUTES,
]

const sentenceFor = (place: string, name: string, known: readonly string[]): string =>
  `${place}: there is no operation "${name.slice(0, 100)}"${didYouMean(name, known) || '.'} Known operations: ${known.join(', ')}`
