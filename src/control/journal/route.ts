import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { requireOperation } from '../../faults/known-operations.ts'
import { originOf } from '../../http/server-origin.ts'
import { JournalDetail } from '../../journal/journal-schema.ts'
import { JournalMarks } from '../../journal/mark-schema.ts'
import { fileOf, NoContent, sendFile, sendJsonStream } from '../responses.ts'
import {
  ArchiveQuery,
  EntryParams,
  JournalPages,
  JournalQuery,
  MarkQuery,
  StreamQuery,
} from './schema.ts'
import {
  archiveJournal,
  clearJournal,
  findEntry,
  followJournal,
  listJournal,
  listMarks,
} from './service.ts'

const EVENTS = 'text/event-stream'
const ARCHIVE = 'application/json'

const entries: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/journal',
    {
      schema: {
        summary: 'List entries of the journal, oldest first',
        querystring: JournalQuery,
        response: { 200: JournalPages },
      },
    },
    async ({ workspace, query, call }, reply) => {
      requireOperation('operation', query.operation, app.operations)
      return sendJsonStream(reply, listJournal(app.sandbox, workspace, query, call.signal))
    },
  )
  app.delete(
    '/journal',
    {
      schema: {
        summary: 'Delete all entries of the journal',
        description: 'The next entry gets the number 1.',
        response: { 204: NoContent },
      },
    },
    async ({ workspace }, reply) => {
      clearJournal(workspace)
      return reply.code(204).send(null)
    },
  )
  app.get(
    '/journal/marks',
    {
      schema: {
        summary: 'List the marks of the journal, oldest first',
        description:
          'A mark says what the control plane changed between two entries: clock, faults, data, variants.',
        querystring: MarkQuery,
        response: { 200: JournalMarks },
      },
    },
    async ({ workspace, query }) => listMarks(workspace, query.after),
  )
  app.get(
    '/journal/:seq',
    {
      schema: {
        summary: 'Show an entry with headers and bodies; secrets are masked',
        params: EntryParams,
        response: { 200: JournalDetail },
      },
    },
    async ({ workspace, params }) => findEntry(workspace, params.seq),
  )
}

const streams: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/journal/stream',
    {
      schema: {
        summary: 'Follow the journal as server-sent events',
        description:
          'Each entry is sent when its call ends, each mark as an event of type `mark`. With the header Last-Event-ID, or `after`, earlier ones come first.',
        querystring: StreamQuery,
        response: { 200: fileOf(EVENTS, 'Entries as events') },
      },
    },
    async ({ workspace, query, headers, call }, reply) => {
      requireOperation('operation', query.operation, app.operations)
      const after = eventIdOf(headers['last-event-id']) ?? query.lastEventId ?? query.after
      // A proxy that collects answers would keep each entry back until the next ones fill its buffer.
      reply.header('x-accel-buffering', 'no')
      return sendFile(
        reply,
        EVENTS,
        followJournal(app.sandbox, workspace, query, after, call.signal),
      )
    },
  )
  app.get(
    '/journal/har',
    {
      schema: {
        summary: 'Export entries as an HTTP archive (HAR 1.2); secrets are masked',
        querystring: ArchiveQuery,
        response: { 200: fileOf(ARCHIVE, 'The HTTP archive') },
      },
    },
    async (request, reply) => {
      const { workspace, query, call } = request
      requireOperation('operation', query.operation, app.operations)
      const stream = archiveJournal(app.sandbox, workspace, query, originOf(request), call.signal)
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

export default journal
