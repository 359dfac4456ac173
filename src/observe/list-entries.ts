import type { Journal } from './journal.ts'
import type { JournalEntry } from './journal-entry.ts'
import { type EntryFilter, isListed } from './match.ts'
import { detailOf, summaryOf } from './show-entry.ts'

/** How much of a list is shown. */
interface Extent {
  limit: number
  /** Whether headers and bodies are shown. */
  bodies: boolean
}

/** The first entries that match, oldest first, how many match of those that are kept, and how many are not kept. */
export const listEntries = (
  journal: Journal,
  filter: EntryFilter,
  { limit, bodies }: Extent,
): { entries: object[]; total: number; dropped: number } => {
  const all = [...selectEntries(journal, filter)]
  const show = bodies ? detailOf : summaryOf
  const entries = all.slice(0, limit).map((entry) => show(entry, journal.masking))
  return { entries, total: all.length, dropped: journal.dropped }
}

/** The entries that match, oldest first. */
export function* selectEntries(journal: Journal, filter: EntryFilter): Generator<JournalEntry> {
  for (const entry of journal.entriesAfter(filter.after ?? 0))
    if (isListed(entry, filter)) yield entry
}
