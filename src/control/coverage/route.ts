import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from '@sinclair/typebox'
import { Coverage } from '../../coverage/coverage-schema.ts'
import { NoContent } from '../responses.ts'
import { clearCoverage, readCoverage } from './service.ts'

const CoverageQuery = Type.Object({
  all: Type.Boolean({
    default: false,
    description: 'All workspaces of the server together, also those that were removed',
  }),
})

/** What the calls of a workspace, or of all, have exercised. */
const coverage: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/coverage',
    {
      schema: {
        summary: 'Show what calls have exercised: operations, outcomes, optional fields, variants',
        description: 'A reset keeps it.',
        querystring: CoverageQuery,
        response: { 200: Coverage },
      },
    },
    async ({ workspace, query }) => readCoverage(app, query.all ? undefined : workspace),
  )
  app.delete(
    '/coverage',
    {
      schema: {
        summary: 'Forget what calls have exercised',
        querystring: CoverageQuery,
        response: { 204: NoContent },
      },
    },
    async ({ workspace, query }, reply) => {
      clearCoverage(app, query.all ? undefined : workspace)
      return reply.code(204).send(null)
    },
  )
}

export default coverage
