import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from '@sinclair/typebox'
import { badRequest, notFound } from '../contract/errors/problem.ts'
import { WantedCode, WantedLevel } from '../contract/findings/finding.ts'
import { OPERATION_NAMES } from '../contract/operation-names.ts'
import { TextUpTo } from '../contract/resources/primitives.ts'
import { Choice, Described, Part, Shape, Text, WantedAmount } from '../contract/shapes.ts'
import { originOf } from '../http/call-context.ts'
import { requireOperation } from '../instruments/faults/known-operations.ts'
import { harOf } from '../instruments/journal/har.ts'
import type { Journal } from '../instruments/journal/journal.ts'
import {
  JournalDetail,
  JournalDetailPage,
  JournalPage,
} from '../instruments/journal/journal-schema.ts'
import { JournalStream } from '../instruments/journal/journal-stream.ts'
import { listEntries, selectEntries } from '../instruments/journal/list-entries.ts'
import { JournalMarks } from '../instruments/journal/mark-schema.ts'
import { detailOf, showMark } from '../instruments/journal/show-entry.ts'
import { LIMITS } from '../kernel/limits.ts'
import { owned } from '../kernel/owned-stream.ts'
import { streamInPieces } from '../kernel/pieces.ts'
import { whenKeyEnds } from './key-watch.ts'
import { answers, creates, fileOf, removes, sendFile, sendJsonStream } from './responses.ts'

/** Longer than any value that it can match, so that such a value matches nothing and is no error. */
const Matched = (description: string) =>
  Type.Optional(Type.String({ maxLength: 1_000, description }))

/** What entries are selected by. The service refuses an unknown operation with a suggestion. */
export const selection = {
  operation: Type.Optional(
    Described(
      { type: 'string', maxLength: 1_000 },
      Choice(
        OPERATION_NAMES,
        'Number of an operation, such as E9, or the name of a supporting route',
      ),
    ),
  ),
  code: Matched('`0` or an error code'),
  actor: Matched('E-mail address or id of the acting user'),
  finding: Type.Optional(WantedCode('Code of a finding of the call')),
  level: Type.Optional(WantedLevel('Minimum level of a finding of the call')),
}

export const after = Type.Optional(WantedAmount('Only entries after this number'))

const filter = {
  ...selection,
  text: Matched(
    'Text in the operation, path, acting user, message or a body (case-insensitive), or an entry number such as #52',
  ),
  sinceMs: Type.Optional(
    WantedAmount('Only entries from this instant on, epoch ms by the clock of the workspace'),
  ),
  after,
}

const PageSize = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: LIMITS.listedCalls.max, description }))

const listFilter = {
  ...filter,
  limit: PageSize('Maximum number of entries, from the oldest; default 100'),
  last: PageSize(
    'Maximum number of entries, from the newest; cannot be combined with `limit` and `after`',
  ),
}

export const JournalFilter = Shape('JournalFilter', 'The entries to list', listFilter)

const JournalQuery = Type.Object({
  ...listFilter,
  bodies: Type.Boolean({ default: false, description: 'Include headers and bodies' }),
})

const StreamQuery = Type.Object({
  ...selection,
  after,
  lastEventId: Type.Optional(
    WantedAmount('Replaces the Last-Event-ID header for clients that cannot send it'),
  ),
})

/** Entries of the journal; with `bodies` they have headers and bodies. */
const JournalPages = Type.Union([JournalPage, JournalDetailPage], {
  description: 'Entries of the journal',
})

const NamedTest = Type.Object(
  {
    test: TextUpTo(LIMITS.text, { description: 'Name of the test; empty after the last test' }),
    failure: Type.Optional(TextUpTo(LIMITS.text, { description: 'Why the test failed' })),
  },
  { additionalProperties: false },
)

const EVENTS = 'text/event-stream'
const ARCHIVE = 'application/json'

const entries: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/journal',
    answers('List entries of the journal, oldest first', JournalPages, {
      querystring: JournalQuery,
    }),
    async ({ workspace: { journal }, query, call }, reply) => {
      const { last, limit, after } = query
      if (last !== undefined && (limit !== undefined || after !== undefined))
        throw badRequest('last cannot be combined with limit or after; it lists the newest entries')
      const release = app.sandbox.waiters.listings.take()
      const text = streamInPieces(listEntries(journal, query, query), journal)
      return sendJsonStream(reply, owned(text, call.lifetime.signal, release))
    },
  )
  app.delete(
    '/journal',
    removes('Delete all entries of the journal', {
      description: 'Numbering starts again at 1.',
    }),
    async ({ workspace }) => {
      workspace.journal.clear()
      workspace.mark('journal-cleared')
    },
  )
  app.get(
    '/journal/marks',
    answers('List the marks of the journal, oldest first', JournalMarks, {
      description:
        'A mark records what the control plane changed between two entries: clock, faults, data or variants.',
      querystring: Type.Object({
        after: Type.Optional(WantedAmount('Only marks after this number')),
      }),
    }),
    async ({ workspace: { journal }, query }) => ({
      marks: journal.marks.after(query.after ?? 0).map((mark) => showMark(mark, journal.masking)),
    }),
  )
  app.post(
    '/journal/marks',
    creates(
      'Name the running test, or say why it failed',
      Part('The test', { test: Text('Its name') }),
      {
        description:
          'Entries, findings and log lines of the workspace carry this name until you set another one. An empty name ends it.',
        body: NamedTest,
      },
    ),
    async ({ workspace, body: { test, failure } }) => {
      if (failure === undefined) workspace.mark('test', test)
      else workspace.mark('test-failed', `${test}: ${failure}`)
      return { test }
    },
  )
  app.get(
    '/journal/:seq',
    answers('Show an entry with its headers and bodies; secrets are masked', JournalDetail, {
      params: Type.Object({ seq: WantedAmount('Number of the entry') }),
    }),
    async ({ workspace, params }) => findEntry(workspace.journal, params.seq),
  )
}

const streams: FastifyPluginAsyncTypebox = async (app) => {
  const { sandbox } = app
  app.get(
    '/journal/stream',
    answers('Follow the journal as server-sent events', fileOf(EVENTS, 'Entries as events'), {
      description:
        'The server sends each entry when its call ends, and each mark as an event of type `mark`. With the Last-Event-ID header, or `after`, it sends earlier ones first.',
      querystring: StreamQuery,
    }),
    async (request, reply) => {
      const { workspace, query, headers, call } = request
      const after = eventIdOf(headers['last-event-id']) ?? query.lastEventId ?? query.after
      // A proxy that collects answers would keep each entry back until the next ones fill its buffer.
      reply.header('x-accel-buffering', 'no')
      const release = sandbox.waiters.waits.take()
      const stream = new JournalStream(workspace.journal, query, after)
      const leave = whenKeyEnds(request, () => stream.destroy())
      const end = () => {
        leave()
        release()
      }
      return sendFile(reply, EVENTS, owned(stream, call.lifetime.signal, end))
    },
  )
  app.get(
    '/journal/har',
    answers(
      'Export entries as an HTTP archive (HAR 1.2); secrets are masked',
      fileOf(ARCHIVE, 'The HTTP archive'),
      { querystring: Type.Object(filter) },
    ),
    async (request, reply) => {
      const { workspace, query, call } = request
      const { journal } = workspace
      const { version } = sandbox.options.folders
      const about = { origin: originOf(request), version, masking: journal.masking }
      const release = sandbox.waiters.listings.take()
      const text = streamInPieces(harOf(selectEntries(journal, query), about), journal)
      const stream = owned(text, call.lifetime.signal, release)
      return sendFile(reply, ARCHIVE, stream, `journal-${workspace.id}.har`)
    },
  )
}

const eventIdOf = (id: string | string[] | undefined): number | undefined =>
  typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : undefined

const findEntry = (journal: Journal, seq: number): JournalDetail => {
  const entry = journal.find(seq)
  if (entry) return detailOf(entry, journal.masking)
  const isDropped = seq > 0 && seq <= journal.dropped
  throw notFound(
    isDropped
      ? `Journal entry ${seq} is no longer in the journal`
      : `Journal entry ${seq} does not exist`,
  )
}

const journal: FastifyPluginAsyncTypebox = async (app) => {
  app.addHook('preHandler', async ({ query }) => {
    requireOperation('operation', (query as { operation?: string }).operation)
  })
  app.register(entries)
  app.register(streams)
}

export default journal
