import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { RecordParams, RecordQuery, Records } from './schema.ts'
import { readRecords } from './service.ts'

/** The records of a workspace: rows that operations write and no operation shows. */
const records: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/records/:kind',
    {
      schema: {
        summary: 'List rows that operations have written, newest first',
        params: RecordParams,
        querystring: RecordQuery,
        response: { 200: Records },
      },
    },
    async ({ workspace, params, query }) => readRecords(workspace, params.kind, query.limit),
  )
}

export default records
