import type { Journal, KeptCall } from './journal.ts'
import type { Masking } from './masking.ts'
import { type EntryFilter, isListed } from './match.ts'
import { detailOf, summaryOf } from './show-entry.ts'

const DEFAULT_LIMIT = 100

interface Extent {
  limit?: number
  /** The number of entries, from the newest; used in place of `limit`. */
  last?: number
  bodies: boolean
}

/**
 * The first entries that match, or the newest, oldest first, how many match of those that are kept, and how
 * many are not kept: as JSON text, a piece for each step. Only numbers of entries are held in between; an
 * entry that is dropped before its turn is not shown.
 */
export function* listEntries(
  journal: Journal,
  filter: EntryFilter,
  { limit = DEFAULT_LIMIT, last, bodies }: Extent,
): Generator<string> {
  const all: number[] = []
  const { clearings } = journal
  for (const entry of selectEntries(journal, filter)) {
    if (entry) all.push(entry.seq)
    yield ''
  }
  const wanted = last === undefined ? all.slice(0, limit) : all.slice(-last)
  yield '{"entries":['
  yield* elementsOf(journal, clearings, wanted, bodies ? detailOf : summaryOf)
  yield `],"total":${all.length},"dropped":${journal.dropped}}`
}

/** Entries of a list in JSON by their numbers; the piece of an entry that is not kept any more is empty. */
export function* elementsOf(
  journal: Journal,
  clearings: number,
  numbers: readonly number[],
  show: (entry: KeptCall, masking: Masking) => object,
): Generator<string> {
  let comma = ''
  for (const seq of numbers) {
    const entry = clearings === journal.clearings ? journal.find(seq) : undefined
    yield entry ? comma + JSON.stringify(show(entry, journal.masking)) : ''
    if (entry) comma = ','
  }
}

/** The entries that match, oldest first, and undefined for each that does not. */
export function* selectEntries(
  journal: Journal,
  filter: EntryFilter,
): Generator<KeptCall | undefined> {
  for (const entry of journal.entriesAfter(filter.after ?? 0))
    yield isListed(entry, filter, journal.masking) ? entry : undefined
}
