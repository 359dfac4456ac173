import { PROBLEMS } from '../../errors/caller-error.ts'
import { badRequest, Problem } from '../../errors/problem.ts'
import { Verdict } from '../../journal/journal-schema.ts'
import { verdictText } from '../../journal/verdict-text.ts'
import { waitForCalls } from '../../journal/wait.ts'
import { problemsOfBodyPart, readBodyPart } from '../../kernel/body-part.ts'
import { type ControlCall, defineControl, type StreamedJson } from '../define-control.ts'
import { mustBeKnown } from '../known-operation.ts'
import { jsonInPieces } from './json-pieces.ts'
import { Expectation, NoCallExpectation } from './schema.ts'

/** Waiting for calls, and making sure that there are none. */
export const journalWaitRoutes = [
  defineControl({
    method: 'POST',
    path: '/journal/wait',
    summary:
      'Wait until so many calls match, 5 s unless timeoutMs says otherwise; else tell the nearest',
    body: Expectation,
    result: Verdict,
    handle: (call) => search(call, { count: 1, timeoutMs: 5_000, ...call.body }),
  }),
  defineControl({
    method: 'POST',
    path: '/journal/expect-none',
    summary: 'Tell whether a call matches, at once or as soon as one does until timeoutMs is over',
    body: NoCallExpectation,
    result: Verdict,
    handle: (call) => search(call, { timeoutMs: 0, ...call.body, count: 1 }),
  }),
]

type Wanted = Expectation & { count: number; timeoutMs: number }

const search = async (
  { sandbox, workspace, operations, signal }: ControlCall<unknown, unknown, unknown>,
  { match: { body, ...head } = {}, count, timeoutMs, after = 0 }: Wanted,
): Promise<StreamedJson> => {
  const { journal } = workspace
  mustBeKnown('match.operation', head.operation, operations)
  const problems = problemsOfBodyPart(body)
  if (problems.length > 0) throw badRequest(problems.join('; '))
  const match = body === undefined ? head : { ...head, body: readBodyPart(body) }
  const leave = sandbox.waiters.waits.take()
  try {
    const outcome = await waitForCalls(journal, { match, count, timeoutMs, after }, signal)
    if (!outcome) throw workspace.isRemoved ? removed() : stopping()
    return jsonInPieces(verdictText(outcome, journal.masking), signal, () => {
      outcome.close()
      leave()
    })
  } catch (error) {
    leave()
    throw error
  }
}

const removed = (): Problem =>
  new Problem(PROBLEMS.gone, 'The workspace was removed while the call waited')

const stopping = (): Problem =>
  new Problem(PROBLEMS.stopping, 'The server stopped while the call waited')
