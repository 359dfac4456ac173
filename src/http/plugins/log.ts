import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { bySeverity, levelOfFinding } from '../../contract/findings/finding.ts'
import type { FindingLevel } from '../../contract/findings/finding-kind.ts'
import { describeParam } from '../../journal/describe-param.ts'
import type { CallKind } from '../../journal/journal-schema.ts'
import { type Masking, maskingFor } from '../../journal/masking.ts'
import { showFindings } from '../../journal/show-entry.ts'
import { isObject } from '../../kernel/is-object.ts'
import { whenOver } from '../connection.ts'
import { CONTROL_BASE } from '../control-path.ts'
import { matchedRoute, nameOf } from '../matched-route.ts'
import { actorOf, cutBy, isOfServer, JournaledResponse, subjectOf } from '../record.ts'

declare module 'fastify' {
  interface FastifyBaseLogger {
    /** Whether a line of a level would be written; asked before a line is made. */
    isLevelEnabled?(level: string): boolean
  }
}

/**
 * Logs every call in one line, when its answer is out or its connection has ended: at the level of its worst finding, else at
 * `info`, and at `debug` what a console, a monitor or a browser calls. Without a log no hook runs.
 */
export default fp(
  async (app) => {
    if (!app.log.isLevelEnabled?.('error')) return
    app.addHook('onRequest', (request, reply, done) => {
      logWhenOver(request, reply)
      done()
    })
    app.addHook('onSend', (request, _reply, payload, done) => {
      // A large body is released when the answer is out.
      if (request.call?.countedBody && request.log.isLevelEnabled?.('info'))
        request.call.description = describeCall(request)
      done(null, payload)
    })
  },
  { name: 'call-log', dependencies: ['bodies'] },
)

/** Logs a call when it is over. */
export const logWhenOver = (request: FastifyRequest, reply: FastifyReply): void => {
  // Node knows the address of an ended connection only when it was read before.
  void request.socket.remoteAddress
  whenOver(request.raw, reply.raw, () => {
    const level = levelOfCall(request, reply)
    if (!request.log.isLevelEnabled?.(level)) return
    const { operation } = matchedRoute(request)
    const text = operation ? `${operation.id} ${operation.summary}` : 'call'
    request.log[level](loggedCall(request, reply), text)
  })
}

/** The kind of a logged call: as the journal has it, or that of a call to the server itself. */
const kindOf = (request: FastifyRequest): CallKind | 'control' | 'page' => {
  const route = matchedRoute(request)
  if ((route.url ?? request.url).startsWith(CONTROL_BASE)) return 'control'
  return isOfServer(request) ? 'page' : subjectOf(route).kind
}

/** The level of a line by the level of the worst finding of its call; notes, which every portal call has, raise none. */
const LEVELS: ReadonlyMap<FindingLevel, 'warn' | 'error'> = new Map([
  ['error', 'error'],
  ['warning', 'warn'],
])

const levelOfCall = (
  request: FastifyRequest,
  reply: FastifyReply,
): 'debug' | 'info' | 'warn' | 'error' => {
  const { call } = request
  if (call?.isUntracked) return 'debug'
  const [worst] = bySeverity(call?.findings ?? [])
  const raised = worst && LEVELS.get(levelOfFinding(worst))
  if (raised) return raised
  const kind = kindOf(request)
  const isQuiet = kind === 'page' || (kind === 'control' && reply.statusCode < 400)
  return isQuiet ? 'debug' : 'info'
}

const SECRETS = maskingFor(false)

/** The log masks what the journal masks. */
const maskingOf = ({ call }: FastifyRequest): Masking => call?.workspace.journal.masking ?? SECRETS

/** What a call asks for, in a few words; to be read before its body is released. */
const describeCall = (request: FastifyRequest): string => {
  const { body, params } = request
  const sent = isObject(body) && 'param' in body ? body.param : (body ?? params)
  return describeParam(sent, maskingOf(request).text)
}

/** A call as a line of the log has it; fields without a value are left out of the line. */
const loggedCall = (request: FastifyRequest, reply: FastifyReply) => {
  const { call } = request
  const { raw } = reply
  const route = matchedRoute(request)
  const masking = maskingOf(request)
  const { message, findings = [] } = call ?? {}
  const transport = raw.writableFinished ? 'complete' : cutBy(call)
  const isSent = transport === 'complete' || raw.headersSent
  const path = request.originalUrl.split('?', 1)[0] ?? ''
  return {
    kind: kindOf(request),
    operation: nameOf(route),
    method: request.method,
    // The path of an operation has no secret; any other may have one.
    url: route.operation ? path : masking.path(path),
    route: route.url === path ? undefined : route.url,
    param: (call?.description ?? describeCall(request)) || undefined,
    workspace: call?.workspace.id,
    actor: masking.person(actorOf(request.headers, call)) ?? undefined,
    peer: request.socket.remoteAddress,
    status: isSent ? raw.statusCode : undefined,
    code: call?.code,
    refusal: message === undefined ? undefined : masking.person(masking.text(message)),
    fault: call?.fault,
    findings: findings.length > 0 ? showFindings(findings, masking) : undefined,
    transport: transport === 'complete' ? undefined : transport,
    bytes: raw instanceof JournaledResponse ? raw.bodyBytes : undefined,
    ms: Math.round((call?.elapsedMs ?? 0) * 100) / 100,
  }
}
