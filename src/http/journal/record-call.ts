import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Workspace } from '../../workspaces/workspace.ts'
import { matchedRoute } from '../matched-route.ts'
import { RequestState } from '../request-state.ts'
import { subjectOf } from './call-facts.ts'
import { CallRecorder } from './call-recorder.ts'
import { JournaledResponse } from './journaled-response.ts'

/** What is asked of the server itself; nobody's client does that. */
const PLUMBING = /^\/(_sandbox|livez|readyz)(?=[/?]|$)/

/** Lets a call be entered in a journal when its answer ends; undefined for what is no call of a client. */
export const recordCall = (
  request: FastifyRequest,
  reply: FastifyReply,
): CallRecorder | undefined => {
  const route = matchedRoute(request)
  const { raw } = reply
  if (PLUMBING.test(route.url ?? request.url) || !(raw instanceof JournaledResponse))
    return undefined
  const recorder = new CallRecorder(request, reply, subjectOf(route))
  raw.watcher = recorder
  return recorder
}

/** The same for a call that is refused before anything asks for its workspace. */
export const recordStray = (
  request: FastifyRequest,
  reply: FastifyReply,
  workspace: Workspace,
): void => {
  request.state = new RequestState(workspace)
  recordCall(request, reply)
}
