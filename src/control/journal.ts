import { Readable } from 'node:stream'
import { type Static, Type } from '@sinclair/typebox'
import { defineControl, StreamedAnswer } from '../http/define-control.ts'
import { MAX_INTEGER } from '../kernel/ids.ts'
import { harOf } from '../observe/har.ts'
import { JournalStream } from '../observe/journal-stream.ts'
import { listEntries, selectEntries } from '../observe/list-entries.ts'
import { detailOf } from '../observe/show-entry.ts'
import { notFound } from '../sandbox/problem.ts'
import { journalWaitRoutes } from './journal-wait.ts'
import { JournalDetail, JournalDetailPage, JournalPage } from './shapes/journal.ts'

const Whole = Type.Integer({ minimum: 0, maximum: MAX_INTEGER })

const CallFilter = {
  operation: Type.Optional(Type.String()),
  code: Type.Optional(Type.String()),
  actor: Type.Optional(Type.String()),
}

const EntryFilter = {
  ...CallFilter,
  sinceMs: Type.Optional(Whole),
  after: Type.Optional(Whole),
}

/** Headers and bodies are there where they were asked for. */
const Page = Type.Union([JournalPage, JournalDetailPage])
type Page = Static<typeof Page>

const EVENTS = 'text/event-stream'

/** The calls that a workspace was sent, and what it answered. */
export const journalRoutes = [
  defineControl({
    method: 'GET',
    path: '/journal',
    summary: 'List calls, the oldest first, with how many match and how many are no longer kept',
    query: Type.Object({
      ...EntryFilter,
      limit: Type.Integer({ minimum: 1, maximum: 1_000, default: 100 }),
      bodies: Type.Boolean({ default: false }),
    }),
    result: Page,
    handle: ({ workspace, query }) => listEntries(workspace.journal, query, query) as Page,
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
    params: Type.Object({ seq: Whole }),
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
    query: Type.Object({ ...CallFilter, after: Type.Optional(Whole) }),
    answers: EVENTS,
    handle: ({ workspace, query, lastEventId }) => {
      const stream = new JournalStream(workspace.journal, query, lastEventId ?? query.after)
      return new StreamedAnswer(EVENTS, stream)
    },
  }),
  defineControl({
    method: 'GET',
    path: '/journal/har',
    summary: 'Send calls as an HTTP archive (HAR 1.2); secrets are masked',
    query: Type.Object(EntryFilter),
    answers: 'application/json',
    handle: ({ workspace: { journal, id }, query, origin, version }) => {
      const entries = [...selectEntries(journal, query)]
      const pieces = harOf(entries, { origin, version, masking: journal.masking })
      return new StreamedAnswer('application/json', Readable.from(pieces), `journal-${id}.har`)
    },
  }),
  ...journalWaitRoutes,
]
