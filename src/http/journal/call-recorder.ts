import type { FastifyReply, FastifyRequest } from 'fastify'
import type { KeptCall } from '../../journal/journal-entry.ts'
import type { Transport } from '../../journal/journal-schema.ts'
import { type KeptBytes, keepText } from '../../journal/kept-bytes.ts'
import { PassingBytes } from '../../journal/passing-bytes.ts'
import type { Workspace } from '../../workspaces/workspace.ts'
import { factsOf, type Subject } from './call-facts.ts'
import type { AnswerWatcher } from './journaled-response.ts'

/** The faults that cut a connection, as they are noted. */
const CUTTING = /[ +](reset|truncate)\b/

/** Watches the answer of one call, and enters the call in the journal of its workspace when it ends. */
export class CallRecorder implements AnswerWatcher {
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply
  readonly #subject: Subject
  #answer: PassingBytes | undefined
  #body: KeptBytes | null = null
  #entry: KeptCall | undefined
  #workspace: Workspace | undefined

  constructor(request: FastifyRequest, reply: FastifyReply, subject: Subject) {
    this.#request = request
    this.#reply = reply
    this.#subject = subject
  }

  pass(bytes: Buffer): void {
    if (this.#entry) return
    this.#answer ??= new PassingBytes(this.#isFile())
    this.#answer.pass(bytes)
  }

  /** The caller has its answer as soon as this is over, so the entry is there before. */
  end(last: Buffer | string | undefined): void {
    if (!this.#entry && last !== undefined) this.#passLast(last)
    this.#record(this.#entry ? this.#cutBy() : 'complete')
    this.#forgetBody()
  }

  /** An answer may wait behind others on its connection: what it was made of need not. */
  #forgetBody(): void {
    const request = this.#request
    if (!request.reservation) return
    request.state.forgetBody()
    request.body = undefined
    request.reservation.release()
  }

  /** The connection is closed, or the answer is out. */
  close(): void {
    if (this.#entry && this.#reply.raw.writableFinished) return
    this.#record(this.#cutBy())
  }

  /** An answer in one piece, as nearly all are, is kept as it is. */
  #passLast(last: Buffer | string): void {
    if (typeof last === 'string' && !this.#answer) this.#body = keepText(last)
    else this.pass(typeof last === 'string' ? Buffer.from(last) : last)
  }

  #record(transport: Transport): void {
    if (!this.#entry && this.#answer) this.#body = this.#answer.finish()
    const facts = factsOf(this.#request, this.#reply, this.#subject, this.#body, transport)
    this.#workspace ??= this.#request.state.workspace
    const { journal } = this.#workspace
    if (this.#entry) journal.amend(this.#entry, facts)
    else this.#entry = journal.add(facts)
  }

  /** Who cut the connection: a fault that does such a thing, else the caller. */
  #cutBy(): Transport {
    return CUTTING.test(this.#request.state.fault ?? '') ? 'reset' : 'aborted'
  }

  /** What goes out is a file, unless it says why none does. */
  #isFile(): boolean {
    return this.#subject.kind === 'download' && this.#request.state.code === undefined
  }
}
