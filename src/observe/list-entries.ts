import type { Journal } from './journal.ts'
import type { JournalEntry } from './journal-entry.ts'
import { type EntryFilter, isListed } from './match.ts'
import { detailOf, summaryOf } from './show-entry.ts'

/** How many entries a list has where nobody says so. */
const USUAL_LIMIT = 100

/** How much of a list is shown. */
interface Extent {
  /** The first so many. */
  limit?: number
  /** The newest so many, in place of the first. */
  last?: number
  /** Whether headers and bodies are shown. */
  bodies: boolean
}

/** The first entries that match, or the newest, oldest first, how many match of those that are kept, and how many are not kept. */
export const listEntries = (
  journal: Journal,
  filter: EntryFilter,
  { limit = USUAL_LIMIT, last, bodies }: Extent,
): { entries: object[]; total: number; dropped: number } => {
  const all = [...selectEntries(journal, filter)]
  const show = bodies ? detailOf : summaryOf
  const wanted = last === undefined ? all.slice(0, limit) : all.slice(-last)
  const entries = wanted.map((entry) => show(entry, journal.masking))
  return { entries, total: all.length, dropped: journal.dropped }
}

/** The entries that match, oldest first. */
export function* selectEntries(journal: Journal, filter: EntryFilter): Generator<JournalEntry> {
  for (const entry of journal.entriesAfter(filter.after ?? 0))
    if (isListed(entry, filter)) yield entry
}
