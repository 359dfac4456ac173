import type { FastifyReply, FastifyRequest, onRequestHookHandler, onSendHookHandler } from 'fastify'
import type { Config } from '../config/config.ts'
import { isLikeHeader } from '../contract/errors/header-names.ts'
import { bySeverity, type KeptFinding } from '../contract/findings/finding.ts'
import { isWorkspaceId } from '../kernel/ids.ts'
import { formatHttpDate } from '../kernel/timestamps.ts'
import type { Call } from './call.ts'
import { CALL_NUMBER, WatchedResponse } from './observers/observe-call.ts'
import { isControlPath, nameOf, REQUEST_ID } from './request.ts'

export const SANDBOX_HEADERS = [
  CALL_NUMBER,
  'x-sandbox-assumptions',
  'x-sandbox-findings',
  'x-sandbox-reason',
  'x-sandbox-fault',
  'x-sandbox-variations',
] as const

const MAX_HEADER_LENGTH = 2_000

/** An `onSend` hook: adds the headers that say what the sandbox made of the call. */
export const addSandboxHeaders: onSendHookHandler = (request, reply, payload, done) => {
  if (reply.raw instanceof WatchedResponse) reply.raw.watcher?.answer(payload)
  if (request.call) addHeaders(request, reply)
  done(null, payload)
}

const addHeaders = (request: FastifyRequest, reply: FastifyReply): void => {
  const { notes, workspace, variation, route, reason } = request.call
  const { assumptions, findings } = notes
  if (workspace.clock.setting.mode !== 'real')
    reply.header('date', formatHttpDate(workspace.clock.now()))
  if (assumptions.size > 0) reply.header('x-sandbox-assumptions', assumptions.text)
  // The control plane does not vary.
  if (variation?.kinds.length && nameOf(route) !== undefined)
    reply.header('x-sandbox-variations', variation.kinds.join(', '))
  if (findings.length > 0) reply.header('x-sandbox-findings', listFindings(findings))
  if (reason !== undefined) reply.header('x-sandbox-reason', reason)
}

/** Errors come first, so that a list that is cut loses notes. */
const listFindings = (findings: readonly KeptFinding[]): string => {
  let listed = ''
  for (const { code, field, expected } of bySeverity(findings)) {
    const text = [code, field, expected].filter(isText).map(headerText).join(' ')
    if (listed.length + text.length > MAX_HEADER_LENGTH) break
    listed += listed === '' ? text : `, ${text}`
  }
  return listed
}

const isText = (part: string | undefined): part is string => part !== undefined

/** Escapes characters that a header cannot carry, and commas, which end a finding; the brackets of paths stay. */
const headerText = (field: string): string =>
  encodeURI(field).replaceAll('%5B', '[').replaceAll('%5D', ']').replaceAll(',', '%2C')

const EXPOSED = [
  ...SANDBOX_HEADERS,
  REQUEST_ID,
  'etag',
  'content-disposition',
  'content-range',
  'accept-ranges',
  'content-length',
].join(', ')

const LOOPBACK = /^https?:\/\/(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/

/**
 * Makes the `onRequest` hook that answers pages of other origins (A-cors-1). A request without Origin is not from a page,
 * and an OPTIONS that asks for no method is not a preflight. Pages that send credentials need names, no wildcards.
 */
export const answerPages = (pagePaths: ReadonlySet<string>): onRequestHookHandler => {
  const mayCallAll = (origin: string, { profile, corsOrigins }: Config): boolean =>
    (profile !== 'staging' && LOOPBACK.test(origin)) ||
    corsOrigins.includes('*') ||
    corsOrigins.includes(origin)
  /** By the path, because a preflight does not match the route that it asks for. */
  const isForAllPages = (url: string, { filesPath }: Config): boolean => {
    const [path = ''] = url.split('?', 1)
    const inFiles = path.startsWith(`${filesPath}/`) ? path.slice(filesPath.length + 1) : ''
    return pagePaths.has(path) || isWorkspaceId(inFiles.split('/', 1)[0] ?? '')
  }
  return ({ url, headers, method, server: { settings } }, reply, done) => {
    const { origin, 'access-control-request-method': wanted } = headers
    reply.header('vary', 'Origin')
    // The control plane is never for pages of other origins.
    if (origin === undefined || isControlPath(url)) return done()
    if (!isForAllPages(url, settings) && !mayCallAll(origin, settings)) return done()
    reply.header('access-control-allow-origin', origin)
    reply.header('access-control-allow-credentials', 'true')
    reply.header('access-control-expose-headers', EXPOSED)
    if (method !== 'OPTIONS' || wanted === undefined) return done()
    reply.header('access-control-allow-methods', 'POST, PUT, GET, HEAD, DELETE')
    reply.header('vary', 'Origin, Access-Control-Request-Headers')
    const asked = headers['access-control-request-headers']
    if (asked !== undefined) reply.header('access-control-allow-headers', asked)
    reply.header('access-control-max-age', '600').header('content-length', '0')
    return reply.status(204).send()
  }
}

/** Every misspelling of an optional header contains one of these; few other headers do. */
const SUSPECT = /open|user(?!-agent$)|sandbox|md5/

/** Optional headers that change what a call does, and which calls read them; a misspelled one has no effect. */
const OPTIONAL = new Map<string, (call: Call) => boolean>([
  ['x-open-api-user', ({ route }) => route.operation?.surface === 'server-side'],
  ['x-sandbox-fault', () => true],
  ['x-sandbox-untracked', () => true],
  ['content-md5', ({ route }) => route.supportingRoute !== undefined],
])

/** An `onRequest` hook: warns of headers that look like an optional one, which the call does not have. */
export const warnOfMisspelledHeaders: onRequestHookHandler = ({ call, headers }, _reply, done) => {
  if (call.operation === null) return done()
  for (const name in headers) {
    if (!SUSPECT.test(name) || OPTIONAL.has(name)) continue
    for (const [wanted, isRead] of OPTIONAL)
      if (headers[wanted] === undefined && isLikeHeader(name, wanted) && isRead(call))
        call.notes.warn('misspelled-header', name, wanted)
  }
  done()
}
