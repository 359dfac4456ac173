import type { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type Static, Type } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { PROBLEMS } from '../contract/errors/caller-error.ts'
import { badRequest, Problem } from '../contract/errors/problem.ts'
import { BOUNDED_BY_BODY, ClosedObject } from '../contract/resources/primitives.ts'
import { Shape, WantedAmount, WantedCount } from '../contract/shapes.ts'
import { requireOperation } from '../instruments/faults/known-operations.ts'
import { Verdict } from '../instruments/journal/journal-schema.ts'
import { verdictText, waitForCalls } from '../instruments/journal/search.ts'
import { problemsOfBodyPart, readBodyPart } from '../kernel/body-part.ts'
import { LIMITS } from '../kernel/limits.ts'
import { owned } from '../kernel/owned-stream.ts'
import { streamInPieces } from '../kernel/pieces.ts'
import { after, selection } from './journal.ts'
import { whenKeyEnds } from './key-watch.ts'
import { answers, reading, sendJsonStream } from './responses.ts'

const CallMatch = Shape('CallMatch', 'Which calls match; absent properties are not compared', {
  ...selection,
  body: Type.Optional(
    Type.Unknown({
      ...BOUNDED_BY_BODY,
      description:
        "What the body of the request must contain; list elements match at any position. A key that starts with `/` is a JSON Pointer into the body, such as `{ '/param/assetIds/0': 100001 }`",
    }),
  ),
})

const expectation = {
  match: Type.Optional(CallMatch),
  timeoutMs: Type.Optional(
    WantedAmount(
      'Maximum waiting time, ms; default 5 s, in the library 2 s; if no call is expected, the default is not to wait',
      LIMITS.waitMs.max,
    ),
  ),
  after,
}

export const Expectation = Shape('Expectation', 'Calls to wait for, or calls that must not occur', {
  ...expectation,
  count: Type.Optional(WantedCount('Minimum number of calls; default 1', LIMITS.waitCount.max)),
})
export type Expectation = Static<typeof Expectation>

const NoCallExpectation = ClosedObject(expectation)

const expectations: FastifyPluginAsyncTypebox = async (app) => {
  const answer = async (
    request: FastifyRequest,
    reply: FastifyReply,
    wanted: CompleteExpectation,
  ) => {
    requireOperation('match.operation', wanted.match?.operation)
    return sendJsonStream(reply, await findCalls(request, wanted))
  }
  app.post(
    '/journal/wait',
    reading(
      answers('Wait for matching calls, until a timeout', Verdict, {
        description: 'If too few calls match, the response has the nearest call.',
        body: Expectation,
      }),
    ),
    async (request, reply) =>
      answer(request, reply, { count: 1, timeoutMs: 5_000, ...request.body }),
  )
  app.post(
    '/journal/expect-none',
    reading(
      answers('Check that no call matches, immediately or until a timeout', Verdict, {
        body: NoCallExpectation,
      }),
    ),
    async (request, reply) => answer(request, reply, { timeoutMs: 0, ...request.body, count: 1 }),
  )
}

const KEY_ENDED = new Problem(
  PROBLEMS.unauthorized,
  'The key was deleted or expired while the request was waiting',
)

type CompleteExpectation = Expectation & { count: number; timeoutMs: number }

/** Looks for calls until enough match or the time is up, and answers the verdict as JSON text. */
const findCalls = async (
  request: FastifyRequest,
  { match: { body, ...head } = {}, count, timeoutMs, after = 0 }: CompleteExpectation,
): Promise<Readable> => {
  const { workspace, call, server } = request
  const { journal } = workspace
  const problems = problemsOfBodyPart(body)
  if (problems.length > 0) throw badRequest(problems.join('; '))
  const match = body === undefined ? head : { ...head, body: readBodyPart(body) }
  const leaveSlot = server.sandbox.waiters.waits.take()
  const keyEnd = new AbortController()
  const leaveKey = whenKeyEnds(request, () => keyEnd.abort(KEY_ENDED))
  const signal = AbortSignal.any([call.lifetime.signal, keyEnd.signal])
  const release = () => {
    leaveKey()
    leaveSlot()
  }
  try {
    const outcome = await waitForCalls(journal, { match, count, timeoutMs, after }, signal)
    if (!outcome)
      throw workspace.isRemoved
        ? new Problem(PROBLEMS.gone, 'The workspace was deleted while the request was waiting')
        : new Problem(PROBLEMS.stopping, 'The server stopped while the request was waiting')
    return owned(streamInPieces(verdictText(outcome, journal), journal), signal, release)
  } catch (error) {
    release()
    throw error
  }
}

export default expectations
