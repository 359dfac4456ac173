import type { Readable } from 'node:stream'
import { badRequest, notFound } from '../../errors/problem.ts'
import type { JournalDetail } from '../../journal/journal-schema.ts'
import { listEntries } from '../../journal/list-entries.ts'
import { detailOf } from '../../journal/show-entry.ts'
import type { Sandbox } from '../../workspaces/sandbox.ts'
import type { Workspace } from '../../workspaces/workspace.ts'
import { jsonInPieces } from '../json-pieces.ts'
import type { JournalQuery } from './schema.ts'

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
  return jsonInPieces(listEntries(journal, query, query), signal, release)
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
