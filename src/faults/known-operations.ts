import type { Operation } from '../contract/operation.ts'
import { SUPPORTING_ROUTES } from '../contract/supporting-routes.ts'

/** The problem of an operation named in a rule; undefined when it exists. */
export const problemOfOperation = (
  name: string,
  operations: readonly Operation[],
): string | undefined => {
  const known = ['*', ...namesOf(operations)]
  return known.includes(name) ? undefined : sentenceFor('match.operation', name, known, operations)
}

/** The problem of an operation named in a journal filter, case ignored; undefined when it exists. */
export const problemOfCalled = (
  place: string,
  name: string,
  operations: readonly Operation[],
): string | undefined => {
  const known = namesOf(operations)
  const isKnown = known.some((one) => one.toLowerCase() === name.toLowerCase())
  return isKnown ? undefined : sentenceFor(place, name, known, operations)
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

/** Suggestions for a name: operations and supporting routes with a similar number, words or path. */
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
