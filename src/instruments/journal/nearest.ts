import type { ComparisonBudget } from '../../kernel/match-body.ts'
import type { Journal, KeptCall } from './journal.ts'
import type { Difference, Nearest } from './journal-schema.ts'
import { differencesOfHead, differencesOfRequest, type ParsedMatch } from './match.ts'

/** Maximum number of candidates whose bodies are compared, the latest first. */
const MAX_BODIES = 200

/**
 * The call that meets most conditions, except those found already. Ties are broken by the operation, then by
 * fewer differences of the body, then by the later call. Yields after each step; between two steps it holds only
 * numbers of entries. It ends early when the budget of the search is spent.
 */
export function* findNearest(
  journal: Journal,
  match: ParsedMatch,
  after: number,
  found: ReadonlySet<number>,
  budget: ComparisonBudget,
): Generator<undefined, Nearest | null> {
  const { clearings, masking } = journal
  let nearest: { entry: KeptCall; inBody: Difference[] } | undefined
  for (const seq of yield* findCandidates(journal, match, after, found)) {
    if (nearest && (match.body === undefined || budget.isSpent)) break
    yield
    const entry = clearings === journal.clearings ? journal.find(seq) : undefined
    if (!entry) continue
    const { body } = match
    const inBody = body === undefined ? [] : differencesOfRequest(entry.facts, body, budget)
    if (!nearest || inBody.length < nearest.inBody.length) nearest = { entry, inBody }
  }
  if (!nearest) return null
  const { entry, inBody } = nearest
  // What was found may be a secret or name a person.
  const differs = [...differencesOfHead(entry.facts, match), ...inBody].map((difference) =>
    'found' in difference
      ? { ...difference, found: masking.value(difference.path, difference.found) }
      : difference,
  )
  return { seq: entry.seq, differs }
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

/** One for each difference, and a little for a wrong operation. */
const rankOfHead = (differs: readonly Difference[]): number =>
  differs.length + (differs.some(({ path }) => path === 'operation') ? 0.5 : 0)
