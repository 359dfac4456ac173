import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyRequest, onRequestHookHandler, onSendHookHandler } from 'fastify'
import { refuse } from '../contract/errors/refusals.ts'
import { isWorkspaceId, workspaceIdOf } from '../kernel/ids.ts'
import { trimBlanks } from '../kernel/text.ts'
import type { Sandbox } from '../workspaces/sandbox.ts'
import type { Workspace } from '../workspaces/workspace.ts'
import { Call } from './call.ts'
import { onceOver } from './connection.ts'
import { mayBeUntracked } from './control-access.ts'
import { observeCall } from './observers/observe-call.ts'
import { CONTROL_BASE, headerOf, matchedRoute, nameOf } from './request.ts'

const PREFIX = /^\/w\/([^/?#]+)(?=[/?#]|$)/

const prefixes = new WeakMap<IncomingMessage, string>()

/** Takes the prefix `/w/{id}` off a URL and remembers the id, so that every path exists below it. */
export const takeWorkspacePrefix = (request: IncomingMessage): string => {
  const url = request.url ?? '/'
  const match = PREFIX.exec(url)
  if (!match?.[1]) return url
  prefixes.set(request, match[1])
  const rest = url.slice(match[0].length)
  return rest.startsWith('/') ? rest : `/${rest}`
}

interface Options {
  readonly find?: (request: FastifyRequest) => Workspace | undefined
  /** True if no call of the listener leaves a trace in a journal. */
  readonly isUntracked?: boolean
}

/**
 * Makes the `onRequest` hook that finds the workspace of a request, in this order: path prefix, id in the URL of a file, access
 * token, portal app key, client id (which the token routes read from the body), else `default`; and that starts its call.
 * Another listener finds it in its own way.
 */
export const startCall = ({
  find,
  isUntracked: isQuiet = false,
}: Options = {}): onRequestHookHandler => {
  return (request, reply, done) => {
    const { sandbox } = request.server
    const prefix = prefixes.get(request.raw)
    const tokens = accessTokensOf(request)
    const found = find ? find(request) : findWorkspace(request, prefix, tokens)
    const call = new Call(found ?? sandbox.default, request, reply, prefix)
    call.sentTokens = tokens
    call.isAttributed = found !== undefined
    const asksForNoTrace = request.headers['x-sandbox-untracked'] === 'true'
    call.isUntracked = isQuiet || (asksForNoTrace && mayBeUntracked(request, call.workspace))
    const route = matchedRoute(request)
    const isControl = route.url?.startsWith(CONTROL_BASE) ?? false
    // The control plane repairs workspaces whose data cannot be read; health, metrics and pages are of the whole server.
    const needsData = nameOf(route) !== undefined
    beginCall(call)
    const database = needsData ? call.workspace.open() : call.workspace.openDatabase
    if (database) call.lifetime.keepOpen(database)
    sandbox.touch(call.workspace)
    // The control plane refuses an unknown workspace itself, after its guard.
    if (!call.isMisaddressed || isControl) return done()
    done(refuse.unknownWorkspace(prefix ?? '', hintForPrefix(sandbox, prefix ?? '')))
  }
}

/** An `onSend` hook: a stream ends with its call. It runs before every other hook that sees the payload, so that none can lose it. */
export const ownStream: onSendHookHandler = ({ call, server }, _reply, payload, done) => {
  if (payload instanceof Readable && call) {
    server.calls.follow(call)
    call.lifetime.own(payload)
  }
  done(null, payload)
}

/** Puts a call on its request, has it observed, and ends it when its answer is out or the caller has gone. */
export const beginCall = (call: Call): void => {
  const { request, reply } = call
  request.call = call
  onceOver(request.raw, reply.raw, () => call.lifetime.end())
  request.server.calls.enter(call)
  observeCall(call)
}

/** A hint for a name in the place of an id; it does not tell whether a workspace has that name. */
export const hintForPrefix = ({ expired }: Sandbox, prefix: string): string =>
  isWorkspaceId(prefix)
    ? expired.hintFor(prefix)
    : '; the prefix takes an id of eight hexadecimal digits, no name'

const findWorkspace = (
  request: FastifyRequest,
  prefix: string | undefined,
  tokens: readonly string[],
): Workspace | undefined => {
  const { sandbox, settings } = request.server
  const named = prefix === undefined ? undefined : findNamed(sandbox, prefix)
  if (named) return named
  const below = `${settings.filesPath}/`
  const inFiles = request.url.startsWith(below) ? request.url.slice(below.length) : ''
  const id = /^([0-9a-f]{8})\//.exec(inFiles)?.[1]
  if (id !== undefined) return findNamed(sandbox, id)
  return findByToken(sandbox, tokens) ?? findBy(sandbox, headerOf(request, 'x-app-key'))
}

const findNamed = (sandbox: Sandbox, id: string): Workspace | undefined =>
  isWorkspaceId(id) ? sandbox.find(id) : undefined

/** The workspace of the first valid token, else of the first that names one. */
const findByToken = (sandbox: Sandbox, tokens: readonly string[]): Workspace | undefined => {
  const byToken = tokens.map((token) => findBy(sandbox, token))
  if (tokens.length < 2) return byToken[0]
  const isValid = (workspace: Workspace | undefined, index: number): boolean =>
    workspace !== undefined && sandbox.access.judgeToken(workspace, tokens[index] ?? '') === 'valid'
  return byToken.find(isValid) ?? byToken.find(Boolean)
}

const findBy = (sandbox: Sandbox, credential = ''): Workspace | undefined => {
  const id = workspaceIdOf(credential)
  return id === undefined ? undefined : sandbox.find(id)
}

/** Every `Access-token` that was sent, in order: on one line or on several, which Node and proxies join by commas. */
const accessTokensOf = ({ headers }: FastifyRequest): string[] => {
  const line = headers['access-token']
  if (typeof line !== 'string') return []
  return line
    .split(',')
    .map(trimBlanks)
    .filter((token) => token !== '')
}
