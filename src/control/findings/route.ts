import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from '@sinclair/typebox'
import { WantedLevel } from '../../contract/findings/finding.ts'
import { FindingsReport } from '../../findings/findings-schema.ts'
import { NoContent } from '../responses.ts'
import { WHOLE_SERVER } from '../target-workspace.ts'
import { clearFindings, readFindings } from './service.ts'

const FindingsQuery = Type.Object({
  all: WHOLE_SERVER,
  level: Type.Optional(WantedLevel('Minimum level; without it all are listed')),
})

/** The findings of a workspace, or of the whole server. */
const findings: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/findings',
    {
      schema: {
        summary: 'Show what was odd in calls, with remedies and counts',
        description: 'A reset keeps them; those of a deleted workspace count for the server.',
        querystring: FindingsQuery,
        response: { 200: FindingsReport },
      },
    },
    async ({ workspace, query }) => readFindings(app.sandbox, workspace, query),
  )
  app.delete(
    '/findings',
    {
      schema: {
        summary: 'Delete all findings',
        description: 'The journal keeps its entries with their findings.',
        querystring: Type.Object({ all: WHOLE_SERVER }),
        response: { 204: NoContent },
      },
    },
    async ({ workspace, query }, reply) => {
      clearFindings(app.sandbox, workspace, query.all)
      return reply.code(204).send(null)
    },
  )
}

export default findings
