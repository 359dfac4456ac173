import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { answerProblem } from '../control/control-plane.ts'
import type { ControlRoute } from '../control/define-control.ts'
import { PROBLEMS } from '../errors/caller-error.ts'
import { didYouMean } from '../errors/did-you-mean.ts'
import { notFound, Problem } from '../errors/problem.ts'
import type { Refusal } from '../errors/refusal.ts'
import { refuse } from '../errors/refusals.ts'
import { CONTROL_BASE, isControlPath } from '../http/control-path.ts'

const BASE = CONTROL_BASE

type Answer = (error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply) => void

/** Answers requests that no route takes: 405 where the path is an operation's (OPTIONS apart), else 404. */
export const answerNotFound =
  (operationPaths: ReadonlySet<string>, controlRoutes: readonly ControlRoute[], answer: Answer) =>
  (request: FastifyRequest, reply: FastifyReply): void => {
    const path = request.url.split('?')[0] ?? ''
    if (isControlPath(request.url)) {
      answerNoControl(path, controlRoutes, request, reply)
    } else if (operationPaths.has(path)) {
      reply.header('allow', 'POST, OPTIONS')
      if (request.method === 'OPTIONS') reply.status(204).send()
      else answer(refuse.wrongMethod(request.method), request, reply)
    } else {
      answer(refuse.unknownPath(path, hintFor(path, operationPaths)), request, reply)
    }
  }

/** Answers 405 where the path takes other methods (OPTIONS apart), else 404 with the path that may have been meant. */
const answerNoControl = (
  path: string,
  routes: readonly ControlRoute[],
  request: FastifyRequest,
  reply: FastifyReply,
): void => {
  const hint = hintForControl(path, routes)
  const allowed = [...new Set(routes.filter((route) => isAt(route, path)).map(methodOf))].join(', ')
  // Pages of elsewhere ask with OPTIONS first, and are told nothing.
  if (allowed === '' || request.method === 'OPTIONS') {
    answerProblem(notFound(`There is nothing at ${path}${hint}`), request, reply)
    return
  }
  const sentence = `${path} does not take ${request.method}; it takes ${allowed}`
  reply.header('allow', allowed)
  answerProblem(new Problem(PROBLEMS.methodNotAllowed, sentence), request, reply)
}

const hintForControl = (path: string, routes: readonly ControlRoute[]): string => {
  const known = routes.map((route) => alike(route, path).slice(BASE.length))
  const wanted = path.slice(BASE.length)
  if (known.includes(wanted)) return ''
  // Compared without the beginning that all share, and shown with it.
  return didYouMean(wanted, known).replace('"/', `"${BASE}/`)
}

const methodOf = ({ method }: ControlRoute): string => method

const isAt = (route: ControlRoute, path: string): boolean => alike(route, path) === path

/** The path of a route with what another path has where the route has parameters. */
const alike = ({ path }: ControlRoute, other: string): string => {
  const given = other.split('/')
  const parts = `${BASE}${path}`.split('/')
  return parts.map((part, index) => (part.startsWith(':') ? given[index] || part : part)).join('/')
}

/** A hint at the operation whose path ends alike, in any version or case. */
const hintFor = (path: string, operationPaths: ReadonlySet<string>): string => {
  if (path === '/') return '; GET /_sandbox/fixtures has ids and credentials to begin with'
  const wanted = lastSegment(path)
  const meant = [...operationPaths].find((known) => lastSegment(known) === wanted)
  return meant === undefined ? '' : `; did you mean ${meant}?`
}

const lastSegment = (path: string): string =>
  path.toLowerCase().split('/').filter(Boolean).at(-1) ?? ''
