import { hasCallersName } from '../../contract/findings/finding.ts'
import type { CallOrigin, ObservedCall } from '../../instruments/findings/observed-call.ts'
import { LIMITS } from '../../kernel/limits.ts'
import { ownCopy } from '../../kernel/text.ts'
import type { Workspace } from '../../workspaces/workspace.ts'
import type { Call } from '../call.ts'
import type { Observation, Observer, Outcome } from './observer.ts'

/** Compares a call with those before it in its workspace, and counts its findings. */
export const observeForFindings: Observer = (call) => new ComparedCall(call)

/** A call as those compare it that know the calls before it. */
class ComparedCall implements ObservedCall, Observation {
  payload: unknown
  readonly #call: Call
  #wasDone: boolean | undefined
  #origin: CallOrigin | undefined
  #counted = 0

  constructor(call: Call) {
    this.#call = call
  }

  /** A call is judged once, also where a fault then replaces its answer. */
  onAnswer(payload: unknown): void {
    if (this.#wasDone !== undefined) return
    const { code, workspace, notes } = this.#call
    this.#wasDone = this.wasDone
    this.payload = payload
    workspace.traffic.judge(this)
    if (code !== undefined && !this.#wasDone) notes.markRefused()
  }

  onOutcome({ workspace, isLost, atMs }: Outcome): void {
    workspace.traffic.learn(this, { seq: this.#call.number ?? 0, isLost })
    this.#count(workspace, atMs)
  }

  /** Counts the findings that are not counted yet: a call whose connection is cut is recorded twice. */
  #count({ id, findings, journal }: Workspace, atMs: number): void {
    const { notes, number: seq } = this.#call
    const further = notes.findings.slice(this.#counted)
    this.#counted = notes.findings.length
    const origin = further.length > 0 ? this.origin : this.#origin
    if (!origin) return
    if (origin.seq === undefined) Object.assign(origin, { seq, clearings: journal.clearings, atMs })
    for (const finding of further) {
      const { code, field } = finding
      const needsMasking = field !== undefined && hasCallersName(code)
      const shown = needsMasking ? { ...finding, field: journal.masking.text(field) } : finding
      findings.note(id, shown, origin)
    }
  }

  get operation(): ObservedCall['operation'] {
    return this.#call.operation
  }

  get access(): ObservedCall['access'] {
    return this.#call.route.operation?.access
  }

  get method(): string {
    return this.#call.method
  }

  get url(): string {
    return this.#call.url
  }

  get headers(): ObservedCall['headers'] {
    return this.#call.headers
  }

  get body(): unknown {
    return this.#call.body.value
  }

  get bodyKey(): string {
    return this.#call.body.kept?.sha256 ?? ''
  }

  get code(): string | undefined {
    return this.#call.code
  }

  get refusal(): string | undefined {
    return this.#call.refusal
  }

  get wasDone(): boolean {
    return this.#wasDone ?? this.code === '0'
  }

  get accessToken(): string {
    return this.#call.accessToken
  }

  get arrivedAfterSeq(): number {
    return this.#call.arrivedAfterSeq
  }

  get arrivedAtMs(): number {
    return this.#call.arrivedAtMs
  }

  get nowMs(): number {
    return this.#call.nowMs
  }

  get isClockFrozen(): boolean {
    return this.#call.workspace.clock.setting.mode === 'frozen'
  }

  get origin(): CallOrigin {
    if (this.#origin) return this.#origin
    const { workspace, route, path, operation, method, nowMs } = this.#call
    const { journal, record, test } = workspace
    // The path of an operation has no secret; any other may have one.
    const shown = route.operation ? path : journal.masking.path(path)
    this.#origin = {
      seq: undefined,
      clearings: journal.clearings,
      workspaceName: record.name,
      test,
      operation,
      method,
      path: ownCopy(shown, LIMITS.findingCharacters.max),
      atMs: nowMs,
    }
    return this.#origin
  }

  warn(...finding: Parameters<ObservedCall['warn']>): void {
    this.#call.notes.warn(...finding)
  }
}
