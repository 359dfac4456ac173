import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Workspace } from '../../workspaces/workspace.ts'
import { matchedRoute } from '../matched-route.ts'
import { RequestState } from '../request-state.ts'
import { subjectOf } from './call-facts.ts'
import { CallRecorder } from './call-recorder.ts'
import { JournaledResponse } from './journaled-response.ts'

/** Paths of the server itself, which no client of the document calls. */
const PLUMBING = /^\/(_sandbox|livez|readyz|openapi\.json|openapi\.yaml|docs)(?=[/?]|$)/

/** Records a call in a journal when its answer ends; undefined for requests to the server itself. */
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

/** Records a call that is refused before its workspace is looked up. */
export const recordStray = (
  request: FastifyRequest,
  reply: FastifyReply,
  workspace: Workspace,
): void => {
  request.state = new RequestState(workspace)
  recordCall(request, reply)
}
