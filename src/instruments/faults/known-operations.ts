import { didYouMean } from '../../contract/errors/did-you-mean.ts'
import { badRequest } from '../../contract/errors/problem.ts'
import { OPERATION_NAMES } from '../../contract/operation-names.ts'

/** Why a rule cannot apply to an operation of this name; undefined when it can. */
export const problemOfOperation = (name: string): string | undefined => {
  const known = ['*', ...OPERATION_NAMES]
  return known.includes(name) ? undefined : sentenceFor('match.operation', name, known)
}

/** Refuses an unknown operation (case-insensitive), because no call could ever match. */
export const requireOperation = (field: string, name: string | undefined): void => {
  if (name === undefined || OPERATION_NAMES.some((one) => one.toLowerCase() === name.toLowerCase()))
    return
  throw badRequest(sentenceFor(field, name, OPERATION_NAMES))
}

const sentenceFor = (place: string, name: string, known: readonly string[]): string =>
  `${place}: operation "${name.slice(0, 100)}" does not exist${didYouMean(name, known) || '.'} Known operations: ${known.join(', ')}`
