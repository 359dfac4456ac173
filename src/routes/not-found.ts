import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PROBLEMS } from '../errors/caller-error.ts'
import { mostLike } from '../errors/did-you-mean.ts'
import { PROBE_PATHS } from '../errors/probe-paths.ts'
import { notFound, Problem } from '../errors/problem.ts'
import type { Refusal } from '../errors/refusal.ts'
import { refuse } from '../errors/refusals.ts'
import { answerProblem } from '../http/answer-problem.ts'
import { CONTROL_BASE, isControlPath } from '../http/control-path.ts'

type Answer = (error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply) => void

/** Answers a request without a route: 405 where its path takes other methods, else 404 with a suggestion (A-index-1, A-index-2). */
export const answerNotFound =
  (operationPaths: ReadonlySet<string>, answer: Answer) =>
  (request: FastifyRequest, reply: FastifyReply): void => {
    const path = request.url.split('?')[0] ?? ''
    if (isControlPath(request.url)) {
      answerUnknownControlPath(path, request, reply)
    } else if (operationPaths.has(path)) {
      reply.header('allow', 'POST, OPTIONS')
      if (request.method === 'OPTIONS') reply.status(204).send()
      else answer(refuse.wrongMethod(request.method), request, reply)
    } else {
      answer(refuse.unknownPath(path, hintFor(path, operationPaths)), request, reply)
    }
  }

const answerUnknownControlPath = (
  path: string,
  request: FastifyRequest,
  reply: FastifyReply,
): void => {
  const routes = controlRoutesLike(path, request.server)
  const allowed = [
    ...new Set(routes.filter(({ url }) => url === path).map(({ method }) => method)),
  ].join(', ')
  // A preflight request of another origin gets no list of methods.
  if (allowed === '' || request.method === 'OPTIONS') {
    const meant =
      allowed === ''
        ? mostLikePath(
            path,
            routes.map(({ url }) => url),
          )
        : undefined
    const hint = meant === undefined ? hintForControl(path) : `; did you mean "${meant}"?`
    answerProblem(notFound(`There is nothing at ${path}${hint}`), request, reply)
    return
  }
  const sentence = `${path} does not take ${request.method}; it takes ${allowed}`
  reply.header('allow', allowed)
  answerProblem(new Problem(PROBLEMS.methodNotAllowed, sentence), request, reply)
}

/** What a person at the base of the control plane looks for. */
const hintForControl = (path: string): string =>
  path.replace(/\/$/, '') === CONTROL_BASE
    ? `; ${CONTROL_BASE}/docs shows the control plane, ${CONTROL_BASE}/openapi.json describes it`
    : ''

/** The routes of the control plane, with the values of a path in place of their parameters. */
const controlRoutesLike = (path: string, { routeList }: FastifyInstance) => {
  const given = path.split('/')
  return routeList
    .filter(({ url }) => url.startsWith(`${CONTROL_BASE}/`))
    .map(({ method, url }) => ({
      method: String(method),
      url: url
        .split('/')
        .map((part, index) => (part.startsWith(':') ? given[index] || part : part))
        .join('/'),
    }))
}

/** Compared without the beginning that all paths share, which would make any two alike. */
const mostLikePath = (path: string, known: readonly string[]): string | undefined => {
  const withoutBase = (url: string) => url.slice(CONTROL_BASE.length)
  const meant = mostLike(withoutBase(path), known.map(withoutBase))
  return meant === undefined ? undefined : CONTROL_BASE + meant
}

/** The operation that a caller may have meant, in another version, another case, or with another ending. */
const hintFor = (path: string, operationPaths: ReadonlySet<string>): string => {
  if (path === '/') return `; GET ${CONTROL_BASE}/fixtures has ids and credentials to begin with`
  const probed = PROBE_PATHS.get(path.replace(/\/$/, ''))
  if (probed !== undefined) return `; this server has ${probed}`
  const wanted = lastSegment(path)
  const known = [...operationPaths]
  const exact = known.filter((one) => lastSegment(one) === wanted)
  const meant =
    mostLike(path, exact) ??
    exact[0] ??
    known.find((one) => wanted.length > 3 && lastSegment(one).includes(wanted)) ??
    pathOf(mostLike(wanted, known.map(lastSegment)), known)
  return meant === undefined ? '' : `; did you mean ${meant}?`
}

const pathOf = (segment: string | undefined, known: readonly string[]): string | undefined =>
  known.find((one) => lastSegment(one) === segment)

const lastSegment = (path: string): string =>
  path.toLowerCase().split('/').filter(Boolean).at(-1) ?? ''
