import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from '@sinclair/typebox'
import { JournalDetail, JournalDetailPage, JournalPage } from '../../journal/journal-schema.ts'
import { requireOperation } from '../known-operation.ts'
import { NoContent, sendJsonStream } from '../responses.ts'
import { EntryParams, JournalQuery } from './schema.ts'
import { findEntry, listJournal } from './service.ts'

/** The journal of a workspace: the calls that it was sent, with their answers. */
const journal: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/journal',
    {
      schema: {
        summary: 'List entries of the journal, oldest first',
        querystring: JournalQuery,
        response: { 200: Type.Union([JournalPage, JournalDetailPage]) },
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

export default journal
