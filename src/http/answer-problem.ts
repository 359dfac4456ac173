import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { CallerError, PROBLEMS } from '../errors/caller-error.ts'
import { badRequest, Problem } from '../errors/problem.ts'
import { refuse } from '../errors/refusals.ts'
import { formatBytes } from '../kernel/text.ts'
import { hasLeft } from './answer-refusal.ts'
import { drain } from './bodies/streamed-body.ts'
import { storageRefusal } from './storage-refusal.ts'
import { dropUnsendableHeaders } from './unsendable-headers.ts'
import { actLater } from './when-over.ts'

/** The error handler of the control plane: answers every error as `application/problem+json`. */
export const answerProblem = (
  error: FastifyError | CallerError,
  request: FastifyRequest,
  reply: FastifyReply,
): void => {
  const { problem, detail } = translate(error, request)
  if (problem.status === 500) dropUnsendableHeaders(reply)
  // For the log: the journal has no calls of the control plane.
  if (request.call) request.call.message = detail
  if (problem === PROBLEMS.busy) reply.header('retry-after', '1')
  const send = () =>
    reply
      .status(problem.status)
      .type('application/problem+json; charset=utf-8')
      .send(JSON.stringify({ title: problem.title, status: problem.status, detail }))
  if (problem.status === PROBLEMS.contentTooLarge.status)
    // A caller that is still sending gets to read the answer.
    actLater(request, drain(request.raw), send)
  else send()
}

const translate = (error: FastifyError | CallerError, request: FastifyRequest): CallerError => {
  const ofStorage = storageRefusal(error, request)
  if (ofStorage) return ofStorage
  if (error instanceof CallerError) {
    if (error.detail !== error.message) request.log.warn({ err: error }, error.detail)
    return error
  }
  if (hasLeft(error, request)) return badRequest('The caller has closed the connection')
  const status = error.statusCode ?? 500
  if (status === 413) return refuse.bodyTooLarge(formatBytes(request.routeOptions.bodyLimit))
  const problem = { ...PROBLEMS.badRequest, status }
  if (status === 414) return new Problem(problem, 'A name in the path is too long')
  if (status < 500) return new Problem(problem, error.message)
  request.log.error({ err: error }, 'defect')
  return refuse.internal()
}
