import type { FastifyReply, FastifyRequest } from 'fastify'
import { hasCallersName } from '../../contract/findings/finding.ts'
import type { OperationCounts } from '../../coverage/call-counts.ts'
import type { CoverageCounter } from '../../coverage/coverage-counter.ts'
import { isProbe } from '../../errors/probe-paths.ts'
import type { KeptCall } from '../../journal/journal-entry.ts'
import type { Transport } from '../../journal/journal-schema.ts'
import { type KeptBytes, keepText, PassingBytes } from '../../journal/kept-bytes.ts'
import type { Workspace } from '../../workspaces/workspace.ts'
import { matchedRoute } from '../matched-route.ts'
import { RequestState } from '../request-state.ts'
import { cutBy, factsOf, isPlumbing, type Subject, subjectOf } from './call-facts.ts'
import { type AnswerWatcher, JournaledResponse } from './journaled-response.ts'
import { observedCall, originOfCall } from './observed-request.ts'

/** The fault that sends something else than the answer. */
const SPOILING = /[ +]malformed\b/

/** Watches the answer of one call, and adds the call to the journal of its workspace when the answer ends. */
export class CallRecorder implements AnswerWatcher {
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply
  readonly #subject: Subject
  #answer: PassingBytes | undefined
  #body: KeptBytes | null = null
  #entry: KeptCall | undefined
  #workspace: Workspace | undefined
  #counts: OperationCounts | undefined
  #noted = 0

  constructor(request: FastifyRequest, reply: FastifyReply, subject: Subject) {
    this.#request = request
    this.#reply = reply
    this.#subject = subject
  }

  get keptBytes(): number {
    return this.#answer?.keptBytes ?? 0
  }

  pass(bytes: Buffer): void {
    if (this.#entry) return
    this.#answer ??= new PassingBytes(this.#isFile())
    this.#answer.pass(bytes)
  }

  /** The caller can read its answer after this, so the entry is made before. */
  end(last: Buffer | string | undefined, bytes: number): void {
    if (!this.#entry && last !== undefined) this.#passLast(last, bytes)
    this.#record(this.#entry ? cutBy(this.#request) : 'complete')
    this.#forgetBody()
  }

  /** An answer may wait behind others on its connection; the request body is not needed for that. */
  #forgetBody(): void {
    const request = this.#request
    if (!request.countedBody) return
    request.state.forgetBody()
    request.body = undefined
    request.countedBody.release()
  }

  /** The connection is closed, or the answer is out. */
  release(): void {
    if (this.#entry && this.#reply.raw.writableFinished) return
    this.#record(cutBy(this.#request))
  }

  /** An answer in one piece, as most are, is kept without a copy. */
  #passLast(last: Buffer | string, bytes: number): void {
    if (typeof last === 'string' && !this.#answer) this.#body = keepText(last, bytes)
    else this.pass(typeof last === 'string' ? Buffer.from(last) : last)
  }

  #record(transport: Transport): void {
    if (!this.#entry && this.#answer) this.#body = this.#answer.finish()
    const facts = factsOf(this.#request, this.#reply, this.#subject, this.#body, transport)
    this.#workspace ??= this.#request.state.workspace
    const { journal, coverage, traffic } = this.#workspace
    if (this.#entry) {
      journal.amend(this.#entry, facts)
      this.#lose()
    } else {
      this.#entry = journal.add(facts)
      this.#count(coverage, transport !== 'complete')
    }
    const observed = observedCall(this.#request)
    traffic.learn(observed, { seq: this.#entry.seq, isLost: this.#isLost(transport) })
    this.#noteFindings(this.#workspace, this.#entry)
  }

  /** A call that is lost from the start is never counted as anything else. */
  #count(coverage: CoverageCounter, isLost: boolean): void {
    const { route } = this.#subject
    if (!route) return
    const { state, headers } = this.#request
    const counts = coverage.count(route, state, headers, isLost)
    if (!isLost) this.#counts = counts
  }

  #lose(): void {
    this.#counts?.lose(this.#request.state)
    this.#counts = undefined
  }

  /** Whether the caller did not get the whole answer as it was made. */
  #isLost(transport: Transport): boolean {
    const { fault } = this.#request.state
    return transport !== 'complete' || (fault !== undefined && SPOILING.test(fault))
  }

  /** Counts the findings that are not counted yet: a call whose connection is cut is recorded twice. */
  #noteFindings({ id, findings, journal }: Workspace, { seq, facts }: KeptCall): void {
    const isFound = facts.findings.length > this.#noted
    const origin = isFound ? originOfCall(this.#request) : this.#request.state.origin
    if (!origin) return
    if (origin.seq === undefined)
      Object.assign(origin, { seq, clearings: journal.clearings, atMs: facts.atMs })
    for (const finding of facts.findings.slice(this.#noted)) {
      const { code, field } = finding
      const needsMasking = field !== undefined && hasCallersName(code)
      const masked = needsMasking && journal.masking.text(field)
      findings.note(id, masked === false ? finding : { ...finding, field: masked }, origin)
    }
    this.#noted = facts.findings.length
  }

  /** Whether the answer is a file, and not a refusal. */
  #isFile(): boolean {
    return this.#subject.kind === 'download' && this.#request.state.code === undefined
  }
}

/** Whether a call is to the server itself, or one that monitors and browsers try at any server. */
export const isOfServer = (request: FastifyRequest): boolean => {
  const route = matchedRoute(request)
  if (route.url !== undefined) return subjectOf(route).isOfServer
  const path = request.url.split('?', 1)[0] ?? ''
  // A client whose base URL lacks a path sends its calls to the root.
  return (path !== '/' && isPlumbing(path)) || isProbe(request.method, path)
}

/** Records a call in a journal when its answer ends; undefined for requests to the server itself. */
export const recordCall = (
  request: FastifyRequest,
  reply: FastifyReply,
): CallRecorder | undefined => {
  const route = matchedRoute(request)
  const { raw } = reply
  if (request.state.isUntracked) return undefined
  if (isOfServer(request) || !(raw instanceof JournaledResponse)) return undefined
  const recorder = new CallRecorder(request, reply, subjectOf(route))
  raw.watcher = recorder
  return recorder
}

/** Records a call that is refused before its workspace is looked up. */
export const recordStray = (
  request: FastifyRequest,
  reply: FastifyReply,
  workspace: Workspace,
): void => {
  request.state = new RequestState(workspace)
  recordCall(request, reply)
}
