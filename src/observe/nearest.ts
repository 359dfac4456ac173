import type { Difference } from './differences.ts'
import type { Journal } from './journal.ts'
import type { JournalEntry } from './journal-entry.ts'
import type { Masking } from './masking.ts'
import { type CallMatch, differencesOfBody, differencesOfHead } from './match.ts'

/** The call that comes nearest to what is looked for, and in what it is not that. */
export interface Nearest {
  seq: number
  differs: Difference[]
}

/** How many of the latest candidates have their bodies compared. */
const MOST_BODIES = 200

/**
 * The call that meets most of the conditions, of those that have not been found. Of several that meet as
 * many, one of the operation that is looked for comes first, then one that differs in fewer points, then
 * the latest.
 */
export const findNearest = (
  journal: Journal,
  match: CallMatch,
  after: number,
  found: readonly JournalEntry[],
): Nearest | null => {
  const known = new Set(found)
  const others = [...journal.entriesAfter(after)].filter((entry) => !known.has(entry))
  const rivals = leastDifferent(others, (entry) =>
    rankOfHead(differencesOfHead(entry.facts, match)),
  )
  const compared = rivals.slice(-MOST_BODIES).map((entry) => ({
    seq: entry.seq,
    differs: differencesOf(entry, match),
  }))
  const nearest = leastDifferent(compared, ({ differs }) => rankOfAll(differs)).at(-1)
  return nearest
    ? { seq: nearest.seq, differs: nearest.differs.map((one) => mask(one, journal.masking)) }
    : null
}

const differencesOf = ({ facts }: JournalEntry, match: CallMatch): Difference[] => [
  ...differencesOfHead(facts, match),
  ...(match.body === undefined ? [] : differencesOfBody(facts, match.body)),
]

/** One for each difference, and a little for a wrong operation. */
const rankOfHead = (differs: readonly Difference[]): number =>
  differs.length + (differs.some(({ path }) => path === 'operation') ? 0.5 : 0)

/** A body that differs is one condition, in however many points. */
const rankOfAll = (differs: readonly Difference[]): number => {
  const inBody = differs.filter(({ path }) => /^(body|\/)/.test(path))
  return differs.length - inBody.length + (inBody.length > 0 ? 1 + inBody.length / 1_000 : 0)
}

const leastDifferent = <T>(all: readonly T[], rankOf: (one: T) => number): T[] => {
  const ranks = all.map(rankOf)
  const least = ranks.reduce((best, rank) => Math.min(best, rank), Number.POSITIVE_INFINITY)
  return all.filter((_, index) => ranks[index] === least)
}

/** What was found may be secret, or tell who acted. */
const mask = (difference: Difference, masking: Masking): Difference =>
  'found' in difference
    ? { ...difference, found: masking.value(difference.path, difference.found) }
    : difference
