import { performance } from 'node:perf_hooks'
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  type ChosenVariants,
  type VariableId,
  type VariantOf,
  variantOf,
} from '../contract/assumptions/index.ts'
import { refuse } from '../contract/errors/refusals.ts'
import { besideRefusal, type FindingCode, type KeptFinding } from '../contract/findings/finding.ts'
import type { OperationAccess, OperationName, OutcomeName } from '../contract/operation.ts'
import type { Actor } from '../domain/call.ts'
import { UsedAssumptions } from '../instruments/coverage/used-assumptions.ts'
import type { AskedFault } from '../instruments/faults/asked-fault.ts'
import { isOfIgnoredField } from '../instruments/findings/field-names.ts'
import type { CallOrigin, ObservedCall } from '../instruments/findings/observed-call.ts'
import { describeParam } from '../instruments/journal/describe-param.ts'
import { type KeptBytes, keepBytes } from '../instruments/journal/kept-bytes.ts'
import type { Variation } from '../instruments/variation/variation.ts'
import { isObject } from '../kernel/json.ts'
import { LIMITS } from '../kernel/limits.ts'
import { owned } from '../kernel/owned-stream.ts'
import { ownCopy } from '../kernel/text.ts'
import type { Workspace } from '../workspaces/workspace.ts'
import type { WorkspaceDatabase } from '../workspaces/workspace-database.ts'
import { type MatchedRoute, matchedRoute, nameOf } from './matched-route.ts'

/** The trace id of an answer that is not recorded. */
export const ANY_TRACE_ID = '0'.repeat(32)

/** The reason of an aborted signal, made once: an error with a stack for every call costs more than the call. */
const GONE = Object.assign(new Error('The call is over'), { name: 'AbortError' })

/**
 * A call from its arrival until its answer is out or its connection has ended: who calls, in which workspace, what the
 * call holds, and what came of it. Faults, journal, coverage, findings and log read it.
 */
export class Call implements ObservedCall {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** The workspace id in the path, if it has one; then a credential of another workspace is unknown. */
  readonly addressed: string | undefined
  readonly startedMs = performance.now()

  workspace!: Workspace
  /** True if a prefix or a credential of the call names its workspace. */
  isAttributed = false
  arrivedAfterSeq = 0
  arrivedAtMs = 0
  variation: Variation | undefined
  /** The variants when the call began: a switch at run time concerns the next call. */
  variants!: ChosenVariants

  actor: Actor | undefined
  sentTokens: readonly string[] = []
  accessToken = ''
  /** The nonce that the call is signed with, used up by its success. */
  nonce: string | undefined
  /** True if the call leaves no trace in journal, coverage and findings, and meets no fault rule. */
  isUntracked = false

  rawBody: Buffer | undefined
  /** The same decoded as UTF-8, once they were: a text takes less memory than bytes, which the journal would copy. */
  bodyText: string | undefined
  /** The body as it was sent, before null in optional fields counted as absent. */
  sentBody: unknown
  receivedBytes: number | undefined

  readonly askedFaults: AskedFault[] = []
  /** The faults that have acted, such as `f-3 after reset`. */
  fault: string | undefined
  /** True if a fault has refused the call, so that the phase after its commit is skipped. */
  isRefusedByFault = false
  failing: ReadonlySet<number> = new Set()

  readonly assumptions = new UsedAssumptions()
  readonly findings: KeptFinding[] = []
  outcomes: ReadonlySet<OutcomeName> = new Set()
  code: string | undefined
  /** The code of the refusal before SANDBOX_CODES changes it. */
  refusal: string | undefined
  message: string | undefined
  payload: unknown
  /** The call as findings name it, once one does. */
  knownOrigin: CallOrigin | undefined

  number: number | undefined

  #wasDone: boolean | undefined
  readonly #acts = new Set<() => void>()
  #controller: AbortController | undefined
  #database: WorkspaceDatabase | undefined
  #isOver = false
  #bodyBytes = 0
  #isBodyForgotten = false
  #keptBody: KeptBytes | undefined
  #description: string | undefined

  constructor(
    workspace: Workspace,
    request: FastifyRequest,
    reply: FastifyReply,
    addressed?: string,
  ) {
    this.request = request
    this.reply = reply
    this.addressed = addressed
    this.#arriveIn(workspace)
  }

  moveTo(workspace: Workspace): void {
    this.#arriveIn(workspace)
    this.isAttributed = true
  }

  #arriveIn(workspace: Workspace): void {
    this.workspace = workspace
    this.arrivedAfterSeq = workspace.journal.lastSeq
    this.arrivedAtMs = workspace.clock.now()
    this.variants = workspace.variants
    this.variation = workspace.variation
  }

  get route(): MatchedRoute {
    return matchedRoute(this.request)
  }

  get operation(): OperationName | null {
    return this.isUntracked ? null : (nameOf(this.route) ?? null)
  }

  get access(): OperationAccess | undefined {
    return this.route.operation?.access
  }

  get method(): string {
    return this.request.method
  }

  get url(): string {
    return this.request.originalUrl
  }

  get path(): string {
    return this.url.split('?', 1)[0] ?? ''
  }

  get headers(): FastifyRequest['headers'] {
    return this.request.headers
  }

  get body(): unknown {
    return this.sentBody ?? this.request.body
  }

  get isClockFrozen(): boolean {
    return this.workspace.clock.setting.mode === 'frozen'
  }

  get nowMs(): number {
    return this.workspace.clock.now()
  }

  get elapsedMs(): number {
    return performance.now() - this.startedMs
  }

  /** True if the path names a workspace that does not exist. */
  get isMisaddressed(): boolean {
    return this.addressed !== undefined && this.addressed !== this.workspace.id
  }

  /** The part of the body that the journal keeps; undefined where no body was read. */
  get keptBody(): KeptBytes | undefined {
    this.#keptBody ??= this.rawBody && keepBytes(this.rawBody, this.bodyText)
    return this.#keptBody
  }

  get bodyKey(): string {
    return this.keptBody?.sha256 ?? ''
  }

  /** The parameters in words, for the log, masked as the journal is. */
  get description(): string {
    if (this.#description !== undefined) return this.#description
    const { body, params } = this.request
    const sent = isObject(body) && 'param' in body ? body.param : (body ?? params)
    const ignored = this.findings.filter(isOfIgnoredField)
    const names = new Set(ignored.map(({ field }) => field?.replace(/^param\./, '')))
    return describeParam(sent, this.workspace.journal.masking.text, names)
  }

  /** Releases the bytes of the body except those that the journal keeps: a call that waits needs no others. */
  forgetRawBody(): void {
    this.#keptBody = this.keptBody
    this.rawBody = undefined
    this.bodyText = undefined
  }

  /** Releases a large body when its answer is made, which may wait behind others on its connection. */
  forgetBody(): void {
    if (this.#bodyBytes === 0) return
    this.#description = this.description
    this.forgetRawBody()
    this.sentBody = undefined
    this.request.body = undefined
    this.#releaseBody()
  }

  /** Counts bytes of a body and of its values until they are forgotten; refuses them where all calls together have too many. */
  countBody(bytes: number): void {
    if (this.#isBodyForgotten) return
    const { underWay } = this.request.server.sandbox.memory
    if (underWay.bytes + bytes > underWay.maxBytes) throw refuse.busyBodies()
    if (this.#bodyBytes === 0) this.whenOver(() => this.#releaseBody())
    underWay.add(bytes)
    this.#bodyBytes += bytes
  }

  #releaseBody(): void {
    this.#isBodyForgotten = true
    this.request.server.sandbox.memory.underWay.give(this.#bodyBytes)
    this.#bodyBytes = 0
  }

  /** The variant of an assumption that counts for this call; the workspace remembers that it was consulted. */
  variant<Id extends VariableId>(id: Id): VariantOf<Id> {
    if (!this.isUntracked) this.workspace.touch(id)
    return variantOf(id, this.variants)
  }

  /** The trace id of the response. An untracked call uses none of the ids that clients get, which are the same in every run. */
  nextTraceId(): string {
    return this.isUntracked ? ANY_TRACE_ID : this.workspace.nextTraceId()
  }

  outcome(name: OutcomeName): void {
    if (!this.outcomes.has(name)) this.outcomes = new Set([...this.outcomes, name])
  }

  get hasRoomForWarnings(): boolean {
    return this.findings.length < LIMITS.findings.max
  }

  /** Records a finding. Field names come from the caller in any length, and the journal keeps findings. */
  warn(code: FindingCode, field?: string, expected?: string): void {
    if (!this.hasRoomForWarnings) return
    const short = field === undefined ? field : ownCopy(field, LIMITS.findingCharacters.max)
    const isKnown = this.findings.some((known) => known.code === code && known.field === short)
    if (isKnown) return
    this.findings.push({
      code,
      ...(short !== undefined && { field: short }),
      ...(expected !== undefined && { expected: ownCopy(expected, LIMITS.findingCharacters.max) }),
    })
  }

  /** True if the operation had succeeded before findings were checked, even if a fault then replaced its response. */
  get wasDone(): boolean {
    return this.#wasDone ?? this.code === '0'
  }

  /** Checks the call and its response for findings, once; no finding of a refused call is an error. */
  judge(payload: unknown): void {
    if (this.#wasDone !== undefined) return
    this.#wasDone = this.wasDone
    this.payload = payload
    this.workspace.traffic.judge(this)
    if (this.code === undefined || this.#wasDone) return
    for (const [index, finding] of this.findings.entries())
      this.findings[index] = besideRefusal(finding)
  }

  get origin(): CallOrigin {
    if (this.knownOrigin) return this.knownOrigin
    const { journal } = this.workspace
    // The path of an operation has no secret; any other may have one.
    const path = this.route.operation ? this.path : journal.masking.path(this.path)
    this.knownOrigin = {
      seq: undefined,
      clearings: journal.clearings,
      workspaceName: this.workspace.record.name,
      test: this.workspace.test,
      operation: this.operation,
      method: this.method,
      path: ownCopy(path, LIMITS.findingCharacters.max),
      atMs: this.nowMs,
    }
    return this.knownOrigin
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.#isOver) this.#controller.abort(GONE)
    return this.#controller.signal
  }

  /** Calls a listener once when the call is over, at once when it is over already; the returned function removes it. */
  whenOver(act: () => void): () => void {
    if (this.#isOver) act()
    else this.#acts.add(act)
    return () => {
      this.#acts.delete(act)
    }
  }

  keepOpen(database: WorkspaceDatabase): void {
    if (database === this.#database) return
    this.#database = database
    database.acquire()
    this.whenOver(() => database.release())
  }

  /** Owns a stream, which ends with the call; the database that it may read stays open until it has ended. */
  own<T extends Readable>(stream: T): T {
    if (stream.closed) return stream
    const database = this.#isOver ? undefined : this.#database
    database?.acquire()
    return owned(stream, this.signal, () => database?.release())
  }

  /** Ends the call: what was registered last is released first. */
  end(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#controller?.abort(GONE)
    for (const act of [...this.#acts].reverse())
      try {
        act()
      } catch (error) {
        this.request.log.error({ err: error }, 'a call was not cleaned up')
      }
    this.#acts.clear()
  }
}
