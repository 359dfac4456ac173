import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from '@sinclair/typebox'
import { Coverage } from '../instruments/coverage/coverage-schema.ts'
import { describeCoverage } from '../instruments/coverage/describe-coverage.ts'
import { answers, removes } from './responses.ts'
import { isAboutServer, WHOLE_SERVER } from './target-workspace.ts'

const querystring = Type.Object({ all: WHOLE_SERVER })

const coverage: FastifyPluginAsyncTypebox = async (app) => {
  const { sandbox, settings, operations } = app
  app.get(
    '/coverage',
    answers(
      'Show what calls have exercised: operations, outcomes, optional fields and variants',
      Coverage,
      { description: 'A reset keeps the counts.', querystring },
    ),
    async (request) => {
      const { workspace } = request
      const own = workspace.coverage
      const { counter, workspaces } = isAboutServer(request)
        ? await sandbox.coverage.merged()
        : { counter: own, workspaces: Number(own.isUsed) }
      const variants = isAboutServer(request) ? settings.assume : workspace.variants
      return describeCoverage(counter, { workspaces, operations, variants, codes: settings.codes })
    },
  )
  app.delete('/coverage', removes('Delete the coverage counts', { querystring }), async (request) =>
    (isAboutServer(request) ? sandbox : request.workspace).coverage.clear(),
  )
}

export default coverage
