import { haveGarbled } from '../../instruments/faults/fault.ts'
import type { Transport } from '../../instruments/journal/journal-schema.ts'
import { type KeptBytes, keepText, PassingBytes } from '../../instruments/journal/kept-bytes.ts'
import type { Workspace } from '../../workspaces/workspace.ts'
import type { Call } from '../call.ts'
import { isOfServer } from '../request.ts'
import { type AnswerWatcher, WatchedResponse } from '../watched-response.ts'
import { observeForCoverage, observeForMetrics } from './counts.ts'
import { observeForFindings } from './findings.ts'
import { cutBy, kindOf, observeForJournal } from './journal.ts'
import { observeForLog } from './log.ts'
import type { Observation, Observer } from './observer.ts'

/** What follows each call. The journal comes first, since the others name a call by its number there. */
const OBSERVERS: readonly Observer[] = [
  observeForJournal,
  observeForCoverage,
  observeForFindings,
  observeForMetrics,
  observeForLog,
]

/** Has all observers follow a call until its end; those of its outcome only if the journal records it. */
export const observeCall = (call: Call): void => {
  const observations: Observation[] = []
  for (const observe of OBSERVERS) {
    const observation = observe(call)
    if (observation) observations.push(observation)
  }
  // What is registered last is called first.
  for (let index = observations.length - 1; index >= 0; index -= 1) {
    const observation = observations[index]
    if (observation?.onEnd) call.lifetime.whenOver(() => observation.onEnd?.())
  }
  const { raw } = call.reply
  if (call.isUntracked || isOfServer(call.request) || !(raw instanceof WatchedResponse)) return
  const recorder = new CallRecorder(call, observations)
  raw.watcher = recorder
  call.lifetime.whenOver(() => recorder.release())
}

/** Watches the answer of one call, and tells the observers of its outcome when the answer ends. */
class CallRecorder implements AnswerWatcher {
  readonly #call: Call
  readonly #observations: readonly Observation[]
  #answer: PassingBytes | undefined
  #body: KeptBytes | null = null
  #workspace: Workspace | undefined

  constructor(call: Call, observations: readonly Observation[]) {
    this.#call = call
    this.#observations = observations
  }

  get #isRecorded(): boolean {
    return this.#workspace !== undefined
  }

  get nextNumber(): number {
    return this.#call.workspace.journal.lastSeq + 1
  }

  get keptBytes(): number {
    return this.#answer?.keptBytes ?? 0
  }

  answer(payload: unknown): void {
    for (const observation of this.#observations) observation.onAnswer?.(payload)
  }

  pass(bytes: Buffer): void {
    if (this.#isRecorded) return
    const isFile = kindOf(this.#call) === 'download' && this.#call.code === undefined
    this.#answer ??= new PassingBytes(isFile)
    this.#answer.pass(bytes)
  }

  end(last: Buffer | string | undefined, bytes: number): void {
    if (!this.#isRecorded && last !== undefined) this.#passLast(last, bytes)
    this.#record(this.#isRecorded ? cutBy(this.#call) : 'complete')
    this.#call.body.release()
  }

  /** An answer in one piece, as most are, is kept without a copy. */
  #passLast(last: Buffer | string, bytes: number): void {
    if (typeof last === 'string' && !this.#answer) this.#body = keepText(last, bytes)
    else this.pass(typeof last === 'string' ? Buffer.from(last) : last)
  }

  release(): void {
    if (!this.#isRecorded || !this.#call.reply.raw.writableFinished) this.#record(cutBy(this.#call))
  }

  #record(transport: Transport): void {
    const call = this.#call
    const isAmended = this.#isRecorded
    if (!isAmended && this.#answer) this.#body = this.#answer.finish()
    this.#workspace ??= call.workspace
    const outcome = {
      workspace: this.#workspace,
      transport,
      isLost: transport !== 'complete' || (call.faults.length > 0 && haveGarbled(call.faults)),
      answer: this.#body,
      atMs: call.nowMs,
      isAmended,
    }
    for (const observation of this.#observations) observation.onOutcome?.(outcome)
  }
}
