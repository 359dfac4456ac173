import type { FastifyReply, FastifyRequest } from 'fastify'
import type { KeptFinding } from '../../contract/findings/finding.ts'
import type { OperationName } from '../../contract/operation.ts'
import type { CountedRoute } from '../../coverage/call-counts.ts'
import type { CallFacts } from '../../journal/journal-entry.ts'
import type { CallKind, Transport } from '../../journal/journal-schema.ts'
import { type KeptBytes, keepSize } from '../../journal/kept-bytes.ts'
import { type MatchedRoute, matchedRoute } from '../matched-route.ts'
import type { RequestState } from '../request-state.ts'

/** The kind and the name of what a route answers, for the journal, and for coverage unless it is unknown. */
export interface Subject {
  readonly kind: CallKind
  readonly operation: OperationName | null
  readonly route?: CountedRoute
  /** Whether it is a route of the server itself, which no client of the document calls. */
  readonly isOfServer: boolean
}

const PLUMBING =
  /^\/(?:$|_sandbox|livez|readyz|openapi\.json|openapi\.yaml|docs|console|favicon\.ico)(?=\/|$)/

/** Whether a path is one of the server itself, which no client of the document calls. */
export const isPlumbing = (path: string): boolean => PLUMBING.test(path)

const NONE: readonly never[] = []

const KINDS: ReadonlyMap<string, CallKind> = new Map([
  ['send-part', 'upload'],
  ['send-file', 'upload'],
  ['download', 'download'],
])

/** Subjects by the configurations of their routes. */
const subjects = new WeakMap<MatchedRoute, Subject>()

/** The subject of a route: an operation, a supporting route, or unknown. */
export const subjectOf = (route: MatchedRoute): Subject => {
  const known = subjects.get(route)
  if (known) return known
  const subject = newSubject(route)
  subjects.set(route, subject)
  return subject
}

const newSubject = ({ operation, supportingRoute, url = '' }: MatchedRoute): Subject => {
  const isOfServer = isPlumbing(url)
  if (operation) {
    const { id } = operation
    return { kind: 'operation', operation: id, route: { name: id, operation }, isOfServer }
  }
  if (!supportingRoute) return { kind: 'unknown', operation: null, isOfServer }
  return {
    kind: KINDS.get(supportingRoute) ?? 'companion',
    operation: supportingRoute,
    route: { name: supportingRoute, operation: undefined },
    isOfServer,
  }
}

/** The facts of a call that the journal keeps; a call that was cut has fewer. */
export const factsOf = (
  request: FastifyRequest,
  reply: FastifyReply,
  subject: Subject,
  answerBody: KeptBytes | null,
  transport: Transport,
): CallFacts => {
  const { state, raw } = request
  const { workspace, actor, findings } = state
  return {
    workspace: workspace.id,
    isAttributed: state.isAttributed,
    atMs: workspace.clock.now(),
    durationMs: Math.round(state.lifetime.elapsedMs * 1_000) / 1_000,
    kind: subject.kind,
    operation: subject.operation,
    method: request.method,
    path: pathOf(request),
    headers: raw.rawHeaders.join('\n'),
    actor: actorOf(request),
    actorId: actor?.id ?? null,
    status: transport === 'complete' || reply.raw.headersSent ? reply.raw.statusCode : null,
    code: state.code ?? null,
    message: state.message ?? null,
    findings: findings.length > 0 ? copyOf(findings) : NONE,
    assumptions: state.assumptions.sorted,
    variations: state.variation?.kinds ?? NONE,
    fault: state.fault ?? null,
    transport,
    mediaType: mediaTypeOf(reply),
    requestBody: requestBodyOf(state, raw.headers['content-length'], subject.kind),
    answerBody,
  }
}

/** The path with its query. Nearly all calls of a route have its own path, of which the journal then keeps one text. */
const pathOf = (request: FastifyRequest): string => {
  const { originalUrl } = request
  const { url } = matchedRoute(request)
  return url === originalUrl ? url : originalUrl
}

/** The acting user; of a call that ended before its actor was looked up, the user that it names. */
export const actorOf = ({ state, headers }: FastifyRequest): string | null => {
  if (state?.actor) return state.actor.email
  const named = headers['x-open-api-user']
  return typeof named === 'string' && named !== '' ? named : null
}

const copyOf = (findings: readonly KeptFinding[]): readonly KeptFinding[] => [...findings]

const mediaTypeOf = (reply: FastifyReply): string | null => {
  const type = reply.getHeader('content-type')
  return typeof type === 'string' ? type : null
}

/** Null where no body was sent, or the call was refused before it was read. */
const requestBodyOf = (
  { keptBody, receivedBytes }: RequestState,
  announced: string | undefined,
  kind: CallKind,
): KeptBytes | null => {
  if (keptBody) return keptBody.sizeBytes > 0 ? keptBody : null
  if (kind !== 'upload') return null
  return keepSize(receivedBytes ?? Number(announced ?? 0))
}

/** The faults that cut a connection, as notes name them. */
const CUTTING = /[ +](reset|truncate)\b/

/** How a connection was cut: by a fault, else by the caller. */
export const cutBy = ({ state }: FastifyRequest): Transport =>
  CUTTING.test(state?.fault ?? '') ? 'reset' : 'aborted'

/** How an answer ended, once it is over. */
export const transportOf = (request: FastifyRequest, { raw }: FastifyReply): Transport =>
  raw.writableFinished ? 'complete' : cutBy(request)
