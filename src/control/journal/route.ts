import { Type } from '@sinclair/typebox'
import { badRequest, notFound } from '../../errors/problem.ts'
import { harOf } from '../../journal/har.ts'
import { JournalDetail, JournalDetailPage, JournalPage } from '../../journal/journal-schema.ts'
import { JournalStream } from '../../journal/journal-stream.ts'
import { listEntries, selectEntries } from '../../journal/list-entries.ts'
import { detailOf } from '../../journal/show-entry.ts'
import { defineControl, StreamedAnswer } from '../define-control.ts'
import { mustBeKnown } from '../known-operation.ts'
import { endWith, jsonInPieces } from './json-pieces.ts'
import { ArchiveQuery, EntryParams, JournalQuery, StreamQuery } from './schema.ts'
import { journalWaitRoutes } from './wait-route.ts'

/** Headers and bodies are there where they were asked for. */
const Page = Type.Union([JournalPage, JournalDetailPage])

const EVENTS = 'text/event-stream'

/** The calls that a workspace was sent, and what it answered. */
export const journalRoutes = [
  defineControl({
    method: 'GET',
    path: '/journal',
    summary:
      'List calls, the oldest first, with how many match and how many are no longer kept; last takes the newest',
    query: JournalQuery,
    result: Page,
    handle: ({ sandbox, workspace, query, operations, signal }) => {
      const { operation, last, limit, after } = query
      mustBeKnown('operation', operation, operations)
      if (last !== undefined && (limit !== undefined || after !== undefined))
        throw badRequest('last cannot be together with limit or after: it takes the newest calls')
      const leave = sandbox.waiters.listings.take()
      return jsonInPieces(listEntries(workspace.journal, query, query), signal, leave)
    },
  }),
  defineControl({
    method: 'DELETE',
    path: '/journal',
    summary: 'Forget all calls; the next one is the first again',
    status: 204,
    handle: ({ workspace }) => {
      workspace.journal.clear()
      return undefined
    },
  }),
  defineControl({
    method: 'GET',
    path: '/journal/:seq',
    summary: 'Show a call with headers and bodies; secrets are masked',
    params: EntryParams,
    result: JournalDetail,
    handle: ({ workspace: { journal }, params: { seq } }) => {
      const entry = journal.find(seq)
      if (entry) return detailOf(entry, journal.masking)
      const why = seq > 0 && seq <= journal.dropped ? 'no longer kept' : 'not there'
      throw notFound(`The call ${seq} is ${why}`)
    },
  }),
  defineControl({
    method: 'GET',
    path: '/journal/stream',
    summary: 'Send calls as server-sent events as they end; Last-Event-ID or after begins earlier',
    query: StreamQuery,
    answers: EVENTS,
    handle: ({ sandbox, workspace, query, operations, lastEventId, signal }) => {
      mustBeKnown('operation', query.operation, operations)
      const leave = sandbox.waiters.waits.take()
      const stream = new JournalStream(
        workspace.journal,
        query,
        lastEventId ?? query.lastEventId ?? query.after,
      )
      return new StreamedAnswer(EVENTS, endWith(stream, signal, leave))
    },
  }),
  defineControl({
    method: 'GET',
    path: '/journal/har',
    summary: 'Send calls as an HTTP archive (HAR 1.2); secrets are masked',
    query: ArchiveQuery,
    answers: 'application/json',
    handle: ({
      sandbox,
      workspace: { journal, id },
      query,
      operations,
      origin,
      version,
      signal,
    }) => {
      mustBeKnown('operation', query.operation, operations)
      const leave = sandbox.waiters.listings.take()
      const { masking } = journal
      const text = harOf(selectEntries(journal, query), { origin, version, masking })
      const { stream } = jsonInPieces(text, signal, leave)
      return new StreamedAnswer('application/json', stream, `journal-${id}.har`)
    },
  }),
  ...journalWaitRoutes,
]
