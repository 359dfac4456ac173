import type { ComparisonBudget } from '../kernel/match-body.ts'
import type { Journal } from './journal.ts'
import type { KeptCall } from './journal-entry.ts'
import type { Difference, Nearest } from './journal-schema.ts'
import type { Masking } from './masking.ts'
import { differencesOfHead, differencesOfRequest, type ParsedMatch } from './match.ts'

/** Maximum number of candidates whose bodies are compared, the latest first. */
const MAX_BODIES = 200

/**
 * The call that meets most conditions, except those found already. Ties are broken by the operation, then by
 * fewer differences, then by the later call. Yields after each step; between two steps it holds only numbers
 * of entries. It ends early when the budget of the search is spent.
 */
export function* findNearest(
  journal: Journal,
  match: ParsedMatch,
  after: number,
  found: ReadonlySet<number>,
  budget: ComparisonBudget,
): Generator<undefined, Nearest | null> {
  const { clearings } = journal
  let nearest: { entry: KeptCall; differs: Difference[] } | undefined
  let lowest = Number.POSITIVE_INFINITY
  for (const seq of yield* findCandidates(journal, match, after, found)) {
    if (nearest && budget.isSpent) break
    yield
    const entry = clearings === journal.clearings ? journal.find(seq) : undefined
    if (!entry) continue
    const differs = differencesOf(entry, match, budget)
    const rank = rankOfAll(differs)
    if (rank >= lowest) continue
    lowest = rank
    nearest = { entry, differs }
  }
  return nearest ? show(nearest.entry, nearest.differs, journal.masking) : null
}

/** The latest of the entries that meet most conditions apart from the body, the latest first. */
function* findCandidates(
  journal: Journal,
  match: ParsedMatch,
  after: number,
  found: ReadonlySet<number>,
): Generator<undefined, number[]> {
  let lowest = Number.POSITIVE_INFINITY
  let candidates: number[] = []
  for (const { seq, facts } of journal.entriesAfter(after)) {
    yield
    if (found.has(seq)) continue
    const rank = rankOfHead(differencesOfHead(facts, match))
    if (rank > lowest) continue
    if (rank < lowest) candidates = []
    lowest = rank
    candidates.push(seq)
    if (candidates.length > MAX_BODIES) candidates.shift()
  }
  return candidates.reverse()
}

const differencesOf = (
  { facts }: KeptCall,
  match: ParsedMatch,
  budget: ComparisonBudget,
): Difference[] => [
  ...differencesOfHead(facts, match),
  ...(match.body === undefined ? [] : differencesOfRequest(facts, match.body, budget)),
]

/** One for each difference, and a little for a wrong operation. */
const rankOfHead = (differs: readonly Difference[]): number =>
  differs.length + (differs.some(({ path }) => path === 'operation') ? 0.5 : 0)

/** A body is one condition, with any number of differences. */
const rankOfAll = (differs: readonly Difference[]): number => {
  const inBody = differs.filter(({ path }) => /^(body|\/)/.test(path))
  return differs.length - inBody.length + (inBody.length > 0 ? 1 + inBody.length / 1_000 : 0)
}

/** Masks found values, which may be secrets or name a person. */
const show = ({ seq }: KeptCall, differs: readonly Difference[], masking: Masking): Nearest => {
  const mask = (difference: Difference): Difference =>
    'found' in difference
      ? { ...difference, found: masking.value(difference.path, difference.found) }
      : difference
  return { seq, differs: differs.map(mask) }
}
