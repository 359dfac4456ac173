import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PROBLEMS } from '../errors/caller-error.ts'
import { mostLike } from '../errors/did-you-mean.ts'
import { PROBE_PATHS } from '../errors/probe-paths.ts'
import { notFound, Problem } from '../errors/problem.ts'
import { quote } from '../errors/quote.ts'
import type { Refusal } from '../errors/refusal.ts'
import { refuse } from '../errors/refusals.ts'
import { CONTROL_BASE, isControlPath } from '../http/control-path.ts'
import { answerProblem } from '../http/errors.ts'

type Answer = (error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply) => void

/** Answers a request without a route: 405 where its path takes other methods, else 404 with a suggestion (A-event-1). */
export const answerNotFound =
  (operationPaths: ReadonlySet<string>, answer: Answer) =>
  (request: FastifyRequest, reply: FastifyReply): void => {
    const path = request.url.split('?')[0] ?? ''
    if (isControlPath(request.url)) {
      answerUnknownControlPath(path, request, reply)
      return
    }
    const isOperation = operationPaths.has(path)
    const methods = isOperation ? ['POST'] : methodsOfUploads(path, request.server)
    if (methods.length === 0) {
      answer(refuse.unknownPath(path, hintFor(path, operationPaths)), request, reply)
      return
    }
    reply.header('allow', [...methods, 'OPTIONS'].join(', '))
    if (request.method === 'OPTIONS') reply.status(204).send()
    else
      answer(wrongMethod(request.method, isOperation ? undefined : path, methods), request, reply)
  }

/** Names the path only where it is not that of an operation, all of which take one method. */
const wrongMethod = (method: string, path: string | undefined, methods: readonly string[]) =>
  path === undefined
    ? refuse.wrongMethod(method)
    : refuse.wrongMethod(method, `${quote(path)} is`, methods.join(' or '))

/** The methods of a path below which files are sent, such as PUT for the URL of a part, to which other tools POST. */
const methodsOfUploads = (path: string, server: FastifyInstance): string[] => {
  const { filesPath } = server.settings
  if (!path.startsWith(`${filesPath}/`)) return []
  return methodsOf(path, routesLike(path, filesPath, server))
}

const answerUnknownControlPath = (
  path: string,
  request: FastifyRequest,
  reply: FastifyReply,
): void => {
  const routes = routesLike(path, CONTROL_BASE, request.server)
  const allowed = methodsOf(path, routes).join(', ')
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

/** The routes below a base, with the values of a path in place of their parameters. */
const routesLike = (path: string, base: string, { routeList }: FastifyInstance) => {
  const given = path.split('/')
  return routeList
    .filter(({ url }) => url.startsWith(`${base}/`))
    .map(({ method, url }) => ({
      method: String(method),
      url: url
        .split('/')
        .map((part, index) => (part.startsWith(':') ? given[index] || part : part))
        .join('/'),
    }))
}

/** The methods that a path takes. */
const methodsOf = (path: string, routes: ReturnType<typeof routesLike>): string[] => [
  ...new Set(routes.filter(({ url }) => url === path).map(({ method }) => method)),
]

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
