import type { Operation } from '../contract/operation.ts'
import { SUPPORTING_ROUTES } from '../contract/supporting-routes.ts'
import { badRequest } from '../errors/problem.ts'

/** Why a rule cannot apply to an operation of this name; undefined when it can. */
export const problemOfOperation = (
  name: string,
  operations: readonly Operation[],
): string | undefined => {
  const known = ['*', ...namesOf(operations)]
  return known.includes(name) ? undefined : sentenceFor('match.operation', name, known, operations)
}

/** Why no call can have an operation of this name, in any case; undefined when one can. */
const problemOfCalled = (
  place: string,
  name: string,
  operations: readonly Operation[],
): string | undefined => {
  const known = namesOf(operations)
  const isKnown = known.some((one) => one.toLowerCase() === name.toLowerCase())
  return isKnown ? undefined : sentenceFor(place, name, known, operations)
}

/** Refuses to look for calls of an unknown operation: no call could ever match. */
export const requireOperation = (
  field: string,
  name: string | undefined,
  operations: readonly Operation[],
): void => {
  const problem = name === undefined ? undefined : problemOfCalled(field, name, operations)
  if (problem !== undefined) throw badRequest(problem)
}

const namesOf = (operations: readonly Operation[]): string[] => [
  ...operations.map(({ id }) => id),
  ...SUPPORTING_ROUTES,
]

const sentenceFor = (
  place: string,
  name: string,
  known: readonly string[],
  operations: readonly Operation[],
): string => {
  const meant = meantBy(name, operations)
  const hint = meant.length > 0 ? `; did you mean ${meant.join(' or ')}?` : '.'
  return `${place}: there is no operation "${name.slice(0, 100)}"${hint} Known operations: ${known.join(', ')}`
}

/** The operations and supporting routes that a name may mean: by number, words or path. */
const meantBy = (name: string, operations: readonly Operation[]): string[] => {
  const wanted = plain(name)
  if (wanted === '') return []
  const byNumber = /^e?0*(\d+)$/.exec(wanted)?.[1]
  const alike = (text: string) => plain(text).includes(wanted) || wanted.includes(plain(text))
  return [
    ...operations
      .filter(({ id, path, summary }) => id === `E${byNumber}` || alike(path) || alike(summary))
      .map(({ id }) => id),
    ...SUPPORTING_ROUTES.filter(alike),
  ]
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
