import type { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { PROBLEMS } from '../../errors/caller-error.ts'
import { badRequest, Problem } from '../../errors/problem.ts'
import { requireOperation } from '../../faults/known-operations.ts'
import { Verdict } from '../../journal/journal-schema.ts'
import { verdictText, waitForCalls } from '../../journal/search.ts'
import { problemsOfBodyPart, readBodyPart } from '../../kernel/body-part.ts'
import { endWith } from '../../kernel/ended-stream.ts'
import { StreamInPieces } from '../../kernel/pieces.ts'
import type { Sandbox } from '../../workspaces/sandbox.ts'
import type { Workspace } from '../../workspaces/workspace.ts'
import { answers, sendJsonStream } from '../responses.ts'
import { Expectation, NoCallExpectation } from './schema.ts'

/** Expectations about the calls of a workspace. */
const expectations: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/journal/wait',
    answers('Wait until calls match, or the time is up', Verdict, {
      description: 'The answer has the nearest call where too few match.',
      body: Expectation,
    }),
    async ({ workspace, body, call }, reply) => {
      requireOperation('match.operation', body.match?.operation, app.operations)
      const wanted = { count: 1, timeoutMs: 5_000, ...body }
      return sendJsonStream(reply, await findCalls(app.sandbox, workspace, wanted, call.signal))
    },
  )
  app.post(
    '/journal/expect-none',
    answers('Check that no call matches, at once or until the time is up', Verdict, {
      body: NoCallExpectation,
    }),
    async ({ workspace, body, call }, reply) => {
      requireOperation('match.operation', body.match?.operation, app.operations)
      const wanted = { timeoutMs: 0, ...body, count: 1 }
      return sendJsonStream(reply, await findCalls(app.sandbox, workspace, wanted, call.signal))
    },
  )
}

type CompleteExpectation = Expectation & { count: number; timeoutMs: number }

/** Looks for calls until enough match or the time is up, and answers the verdict as JSON text. */
const findCalls = async (
  { waiters }: Sandbox,
  workspace: Workspace,
  { match: { body, ...head } = {}, count, timeoutMs, after = 0 }: CompleteExpectation,
  signal: AbortSignal,
): Promise<Readable> => {
  const { journal } = workspace
  const problems = problemsOfBodyPart(body)
  if (problems.length > 0) throw badRequest(problems.join('; '))
  const match = body === undefined ? head : { ...head, body: readBodyPart(body) }
  const release = waiters.waits.take()
  try {
    const outcome = await waitForCalls(journal, { match, count, timeoutMs, after }, signal)
    if (!outcome) throw workspace.isRemoved ? deleted() : stopping()
    const text = new StreamInPieces(verdictText(outcome, journal), journal)
    return endWith(text, signal, release)
  } catch (error) {
    release()
    throw error
  }
}

const deleted = (): Problem =>
  new Problem(PROBLEMS.gone, 'The workspace was deleted while the request waited')

const stopping = (): Problem =>
  new Problem(PROBLEMS.stopping, 'The server stopped while the request waited')

export default expectations
