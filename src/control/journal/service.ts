import type { Readable } from 'node:stream'
import { badRequest, notFound } from '../../errors/problem.ts'
import { harOf } from '../../journal/har.ts'
import type { JournalDetail } from '../../journal/journal-schema.ts'
import { JournalStream } from '../../journal/journal-stream.ts'
import { listEntries, selectEntries } from '../../journal/list-entries.ts'
import type { JournalMarks } from '../../journal/mark-schema.ts'
import { detailOf, showMark } from '../../journal/show-entry.ts'
import { endWith } from '../../kernel/ended-stream.ts'
import { StreamInPieces } from '../../kernel/pieces.ts'
import type { Sandbox } from '../../workspaces/sandbox.ts'
import type { Workspace } from '../../workspaces/workspace.ts'
import type { ArchiveQuery, JournalQuery, StreamQuery } from './schema.ts'

/** The page of entries that a query selects, as JSON text. */
export const listJournal = (
  { waiters }: Sandbox,
  { journal }: Workspace,
  query: JournalQuery,
  signal: AbortSignal,
): Readable => {
  const { last, limit, after } = query
  if (last !== undefined && (limit !== undefined || after !== undefined))
    throw badRequest('last excludes limit and after; it lists the newest entries')
  const release = waiters.listings.take()
  return endWith(new StreamInPieces(listEntries(journal, query, query), journal), signal, release)
}

/** The entry with a number. */
export const findEntry = ({ journal }: Workspace, seq: number): JournalDetail => {
  const entry = journal.find(seq)
  if (entry) return detailOf(entry, journal.masking)
  const isDropped = seq > 0 && seq <= journal.dropped
  throw notFound(
    isDropped ? `Journal entry ${seq} is no longer kept` : `There is no journal entry ${seq}`,
  )
}

/** The kept marks after a number. */
export const listMarks = ({ journal }: Workspace, after = 0): JournalMarks => ({
  marks: journal.marks.after(after).map((mark) => showMark(mark, journal.masking)),
})

/** Deletes all entries and marks. */
export const clearJournal = (workspace: Workspace): void => {
  workspace.journal.clear()
  workspace.mark('journal-cleared')
}

/** Entries as server-sent events: those after a number that are kept, then each new one. */
export const followJournal = (
  { waiters }: Sandbox,
  { journal }: Workspace,
  query: StreamQuery,
  after: number | undefined,
  signal: AbortSignal,
): Readable => {
  const release = waiters.waits.take()
  return endWith(new JournalStream(journal, query, after), signal, release)
}

/** Entries as an HTTP archive. */
export const archiveJournal = (
  { waiters, options }: Sandbox,
  { journal }: Workspace,
  query: ArchiveQuery,
  origin: string,
  signal: AbortSignal,
): Readable => {
  const release = waiters.listings.take()
  const { masking } = journal
  const { version } = options.folders
  const text = harOf(selectEntries(journal, query), { origin, version, masking })
  return endWith(new StreamInPieces(text, journal), signal, release)
}
