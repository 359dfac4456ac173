import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { requireOperation } from '../known-operation.ts'
import { fileResponse, sendFile } from '../responses.ts'
import { originOf } from '../server-origin.ts'
import { ArchiveQuery, StreamQuery } from './schema.ts'
import { archiveJournal, followJournal } from './service.ts'

const EVENTS = 'text/event-stream'
const ARCHIVE = 'application/json'

/** The journal as a stream of events, and as an archive. */
const journalStreams: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/journal/stream',
    {
      schema: {
        summary: 'Follow the journal as server-sent events',
        description:
          'Each entry is sent when its call ends. With the header Last-Event-ID, or `after`, earlier entries come first.',
        querystring: StreamQuery,
        response: { 200: fileResponse(EVENTS, 'Entries as events') },
      },
    },
    async ({ workspace, query, headers, state }, reply) => {
      requireOperation('operation', query.operation, app.operations)
      const after = eventIdOf(headers['last-event-id']) ?? query.lastEventId ?? query.after
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
        response: { 200: fileResponse(ARCHIVE, 'The HTTP archive') },
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

export default journalStreams

const eventIdOf = (id: string | string[] | undefined): number | undefined =>
  typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : undefined
