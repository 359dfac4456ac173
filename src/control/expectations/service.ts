import type { Readable } from 'node:stream'
import { PROBLEMS } from '../../errors/caller-error.ts'
import { badRequest, Problem } from '../../errors/problem.ts'
import { verdictText, waitForCalls } from '../../journal/search.ts'
import { problemsOfBodyPart, readBodyPart } from '../../kernel/body-part.ts'
import { endWith } from '../../kernel/ended-stream.ts'
import { StreamInPieces } from '../../kernel/pieces.ts'
import type { Sandbox } from '../../workspaces/sandbox.ts'
import type { Workspace } from '../../workspaces/workspace.ts'
import type { Expectation } from './schema.ts'

type CompleteExpectation = Expectation & { count: number; timeoutMs: number }

/** Looks for calls until enough match or the time is up, and answers the verdict as JSON text. */
export const findCalls = async (
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
