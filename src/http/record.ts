import { type IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { hasCallersName } from '../contract/findings/finding.ts'
import type { SupportingRouteName } from '../contract/supporting-routes.ts'
import type { OperationCounts } from '../instruments/coverage/coverage-counter.ts'
import type { CountedRoute } from '../instruments/coverage/optional-fields.ts'
import type { CallFacts, KeptCall } from '../instruments/journal/journal-entry.ts'
import type { CallKind, Transport } from '../instruments/journal/journal-schema.ts'
import {
  type KeptBytes,
  keepSize,
  keepText,
  PassingBytes,
} from '../instruments/journal/kept-bytes.ts'
import { isObject } from '../kernel/json.ts'
import type { Workspace } from '../workspaces/workspace.ts'
import type { Call } from './call.ts'
import { connectionOf } from './connection.ts'
import { isControlPath } from './control-path.ts'
import { matchedRoute, nameOf } from './matched-route.ts'

/** The header with the number of a call in the journal; responses that are sent in pieces do not have it. */
export const CALL_NUMBER = 'x-sandbox-call'

/**
 * An answer that can be watched: every byte passes here, whether Fastify, a stream or a fault sends it, and the end
 * is known before the caller can read it. A hook of Fastify sees neither (decision 14).
 */
export class JournaledResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  watcher: CallRecorder | undefined
  bodyBytes = 0
  #hasEnded = false

  /** Fastify passes headers with an answer in one piece, which ends in the same turn: its call has the next number. */
  override writeHead(status: number, ...rest: unknown[]): this {
    const [headers] = rest
    if (isObject(headers) && this.watcher)
      Object.assign(headers, { [CALL_NUMBER]: this.watcher.nextNumber })
    return super.writeHead(status, ...(rest as []))
  }

  override write(chunk: unknown, encoding?: unknown, done?: unknown): boolean {
    const piece = pieceOf(chunk, encoding)
    if (piece !== undefined) this.#pass(typeof piece === 'string' ? Buffer.from(piece) : piece)
    const isTaken = super.write(chunk, encoding as BufferEncoding, done as () => void)
    this.#countPending()
    return isTaken
  }

  override end(chunk?: unknown, encoding?: unknown, done?: unknown): this {
    const last = pieceOf(chunk, encoding)
    const lastBytes = last === undefined ? 0 : Buffer.byteLength(last)
    this.bodyBytes += lastBytes
    // One that was cut before is recorded as such when its call is over.
    if (!this.#hasEnded && !this.destroyed) this.watcher?.end(last, lastBytes)
    super.end(chunk, encoding as BufferEncoding, done as () => void)
    this.#countPending()
    return this
  }

  #countPending(): void {
    // What is kept of an answer that has ended belongs to the journal.
    const kept = this.writableEnded ? 0 : (this.watcher?.keptBytes ?? 0)
    connectionOf(this.req.socket).keep(this, this.writableLength + kept)
  }

  /** A caller that knows the length has the whole answer with its last byte, before `end` is called. */
  #pass(piece: Buffer): void {
    this.bodyBytes += piece.length
    this.watcher?.pass(piece)
    const length = this.getHeader('content-length')
    if (this.#hasEnded || length === undefined || this.bodyBytes < Number(length)) return
    this.#hasEnded = true
    this.watcher?.end(undefined, 0)
  }
}

/** A chunk: text in UTF-8 unchanged, everything else as bytes. */
const pieceOf = (chunk: unknown, encoding: unknown): Buffer | string | undefined => {
  if (typeof chunk === 'string')
    return typeof encoding === 'string' && !/^utf-?8$/i.test(encoding)
      ? Buffer.from(chunk, encoding as BufferEncoding)
      : chunk
  return chunk instanceof Uint8Array
    ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    : undefined
}

const KINDS: { readonly [Name in SupportingRouteName]?: CallKind } = {
  'send-part': 'upload',
  'send-file': 'upload',
  'storage-put': 'upload',
  'storage-part': 'upload',
  download: 'download',
  'storage-get': 'download',
}

export const kindOf = ({ route }: Call): CallKind => {
  const { operation, supportingRoute } = route
  if (operation) return 'operation'
  const kind = supportingRoute && KINDS[supportingRoute]
  if (kind) return kind
  return supportingRoute === undefined ? 'unknown' : 'supporting'
}

const OF_SERVER =
  /^\/(?:$|_sandbox|livez|readyz|metrics|openapi(?:\.\w+)?|llms\.txt|docs|console|favicon\.ico|robots\.txt|\.well-known)(?=\/|$)/

/** True if a call is to the server itself, or one that browsers send to any server. */
export const isOfServer = (request: FastifyRequest): boolean => {
  const { url } = matchedRoute(request)
  if (url !== undefined) return OF_SERVER.test(url)
  const path = request.url.split('?', 1)[0] ?? ''
  // A client whose base URL lacks a path sends its calls to the root.
  return (path !== '/' && OF_SERVER.test(path)) || isControlPath(path)
}

export const actorOf = ({ actor, headers }: Call): string | null => {
  if (actor) return actor.email
  const named = headers['x-open-api-user']
  return typeof named === 'string' && named !== '' ? named : null
}

export const cutBy = ({ fault = '' }: Call): Transport =>
  /[ +](reset|truncate)\b/.test(fault) ? 'reset' : 'aborted'

const factsOf = (call: Call, answerBody: KeptBytes | null, transport: Transport): CallFacts => {
  const { reply, route, request } = call
  const isSent = transport === 'complete' || reply.raw.headersSent
  const mediaType = reply.getHeader('content-type')
  return {
    workspace: call.workspace.id,
    isAttributed: call.isAttributed,
    atMs: call.nowMs,
    durationMs: Math.round(call.elapsedMs * 1_000) / 1_000,
    kind: kindOf(call),
    operation: nameOf(route) ?? null,
    method: call.method,
    // Nearly all calls of a route have its own path, of which the journal then keeps one text.
    path: route.url === call.url ? route.url : call.url,
    headers: request.raw.rawHeaders.join('\n'),
    actor: actorOf(call),
    actorId: call.actor?.id ?? null,
    status: isSent ? reply.raw.statusCode : null,
    code: call.code ?? null,
    message: call.message ?? null,
    test: call.workspace.test ?? null,
    findings: [...call.findings],
    assumptions: call.assumptions.sorted,
    variations: call.variation?.kinds ?? [],
    fault: call.fault ?? null,
    transport,
    mediaType: typeof mediaType === 'string' ? mediaType : null,
    requestBody: requestBodyOf(call),
    answerBody,
  }
}

/** Null where no body was sent, or the call was refused before it was read. */
const requestBodyOf = (call: Call): KeptBytes | null => {
  const { keptBody, receivedBytes, request } = call
  if (keptBody) return keptBody.sizeBytes > 0 ? keptBody : null
  if (kindOf(call) !== 'upload') return null
  return keepSize(receivedBytes ?? Number(request.raw.headers['content-length'] ?? 0))
}

/** Watches the answer of one call, and adds the call to the journal of its workspace when the answer ends. */
class CallRecorder {
  readonly #call: Call
  #answer: PassingBytes | undefined
  #body: KeptBytes | null = null
  #entry: KeptCall | undefined
  #workspace: Workspace | undefined
  #counts: OperationCounts | undefined
  #noted = 0

  constructor(call: Call) {
    this.#call = call
  }

  get nextNumber(): number {
    return this.#call.workspace.journal.lastSeq + 1
  }

  get keptBytes(): number {
    return this.#answer?.keptBytes ?? 0
  }

  pass(bytes: Buffer): void {
    if (this.#entry) return
    const isFile = kindOf(this.#call) === 'download' && this.#call.code === undefined
    this.#answer ??= new PassingBytes(isFile)
    this.#answer.pass(bytes)
  }

  /** Called before the last bytes are sent, with their number: the caller can read its answer after this. */
  end(last: Buffer | string | undefined, bytes: number): void {
    if (!this.#entry && last !== undefined) this.#passLast(last, bytes)
    this.#record(this.#entry ? cutBy(this.#call) : 'complete')
    this.#call.forgetBody()
  }

  /** An answer in one piece, as most are, is kept without a copy. */
  #passLast(last: Buffer | string, bytes: number): void {
    if (typeof last === 'string' && !this.#answer) this.#body = keepText(last, bytes)
    else this.pass(typeof last === 'string' ? Buffer.from(last) : last)
  }

  release(): void {
    if (!this.#entry || !this.#call.reply.raw.writableFinished) this.#record(cutBy(this.#call))
  }

  #record(transport: Transport): void {
    const call = this.#call
    if (!this.#entry && this.#answer) this.#body = this.#answer.finish()
    const facts = factsOf(call, this.#body, transport)
    this.#workspace ??= call.workspace
    const { journal, traffic } = this.#workspace
    if (this.#entry) {
      journal.amend(this.#entry, facts)
      this.#counts?.lose(call)
      this.#counts = undefined
    } else {
      this.#entry = journal.add(facts)
      call.number = this.#entry.seq
      this.#count(this.#workspace, transport !== 'complete')
    }
    // True if the client did not get the whole response as it was built.
    const isLost = transport !== 'complete' || /[ +]malformed\b/.test(call.fault ?? '')
    traffic.learn(call, { seq: this.#entry.seq, isLost })
    this.#noteFindings(this.#workspace, this.#entry)
  }

  /** A call that is lost from the start is never counted as anything else. */
  #count({ coverage }: Workspace, isLost: boolean): void {
    const { route } = this.#call
    const name = nameOf(route)
    if (name === undefined) return
    const counted: CountedRoute = { name, operation: route.operation }
    const counts = coverage.count(counted, this.#call, isLost)
    if (!isLost) this.#counts = counts
  }

  /** Counts the findings that are not counted yet: a call whose connection is cut is recorded twice. */
  #noteFindings({ id, findings, journal }: Workspace, { seq, facts }: KeptCall): void {
    const further = facts.findings.slice(this.#noted)
    const origin = further.length > 0 ? this.#call.origin : this.#call.knownOrigin
    if (!origin) return
    if (origin.seq === undefined)
      Object.assign(origin, { seq, clearings: journal.clearings, atMs: facts.atMs })
    for (const finding of further) {
      const { code, field } = finding
      const needsMasking = field !== undefined && hasCallersName(code)
      const shown = needsMasking ? { ...finding, field: journal.masking.text(field) } : finding
      findings.note(id, shown, origin)
    }
    this.#noted = facts.findings.length
  }
}

export const recordCall = (call: Call): void => {
  const { raw } = call.reply
  if (call.isUntracked || isOfServer(call.request) || !(raw instanceof JournaledResponse)) return
  const recorder = new CallRecorder(call)
  raw.watcher = recorder
  call.whenOver(() => recorder.release())
}
