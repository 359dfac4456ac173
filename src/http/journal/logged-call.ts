import type { FastifyReply, FastifyRequest } from 'fastify'
import { bySeverity, levelOfFinding } from '../../contract/findings/finding.ts'
import type { FindingLevel } from '../../contract/findings/finding-kind.ts'
import { describeParam } from '../../journal/describe-param.ts'
import type { CallKind } from '../../journal/journal-schema.ts'
import { type Masking, maskingFor } from '../../journal/masking.ts'
import { showFindings } from '../../journal/show-entry.ts'
import { isObject } from '../../kernel/is-object.ts'
import { CONTROL_BASE } from '../control-path.ts'
import { matchedRoute } from '../matched-route.ts'
import { actorOf, subjectOf, transportOf } from './call-facts.ts'
import { isOfServer } from './call-recorder.ts'
import { JournaledResponse } from './journaled-response.ts'

/** The level of a line of the log. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** The kind of a logged call: as the journal has it, or that of a call to the server itself. */
type LoggedKind = CallKind | 'control' | 'page'

/** The kind of a call. */
const loggedKind = (request: FastifyRequest): LoggedKind => {
  const route = matchedRoute(request)
  if ((route.url ?? request.url).startsWith(CONTROL_BASE)) return 'control'
  return isOfServer(request) ? 'page' : subjectOf(route).kind
}

/** The level of a line by the level of the worst finding of its call; notes, which every portal call has, raise none. */
const LEVELS: ReadonlyMap<FindingLevel, LogLevel> = new Map([
  ['error', 'error'],
  ['warning', 'warn'],
])

const NONE: readonly never[] = []

/** The level of the line of a call: by its findings, else `info`; `debug` for calls of a console, a monitor or a browser. */
export const levelOfCall = (request: FastifyRequest, reply: FastifyReply): LogLevel => {
  const { state } = request
  if (state?.isUntracked) return 'debug'
  const [worst] = bySeverity(state?.findings ?? NONE)
  const raised = worst && LEVELS.get(levelOfFinding(worst))
  if (raised) return raised
  const kind = loggedKind(request)
  const isQuiet = kind === 'page' || (kind === 'control' && reply.statusCode < 400)
  return isQuiet ? 'debug' : 'info'
}

const SECRETS = maskingFor(false)

/** The log masks what the journal masks. */
const maskingOf = ({ state }: FastifyRequest): Masking =>
  state?.workspace.journal.masking ?? SECRETS

/** What a call asks for, in a few words; to be read before its body is released. */
export const describeCall = (request: FastifyRequest): string => {
  const { body, params } = request
  const sent = isObject(body) && 'param' in body ? body.param : (body ?? params)
  return describeParam(sent, maskingOf(request).text)
}

/** A call as a line of the log has it; fields without a value are left out of the line. */
export const loggedCall = (request: FastifyRequest, reply: FastifyReply) => {
  const { state } = request
  const route = matchedRoute(request)
  const masking = maskingOf(request)
  const { message, findings = NONE } = state ?? {}
  const transport = transportOf(request, reply)
  const isSent = transport === 'complete' || reply.raw.headersSent
  const path = request.originalUrl.split('?', 1)[0] ?? ''
  const actor = actorOf(request)
  return {
    kind: loggedKind(request),
    operation: route.operation?.id ?? route.supportingRoute,
    method: request.method,
    // The path of an operation has no secret; any other may have one.
    url: route.operation ? path : masking.path(path),
    route: route.url === path ? undefined : route.url,
    param: (state?.description ?? describeCall(request)) || undefined,
    workspace: state?.workspace.id,
    actor: actor === null ? undefined : masking.person(actor),
    peer: request.socket.remoteAddress,
    status: isSent ? reply.raw.statusCode : undefined,
    code: state?.code,
    refusal: message === undefined ? undefined : masking.person(masking.text(message)),
    fault: state?.fault,
    findings: findings.length > 0 ? showFindings(findings, masking) : undefined,
    transport: transport === 'complete' ? undefined : transport,
    bytes: reply.raw instanceof JournaledResponse ? reply.raw.bodyBytes : undefined,
    ms: Math.round((state?.lifetime.elapsedMs ?? 0) * 100) / 100,
  }
}
