import { performance } from 'node:perf_hooks'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  type ChosenVariants,
  type VariableId,
  type VariantOf,
  variantOf,
} from '../contract/assumptions/index.ts'
import type { OperationName } from '../contract/operation.ts'
import type { Actor } from '../domain/call.ts'
import { CallNotes } from '../instruments/call-notes.ts'
import type { AskedFault } from '../instruments/faults/asked-fault.ts'
import type { ActedFault } from '../instruments/faults/fault.ts'
import type { Variation } from '../instruments/variation/variation.ts'
import type { Workspace } from '../workspaces/workspace.ts'
import { ReceivedBody } from './bodies/received-body.ts'
import { Lifetime } from './lifetime.ts'
import { type MatchedRoute, matchedRoute, nameOf } from './request.ts'

/** The trace id of an answer that is not recorded. */
export const ANY_TRACE_ID = '0'.repeat(32)

/** A call of a client: who calls, in which workspace, with what, and what came of it. Observers follow it. */
export class Call {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly startedMs = performance.now()
  readonly lifetime: Lifetime
  readonly body: ReceivedBody
  readonly notes = new CallNotes()

  workspace!: Workspace
  /** The workspace id in the path, if it has one; then a credential of another workspace is unknown. */
  readonly addressed: string | undefined
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

  readonly askedFaults: AskedFault[] = []
  /** The faults that have acted, in their order. */
  faults: readonly ActedFault[] = []
  /** True if a fault has refused the call, so that the phase after its commit is skipped. */
  isRefusedByFault = false

  /** `0`, or the code of the refusal as it is answered; undefined until the answer is made, and where it has none. */
  code: string | undefined
  /** The code of the refusal before SANDBOX_CODES changes it. */
  refusal: string | undefined
  message: string | undefined
  /** Why the call was refused, where the message does not say it. */
  reason: string | undefined
  /** Its number in the journal, once it is recorded. */
  number: number | undefined

  constructor(
    workspace: Workspace,
    request: FastifyRequest,
    reply: FastifyReply,
    addressed?: string,
  ) {
    this.request = request
    this.reply = reply
    this.addressed = addressed
    this.lifetime = new Lifetime(request.log)
    this.body = new ReceivedBody(request, this.lifetime)
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

  /** Sets the refusal that the call is answered with, and the code that its caller gets in place of its own. */
  setRefusal(
    refusal: {
      readonly code: string
      readonly message: string
      readonly reason?: string | undefined
    },
    code: string,
  ): void {
    this.code = code
    this.refusal = refusal.code
    this.message = refusal.message
    this.reason = refusal.reason
  }

  get route(): MatchedRoute {
    return matchedRoute(this.request)
  }

  get operation(): OperationName | null {
    return this.isUntracked ? null : (nameOf(this.route) ?? null)
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

  /** The variant of an assumption that counts for this call; the workspace remembers that it was consulted. */
  variant<Id extends VariableId>(id: Id): VariantOf<Id> {
    if (!this.isUntracked) this.workspace.touch(id)
    return variantOf(id, this.variants)
  }

  /** The trace id of the response. An untracked call uses none of the ids that clients get, which are the same in every run. */
  nextTraceId(): string {
    return this.isUntracked ? ANY_TRACE_ID : this.workspace.nextTraceId()
  }
}
