import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { requireOperation } from '../../faults/known-operations.ts'
import { originOf } from '../../http/server-origin.ts'
import { JournalDetail } from '../../journal/journal-schema.ts'
import { fileOf, NoContent, sendFile, sendJsonStream } from '../responses.ts'
import { ArchiveQuery, EntryParams, JournalPages, JournalQuery, StreamQuery } from './schema.ts'
import { archiveJournal, findEntry, followJournal, listJournal } from './service.ts'

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
    async ({ workspace, query, state }, reply) => {
      requireOperation('operation', query.operation, app.operations)
      return sendJsonStream(reply, listJournal(app.sandbox, workspace, query, state.signal))
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
      workspace.journal.clear()
      return reply.code(204).send(null)
    },
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
          'Each entry is sent when its call ends. With the header Last-Event-ID, or `after`, earlier entries come first.',
        querystring: StreamQuery,
        response: { 200: fileOf(EVENTS, 'Entries as events') },
      },
    },
    async ({ workspace, query, headers, state }, reply) => {
      requireOperation('operation', query.operation, app.operations)
      const after = eventIdOf(headers['last-event-id']) ?? query.lastEventId ?? query.after
      // A proxy that collects answers would keep each entry back until the next ones fill its buffer.
      reply.header('x-accel-buffering', 'no')
      return sendFile(
        reply,
        EVENTS,
        followJournal(app.sandbox, workspace, query, after, state.signal),
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
      const { workspace, query, state } = request
      requireOperation('operation', query.operation, app.operations)
      const stream = archiveJournal(app.sandbox, workspace, query, originOf(request), state.signal)
      return sendFile(reply, ARCHIVE, stream, `journal-${workspace.id}.har`)
    },
  )
}

const eventIdOf = (id: string | string[] | undefined): number | undefined =>
  typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : undefined

/** The journal of a workspace: the calls that it was sent, with their answers. */
const journal: FastifyPluginAsyncTypebox = async (app) => {
  await app.register(entries)
  await app.register(streams)
}

export default journal
