import { COMPANIONS } from '../../contract/companions.ts'
import type { Operation } from '../../contract/operation.ts'

/** Why a rule cannot be about an operation of this name; undefined when it can. */
export const problemOfOperation = (
  name: string,
  operations: readonly Operation[],
): string | undefined => {
  const known = ['*', ...operations.map(({ id }) => id), ...COMPANIONS]
  if (known.includes(name)) return undefined
  const meant = meantBy(name, operations)
  const hint = meant.length > 0 ? `; did you mean ${meant.join(' or ')}?` : ''
  return `match.operation: there is no operation "${name.slice(0, 100)}"${hint} Known are ${known.join(', ')}`
}

/** Operations and companions that a name may have been meant for: by number, words or path. */
const meantBy = (name: string, operations: readonly Operation[]): string[] => {
  const wanted = plain(name)
  if (wanted === '') return []
  const byNumber = /^e?0*(\d+)$/.exec(wanted)?.[1]
  const alike = (text: string) => plain(text).includes(wanted) || wanted.includes(plain(text))
  return [
    ...operations
      .filter(({ id, path, summary }) => id === `E${byNumber}` || alike(path) || alike(summary))
      .map(({ id }) => id),
    ...COMPANIONS.filter(alike),
  ]
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
