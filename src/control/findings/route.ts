import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from '@sinclair/typebox'
import { WantedLevel } from '../../contract/findings/finding.ts'
import { FindingsReport } from '../../findings/findings-schema.ts'
import { answers, removes } from '../responses.ts'
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
    answers('Show what was odd in calls, with remedies and counts', FindingsReport, {
      description: 'A reset keeps them; those of a deleted workspace count for the server.',
      querystring: FindingsQuery,
    }),
    async ({ workspace, query }) => readFindings(app.sandbox, workspace, query),
  )
  app.delete(
    '/findings',
    removes('Delete all findings', {
      description: 'The journal keeps its entries with their findings.',
      querystring: Type.Object({ all: WHOLE_SERVER }),
    }),
    async ({ workspace, query }) => clearFindings(app.sandbox, workspace, query.all),
  )
}

export default findings
