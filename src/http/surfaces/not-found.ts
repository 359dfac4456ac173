import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { type Refusal, refuse } from '../../kernel/errors.ts'
import { answerProblem, Problem } from './control.ts'

type Answer = (error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply) => void

/** Answers what no route takes: 405 where the path is an operation's (OPTIONS apart), else 404. */
export const answerNotFound =
  (operationPaths: ReadonlySet<string>, answer: Answer) =>
  (request: FastifyRequest, reply: FastifyReply): void => {
    const path = request.url.split('?')[0] ?? ''
    if (path === '/_sandbox' || path.startsWith('/_sandbox/')) {
      answerProblem(new Problem(404, 'Not found', `There is nothing at ${path}`), request, reply)
    } else if (operationPaths.has(path)) {
      reply.header('allow', 'POST, OPTIONS')
      if (request.method === 'OPTIONS') reply.status(204).send()
      else answer(refuse.wrongMethod(request.method), request, reply)
    } else {
      answer(refuse.unknownPath(path), request, reply)
    }
  }
