import {
  type ChosenVariants,
  type VariableId,
  type VariantOf,
  variantOf,
} from '../contract/assumptions/index.ts'
import { besideRefusal, type FindingCode, type KeptFinding } from '../contract/findings/finding.ts'
import type { OutcomeName } from '../contract/operation.ts'
import { UsedAssumptions } from '../coverage/used-assumptions.ts'
import type { Actor } from '../domain/call.ts'
import type { CallOrigin, ObservedCall } from '../findings/observed-call.ts'
import { type KeptBytes, keepBytes } from '../journal/kept-bytes.ts'
import { ownCopy } from '../kernel/text.ts'
import { LIMITS } from '../limits.ts'
import type { Variation } from '../variation/variation.ts'
import type { Workspace } from '../workspaces/workspace.ts'
import { CallLifetime } from './call-lifetime.ts'

/** The trace id of an answer that is not recorded. */
export const ANY_TRACE_ID = '0'.repeat(32)

const NOTHING: ReadonlySet<number> = new Set()
const NO_OUTCOMES: ReadonlySet<OutcomeName> = new Set()

/** The state of one call while it runs. */
export class RequestState {
  readonly workspace: Workspace
  readonly assumptions = new UsedAssumptions()
  readonly findings: KeptFinding[] = []
  /** The body as it was sent, before null in optional fields counted as absent. */
  sentBody: unknown
  /** Whether the client was told to send the body that it had announced by Expect. */
  hasContinued = false
  /** How many bytes of a file have arrived. */
  receivedBytes: number | undefined
  /** Whether a prefix or a credential of the call names its workspace. */
  isAttributed = false
  /** The acting user, once it is known. */
  actor: Actor | undefined
  /** The access token that counts. */
  accessToken = ''
  /** The nonce that the call is signed with, used up by its success. */
  nonce: string | undefined
  /** The message of the refusal. */
  message: string | undefined
  /** `0` or the code of the refusal. */
  code: string | undefined
  /** The code of the refusal before SANDBOX_CODES changes it. */
  refusal: string | undefined
  /** The successes that the rule tells apart. */
  outcomes: ReadonlySet<OutcomeName> = NO_OUTCOMES
  /** The faults that have acted, such as `f-3 after reset`. */
  fault: string | undefined
  /** Atoms that a fault keeps E21 from taking. */
  failing: ReadonlySet<number> = NOTHING
  /** The call as findings name it, once one does. */
  origin: CallOrigin | undefined
  /** The call as the rules of findings see it. */
  observed: ObservedCall | undefined
  /** The last entry of the journal when the call arrived. */
  readonly arrivedAfterSeq: number
  /** When the call arrived, by the clock of the workspace. */
  readonly arrivedAtMs: number
  /** Whether the call leaves no trace in journal, coverage and findings, and meets no fault rule. */
  isUntracked = false
  /** What the call asks for, where its body is released before it is logged. */
  description: string | undefined
  /** Whether the rules of findings have judged the call. */
  isJudged = false

  /** The workspace id in the path, if it has one; then a credential of another workspace is unknown. */
  readonly addressed: string | undefined

  /** What the call holds until it is over. */
  readonly lifetime: CallLifetime
  /** The variation when the call began; undefined in most workspaces. */
  readonly variation: Variation | undefined
  /** The variants when the call began: a switch at run time concerns the next call. */
  readonly variants: ChosenVariants
  #rawBody: Buffer | undefined
  #bodyText: string | undefined
  #keptBody: KeptBytes | undefined

  constructor(workspace: Workspace, addressed?: string, lifetime = new CallLifetime()) {
    this.workspace = workspace
    this.arrivedAfterSeq = workspace.journal.lastSeq
    this.arrivedAtMs = workspace.clock.now()
    this.variants = workspace.record.variants
    this.variation = workspace.variation
    this.addressed = addressed
    this.lifetime = lifetime
  }

  /** The bytes of the body as they arrived. */
  set rawBody(bytes: Buffer | undefined) {
    this.#rawBody = bytes
    this.#bodyText = undefined
    this.#keptBody = undefined
  }

  get rawBody(): Buffer | undefined {
    return this.#rawBody
  }

  /** The bytes of the body decoded as UTF-8, once they were; the journal keeps them as this text. */
  set bodyText(text: string) {
    this.#bodyText = text
  }

  get bodyText(): string | undefined {
    return this.#bodyText
  }

  /** The part of the body that the journal keeps; undefined where no body was read. */
  get keptBody(): KeptBytes | undefined {
    this.#keptBody ??= this.#rawBody && keepBytes(this.#rawBody, this.#bodyText)
    return this.#keptBody
  }

  /** Releases the bytes of the body except those that the journal keeps: a call that waits needs no others. */
  forgetRawBody(): void {
    this.#keptBody = this.keptBody
    this.#rawBody = undefined
    this.#bodyText = undefined
  }

  /** Releases the body, when the call is answered. */
  forgetBody(): void {
    this.forgetRawBody()
    this.sentBody = undefined
  }

  /** The variant of an assumption that counts for this call; the workspace remembers that it was consulted. */
  variant<Id extends VariableId>(id: Id): VariantOf<Id> {
    if (!this.isUntracked) this.workspace.touched.add(id)
    return variantOf(id, this.variants)
  }

  /** Whether the path names a workspace that does not exist. */
  get isMisaddressed(): boolean {
    return this.addressed !== undefined && this.addressed !== this.workspace.id
  }

  /** The same call in the workspace that something in its body names. */
  movedTo(workspace: Workspace): RequestState {
    const moved = new RequestState(workspace, undefined, this.lifetime)
    const { sentBody, fault, isUntracked } = this
    Object.assign(moved, { sentBody, fault, isAttributed: true, isUntracked })
    moved.#rawBody = this.#rawBody
    moved.#bodyText = this.#bodyText
    moved.findings.push(...this.findings)
    return moved
  }

  /** The trace id of the answer. An untracked call takes none of those that clients get, which are the same in every run. */
  nextTraceId(): string {
    return this.isUntracked ? ANY_TRACE_ID : this.workspace.nextTraceId()
  }

  /** Aborted when the answer is out or the caller has gone. */
  get signal(): AbortSignal {
    return this.lifetime.signal
  }

  /** Names a success that the operation tells apart. */
  outcome(name: OutcomeName): void {
    if (!this.outcomes.has(name)) this.outcomes = new Set([...this.outcomes, name])
  }

  /** Makes no finding of a refused call an error. */
  soften(): void {
    for (const [index, finding] of this.findings.entries())
      this.findings[index] = besideRefusal(finding)
  }

  /** Whether a further finding would be kept. */
  get hasRoomForWarnings(): boolean {
    return this.findings.length < LIMITS.findings.max
  }

  /** Records a finding. Field names come from the caller in any length, and the journal keeps findings. */
  warn(code: FindingCode, field?: string): void {
    if (this.findings.length >= LIMITS.findings.max) return
    const short = field === undefined ? field : ownCopy(field, LIMITS.findingCharacters.max)
    const isKnown = this.findings.some((known) => known.code === code && known.field === short)
    if (!isKnown) this.findings.push(short === undefined ? { code } : { code, field: short })
  }
}
