import type { Readable } from 'node:stream'
import { harOf } from '../../journal/har.ts'
import { JournalStream } from '../../journal/journal-stream.ts'
import { selectEntries } from '../../journal/list-entries.ts'
import type { Sandbox } from '../../workspaces/sandbox.ts'
import type { Workspace } from '../../workspaces/workspace.ts'
import { endWith, jsonInPieces } from '../json-pieces.ts'
import type { ArchiveQuery, StreamQuery } from './schema.ts'

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
  return jsonInPieces(text, signal, release)
}
