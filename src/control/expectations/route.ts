import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { requireOperation } from '../../faults/known-operations.ts'
import { Verdict } from '../../journal/journal-schema.ts'
import { sendJsonStream } from '../responses.ts'
import { Expectation, NoCallExpectation } from './schema.ts'
import { findCalls } from './service.ts'

/** Expectations about the calls of a workspace. */
const expectations: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/journal/wait',
    {
      schema: {
        summary: 'Wait until calls match, or the time is up',
        description: 'The answer has the nearest call where too few match.',
        body: Expectation,
        response: { 200: Verdict },
      },
    },
    async ({ workspace, body, call }, reply) => {
      requireOperation('match.operation', body.match?.operation, app.operations)
      const wanted = { count: 1, timeoutMs: 5_000, ...body }
      return sendJsonStream(reply, await findCalls(app.sandbox, workspace, wanted, call.signal))
    },
  )
  app.post(
    '/journal/expect-none',
    {
      schema: {
        summary: 'Check that no call matches, at once or until the time is up',
        body: NoCallExpectation,
        response: { 200: Verdict },
      },
    },
    async ({ workspace, body, call }, reply) => {
      requireOperation('match.operation', body.match?.operation, app.operations)
      const wanted = { timeoutMs: 0, ...body, count: 1 }
      return sendJsonStream(reply, await findCalls(app.sandbox, workspace, wanted, call.signal))
    },
  )
}

export default expectations
