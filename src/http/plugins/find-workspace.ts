import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { refuse } from '../../errors/refusals.ts'
import { isWorkspaceId, workspaceIdOf } from '../../kernel/ids.ts'
import type { Sandbox } from '../../workspaces/sandbox.ts'
import type { Workspace } from '../../workspaces/workspace.ts'
import { Call } from '../call.ts'
import { CallsInFlight } from '../calls-in-flight.ts'
import { whenOver } from '../connection.ts'
import { isUntracked } from '../control-access.ts'
import { type MatchedRoute, matchedRoute } from '../matched-route.ts'
import { recordCall } from '../record.ts'

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

declare module 'fastify' {
  interface FastifyInstance {
    /** The calls that are under way. */
    calls: CallsInFlight
  }
  interface FastifyRequest {
    /** The call of the request; set before every other hook runs. */
    call: Call
    /** The configuration of the route, once it was needed. */
    matchedRoute: MatchedRoute | undefined
  }
}

/**
 * Finds the workspace of every request, in this order: path prefix, id in the URL of a file, access
 * token, portal app key, client id (which the token routes read from the body), else `default`.
 */
export default fp(
  async (app) => {
    const { sandbox, settings } = app
    const below = `${settings.filesPath}/`
    const idInFiles = (url: string): string | undefined =>
      url.startsWith(below) ? /^([0-9a-f]{8})\//.exec(url.slice(below.length))?.[1] : undefined
    app.addHook('preClose', async () => sandbox.journals.closeAll())
    app.decorate('calls', new CallsInFlight())
    app.decorateRequest('matchedRoute', undefined)
    app.decorateRequest('call')
    app.addHook('onRequest', (request, reply, done) => {
      const prefix = prefixes.get(request.raw)
      const named = prefix === undefined ? undefined : findNamed(sandbox, prefix)
      const found = named ?? findByCredential(sandbox, request, idInFiles(request.url))
      const call = new Call(found ?? sandbox.default, request, reply, prefix)
      call.isAttributed = found !== undefined
      call.isUntracked = isUntracked(request)
      request.call = call
      beginCall(call)
      const isRefused = call.isMisaddressed && !isControl(request)
      if (!isRefused) return done()
      done(refuse.unknownWorkspace(prefix ?? '', hintForPrefix(prefix ?? '')))
    })
    // Before every other hook that sees the payload, so that none of them can lose it.
    app.addHook('onSend', (request, _reply, payload, done) => {
      if (payload instanceof Readable && request.call) {
        app.calls.follow(request.call)
        request.call.endWithCall(payload)
      }
      done(null, payload)
    })
  },
  { name: 'find-workspace', dependencies: ['sandbox'] },
)

/** Keeps the database of a workspace open, and a record of the call, until the answer is out or the caller has gone. */
const beginCall = (call: Call): void => {
  const { request, reply, workspace } = call
  const { calls, sandbox } = request.server
  whenOver(request.raw, reply.raw, () => call.end())
  calls.enter(call)
  // The control plane repairs workspaces whose data cannot be read, and must not need them.
  const database = isControl(request) ? workspace.openDatabase : workspace.open()
  recordCall(call)
  if (database) call.keepOpen(database)
  sandbox.touch(workspace)
}

/** Whether the control plane answers: it refuses an unknown workspace itself, after its guard. */
const isControl = (request: FastifyRequest): boolean =>
  matchedRoute(request).url?.startsWith('/_sandbox') ?? false

/** A hint for a name in the place of an id; it does not tell whether a workspace has that name. */
export const hintForPrefix = (prefix: string): string =>
  isWorkspaceId(prefix) ? '' : '; the prefix takes an id of eight hexadecimal digits, no name'

const findNamed = (sandbox: Sandbox, id: string): Workspace | undefined =>
  isWorkspaceId(id) ? sandbox.find(id) : undefined

const findByCredential = (
  sandbox: Sandbox,
  request: FastifyRequest,
  inPath: string | undefined,
): Workspace | undefined => {
  if (inPath !== undefined) return findNamed(sandbox, inPath)
  return (
    findByTokens(sandbox, accessTokensOf(request)) ??
    findBy(sandbox, headerOf(request, 'x-app-key'))
  )
}

const findBy = (sandbox: Sandbox, credential = ''): Workspace | undefined => {
  const id = workspaceIdOf(credential)
  return id === undefined ? undefined : sandbox.find(id)
}

/** The workspace of the first valid token, else of the first that names one. */
const findByTokens = (sandbox: Sandbox, tokens: readonly string[]): Workspace | undefined => {
  const byToken = tokens.map((token) => findBy(sandbox, token))
  const isValid = (workspace: Workspace | undefined, index: number): boolean =>
    workspace !== undefined && sandbox.access.judgeToken(workspace, tokens[index] ?? '') === 'valid'
  return byToken.find(isValid) ?? byToken.find((workspace) => workspace !== undefined)
}

/** Every `Access-token` that was sent, in order: on one line or on several, which Node and proxies join by commas. */
export const accessTokensOf = ({ headers }: FastifyRequest): string[] => {
  const line = headers['access-token']
  if (typeof line !== 'string') return []
  return line
    .split(',')
    .map((token) => token.trim())
    .filter((token) => token !== '')
}

/** A header's value, or undefined when it is absent or empty. */
export const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name]
  const text = Array.isArray(value) ? value[0] : value
  return text?.trim() || undefined
}
