import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { type Refusal, refuse } from '../../kernel/errors.ts'
import { notFound } from '../../sandbox/problem.ts'
import { answerProblem } from './control.ts'

type Answer = (error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply) => void

/** Answers what no route takes: 405 where the path is an operation's (OPTIONS apart), else 404. */
export const answerNotFound =
  (operationPaths: ReadonlySet<string>, answer: Answer) =>
  (request: FastifyRequest, reply: FastifyReply): void => {
    const path = request.url.split('?')[0] ?? ''
    if (path === '/_sandbox' || path.startsWith('/_sandbox/')) {
      answerProblem(notFound(`There is nothing at ${path}`), request, reply)
    } else if (operationPaths.has(path)) {
      reply.header('allow', 'POST, OPTIONS')
      if (request.method === 'OPTIONS') reply.status(204).send()
      else answer(refuse.wrongMethod(request.method), request, reply)
    } else {
      answer(refuse.unknownPath(path, hintFor(path, operationPaths)), request, reply)
    }
  }

/** What the caller may have meant: the operation whose path ends alike, whatever version or case. */
const hintFor = (path: string, operationPaths: ReadonlySet<string>): string => {
  if (path === '/') return '; GET /_sandbox/fixtures has ids and credentials to begin with'
  const wanted = lastSegment(path)
  const meant = [...operationPaths].find((known) => lastSegment(known) === wanted)
  return meant === undefined ? '' : `; did you mean ${meant}?`
}

const lastSegment = (path: string): string =>
  path.toLowerCase().split('/').filter(Boolean).at(-1) ?? ''
