import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { Coverage } from '../../coverage/coverage-schema.ts'
import { describeCoverage } from '../../coverage/describe-coverage.ts'
import type { Workspace } from '../../workspaces/workspace.ts'
import { NoContent } from '../responses.ts'
import { WHOLE_SERVER } from '../target-workspace.ts'

const CoverageQuery = Type.Object({ all: WHOLE_SERVER })

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
        summary: 'Delete the counts of calls',
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

/** The coverage of a workspace; without one, of the whole server. */
const readCoverage = async (
  { sandbox, settings, operations }: FastifyInstance,
  workspace: Workspace | undefined,
): Promise<Coverage> => {
  const { counter, workspaces } = workspace
    ? { counter: workspace.coverage, workspaces: Number(workspace.coverage.isUsed) }
    : await sandbox.coverage.merged()
  return describeCoverage(counter, { workspaces, operations, codes: settings.codes })
}

/** Deletes the counts of a workspace; without one, of the whole server. */
const clearCoverage = ({ sandbox }: FastifyInstance, workspace: Workspace | undefined): void => {
  if (workspace) workspace.coverage.clear()
  else sandbox.coverage.clear()
}

export default coverage
