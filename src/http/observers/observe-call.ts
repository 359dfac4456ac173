import { type IncomingMessage, ServerResponse } from 'node:http'
import { haveGarbled } from '../../instruments/faults/fault.ts'
import type { Transport } from '../../instruments/journal/journal-schema.ts'
import { type KeptBytes, keepText, PassingBytes } from '../../instruments/journal/kept-bytes.ts'
import { isObject } from '../../kernel/json.ts'
import type { Workspace } from '../../workspaces/workspace.ts'
import type { Call } from '../call.ts'
import { connectionOf } from '../connection.ts'
import { isOfServer } from '../request.ts'
import { observeForFindings } from './findings.ts'
import { cutBy, kindOf, observeForCoverage, observeForJournal } from './journal.ts'
import { observeForLog, observeForMetrics } from './log.ts'
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
  const { raw } = call.reply
  const observations: Observation[] = []
  for (const observe of OBSERVERS) {
    const observation = observe(call)
    if (observation) observations.push(observation)
  }
  // What is registered last is called first.
  for (let index = observations.length - 1; index >= 0; index -= 1) {
    const observation = observations[index]
    if (observation?.onEnd)
      call.lifetime.whenOver(() => {
        observation.onEnd?.(raw instanceof WatchedResponse ? raw.bodyBytes : undefined)
      })
  }
  if (call.isUntracked || isOfServer(call.request) || !(raw instanceof WatchedResponse)) return
  const recorder = new CallRecorder(call, observations)
  raw.watcher = recorder
  call.lifetime.whenOver(() => recorder.release())
}

/** Watches the answer of one call, and tells the observers of its outcome when the answer ends. */
class CallRecorder {
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

  /** Called before the headers are sent. */
  answer(payload: unknown): void {
    for (const observation of this.#observations) observation.onAnswer?.(payload)
  }

  pass(bytes: Buffer): void {
    if (this.#isRecorded) return
    const isFile = kindOf(this.#call) === 'download' && this.#call.code === undefined
    this.#answer ??= new PassingBytes(isFile)
    this.#answer.pass(bytes)
  }

  /** Called before the last bytes are sent, with their number: the caller can read its answer after this. */
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

/** The header with the number that a call has in the journal; answers that are sent in pieces have none. */
export const CALL_NUMBER = 'x-sandbox-call'

/**
 * An answer that can be watched: every byte passes here, whether Fastify, a stream or a fault sends it, and the end
 * is known before the caller can read it. A hook of Fastify sees neither (decision 14).
 */
export class WatchedResponse<
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
