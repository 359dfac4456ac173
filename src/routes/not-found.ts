import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PROBLEMS } from '../contract/errors/caller-error.ts'
import { mostLike } from '../contract/errors/did-you-mean.ts'
import { notFound, Problem } from '../contract/errors/problem.ts'
import { quote } from '../contract/errors/quote.ts'
import { refuse } from '../contract/errors/refusals.ts'
import { readPath } from '../domain/files/paths.ts'
import { answerProblem, answerRefusal } from '../http/errors.ts'
import { CONTROL_BASE, isControlPath } from '../http/request.ts'
import { isWorkspaceId } from '../kernel/ids.ts'
import { endpointFor } from './grant.ts'
import { answerAtWrongPort, isSignedForStorage } from './storage/other-port.ts'

/** Answers a request without a route: 405 where its path takes other methods, else 404 with a suggestion (A-event-1). */
export const answerNotFound = (operationPaths: ReadonlySet<string>) => {
  const answer = answerRefusal()
  const answerUnknownPath = (path: string, request: FastifyRequest, reply: FastifyReply): void => {
    const { method, server } = request
    const { filesPath } = server.settings
    const isOperation = operationPaths.has(path)
    const methods = isOperation ? ['POST'] : methodsOf(path, filesPath, server)
    if (isDownload(path, filesPath)) methods.push('GET', 'HEAD')
    if (methods.length === 0) {
      answer(refuse.unknownPath(path, hintFor(path, operationPaths)), request, reply)
      return
    }
    reply.header('allow', [...methods, 'OPTIONS'].join(', '))
    if (method === 'OPTIONS') reply.status(204).send()
    else if (isOperation) answer(refuse.wrongMethod(method), request, reply)
    else
      answer(refuse.wrongMethod(method, `${quote(path)} is`, methods.join(' or ')), request, reply)
  }
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const path = request.url.split('?')[0] ?? ''
    if (isControlPath(request.url)) answerUnknownControlPath(path, request, reply)
    else if (isSignedForStorage(request)) answerAtWrongPort(request, reply, endpointFor(request))
    else answerUnknownPath(path, request, reply)
  }
}

const answerUnknownControlPath = (
  path: string,
  request: FastifyRequest,
  reply: FastifyReply,
): void => {
  const { method, server } = request
  const methods = methodsOf(path, CONTROL_BASE, server)
  const allowed = methods.join(', ')
  // A preflight request of another origin gets no list of methods.
  if (allowed !== '' && method !== 'OPTIONS' && !methods.includes(method)) {
    reply.header('allow', allowed)
    const sentence = `${path} does not support ${method}; it supports ${allowed}`
    answerProblem(new Problem(PROBLEMS.methodNotAllowed, sentence), request, reply)
    return
  }
  const hint = allowed === '' ? hintForControl(path, server) : ''
  answerProblem(notFound(`Nothing exists at ${path}${hint}`), request, reply)
}

/** Paths are compared without the beginning that all share, which would make any two alike. */
const hintForControl = (path: string, server: FastifyInstance): string => {
  if (path.replace(/\/$/, '') === CONTROL_BASE)
    return `; ${CONTROL_BASE}/docs shows the control plane, ${CONTROL_BASE}/openapi.json describes it`
  const [, id, rest] = OF_WORKSPACE.exec(path) ?? []
  const ofWorkspace = `${CONTROL_BASE}${rest}`
  if (routesLike(ofWorkspace, CONTROL_BASE, server).some(({ url }) => url === ofWorkspace))
    return `; for a workspace, use /w/${id}${ofWorkspace}`
  const known = routesLike(path, CONTROL_BASE, server).map(({ url }) => withoutBase(url))
  const near = known.filter((url) => firstWord(url) === firstWord(withoutBase(path)))
  const meant = mostLike(withoutBase(path), near.length > 0 ? near : known) ?? near[0]
  return meant === undefined ? '' : `; did you mean "${CONTROL_BASE}${meant}"?`
}

const OF_WORKSPACE = new RegExp(`^${CONTROL_BASE}/workspaces/([^/]+)(/.+)$`)

const firstWord = (path: string): string => path.split('/')[1] ?? ''

const withoutBase = (url: string): string => url.slice(CONTROL_BASE.length)

const methodsOf = (path: string, base: string, server: FastifyInstance): string[] => {
  const routes = routesLike(path, base, server).filter(({ url }) => url === path)
  return [...new Set(routes.map(({ method }) => String(method)))]
}

/** True if a path is the path of a signed URL; one route handles all of these. */
const isDownload = (path: string, filesPath: string): boolean => {
  if (!path.startsWith(`${filesPath}/`)) return false
  const [workspace = '', ...rest] = path.slice(filesPath.length + 1).split('/')
  return isWorkspaceId(workspace) && readPath(rest.join('/')) !== undefined
}

/** The routes below a base, with the values of a path in place of their parameters. */
const routesLike = (path: string, base: string, { routeList }: FastifyInstance) => {
  const given = path.split('/')
  const fill = (part: string, index: number) => (part.startsWith(':') ? given[index] || part : part)
  return routeList
    .filter(({ url }) => url.startsWith(`${base}/`))
    .map(({ method, url }) => ({ method, url: url.split('/').map(fill).join('/') }))
}

/** The operation that a caller may have meant: one with the same two last words, else one of the same surface. */
const hintFor = (path: string, operationPaths: ReadonlySet<string>): string => {
  if (path === '/') return `; GET ${CONTROL_BASE}/fixtures has ids and credentials to start with`
  if (/^\/openapi\b/i.test(path))
    return '; /openapi.json describes all operations, /openapi/E22.json one'
  const surface = `/${path.split('/')[1]}/`
  const all = [...operationPaths]
  const near = all.filter((one) => one.startsWith(surface))
  const same = all.filter((one) => lastTwo(one) === lastTwo(path))
  const meant = pathLike(path, same) ?? pathLike(path, near) ?? pathLike(path, all)
  return meant === undefined ? '' : `; did you mean ${meant}?`
}

/** The path that another resembles: in another version, another case, or with another ending. */
const pathLike = (path: string, known: readonly string[]): string | undefined => {
  const wanted = lastSegment(path)
  const segment = mostLike(wanted, known.map(lastSegment))
  const named = known.filter((one) => lastSegment(one) === segment)
  return (
    mostLike(path, named) ??
    named[0] ??
    known.find((one) => wanted.length > 3 && lastSegment(one).includes(wanted)) ??
    known.find((one) => isOfToken(one, wanted))
  )
}

/** True for a path of tokens, where a path that names a token in other words was wanted. */
const isOfToken = (path: string, wanted: string): boolean => {
  const segment = lastSegment(path)
  const bothName = (word: string) => segment.includes(word) === wanted.includes(word)
  return wanted.includes('token') && bothName('token') && bothName('refresh')
}

const segmentsOf = (path: string): string[] => path.toLowerCase().split('/').filter(Boolean)

const lastSegment = (path: string): string => segmentsOf(path).at(-1) ?? ''

const lastTwo = (path: string): string => segmentsOf(path).slice(-2).join('/')
