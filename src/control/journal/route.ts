import type { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { badRequest, notFound } from '../../errors/problem.ts'
import { requireOperation } from '../../faults/known-operations.ts'
import { originOf } from '../../http/service-context.ts'
import { harOf } from '../../journal/har.ts'
import { JournalDetail } from '../../journal/journal-schema.ts'
import { JournalStream } from '../../journal/journal-stream.ts'
import { listEntries, selectEntries } from '../../journal/list-entries.ts'
import { JournalMarks } from '../../journal/mark-schema.ts'
import { detailOf, showMark } from '../../journal/show-entry.ts'
import { endWith } from '../../kernel/ended-stream.ts'
import { StreamInPieces } from '../../kernel/pieces.ts'
import type { Sandbox } from '../../workspaces/sandbox.ts'
import type { Workspace } from '../../workspaces/workspace.ts'
import { answers, fileOf, removes, sendFile, sendJsonStream } from '../responses.ts'
import {
  ArchiveQuery,
  EntryParams,
  JournalPages,
  JournalQuery,
  MarkQuery,
  StreamQuery,
} from './schema.ts'

const EVENTS = 'text/event-stream'
const ARCHIVE = 'application/json'

const entries: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/journal',
    answers('List entries of the journal, oldest first', JournalPages, {
      querystring: JournalQuery,
    }),
    async ({ workspace, query, call }, reply) => {
      requireOperation('operation', query.operation, app.operations)
      return sendJsonStream(reply, listJournal(app.sandbox, workspace, query, call.signal))
    },
  )
  app.delete(
    '/journal',
    removes('Delete all entries of the journal', {
      description: 'The next entry gets the number 1.',
    }),
    async ({ workspace }) => clearJournal(workspace),
  )
  app.get(
    '/journal/marks',
    answers('List the marks of the journal, oldest first', JournalMarks, {
      description:
        'A mark says what the control plane changed between two entries: clock, faults, data, variants.',
      querystring: MarkQuery,
    }),
    async ({ workspace, query }) => listMarks(workspace, query.after),
  )
  app.get(
    '/journal/:seq',
    answers('Show an entry with headers and bodies; secrets are masked', JournalDetail, {
      params: EntryParams,
    }),
    async ({ workspace, params }) => findEntry(workspace, params.seq),
  )
}

const streams: FastifyPluginAsyncTypebox = async (app) => {
  const { sandbox, operations } = app
  app.get(
    '/journal/stream',
    answers('Follow the journal as server-sent events', fileOf(EVENTS, 'Entries as events'), {
      description:
        'Each entry is sent when its call ends, each mark as an event of type `mark`. With the header Last-Event-ID, or `after`, earlier ones come first.',
      querystring: StreamQuery,
    }),
    async ({ workspace, query, headers, call }, reply) => {
      requireOperation('operation', query.operation, operations)
      const after = eventIdOf(headers['last-event-id']) ?? query.lastEventId ?? query.after
      // A proxy that collects answers would keep each entry back until the next ones fill its buffer.
      reply.header('x-accel-buffering', 'no')
      return sendFile(reply, EVENTS, followJournal(sandbox, workspace, query, after, call.signal))
    },
  )
  app.get(
    '/journal/har',
    answers(
      'Export entries as an HTTP archive (HAR 1.2); secrets are masked',
      fileOf(ARCHIVE, 'The HTTP archive'),
      { querystring: ArchiveQuery },
    ),
    async (request, reply) => {
      const { workspace, query, call } = request
      requireOperation('operation', query.operation, operations)
      const stream = archiveJournal(sandbox, workspace, query, originOf(request), call.signal)
      return sendFile(reply, ARCHIVE, stream, `journal-${workspace.id}.har`)
    },
  )
}

const eventIdOf = (id: string | string[] | undefined): number | undefined =>
  typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : undefined

/** The journal of a workspace: the calls that it was sent, with their answers. */
const journal: FastifyPluginAsyncTypebox = async (app) => {
  app.register(entries)
  app.register(streams)
}

/** The page of entries that a query selects, as JSON text. */
const listJournal = (
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
const findEntry = ({ journal }: Workspace, seq: number): JournalDetail => {
  const entry = journal.find(seq)
  if (entry) return detailOf(entry, journal.masking)
  const isDropped = seq > 0 && seq <= journal.dropped
  throw notFound(
    isDropped ? `Journal entry ${seq} is no longer kept` : `There is no journal entry ${seq}`,
  )
}

/** The kept marks after a number. */
const listMarks = ({ journal }: Workspace, after = 0): JournalMarks => ({
  marks: journal.marks.after(after).map((mark) => showMark(mark, journal.masking)),
})

/** Deletes all entries and marks. */
const clearJournal = (workspace: Workspace): void => {
  workspace.journal.clear()
  workspace.mark('journal-cleared')
}

/** Entries as server-sent events: those after a number that are kept, then each new one. */
const followJournal = (
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
const archiveJournal = (
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

export default journal
