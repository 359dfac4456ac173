import type { Finding, FindingCode } from '../contract/finding.ts'
import type { AssumptionId } from '../contract/ledger/index.ts'
import type { Actor } from '../domain/call.ts'
import { ownCopy } from '../kernel/text.ts'
import { LIMITS } from '../limits.ts'
import type { Workspace } from '../sandbox/workspace.ts'

const NOTHING: ReadonlySet<number> = new Set()

/** What is gathered about one call while it runs. */
export class CallContext {
  readonly workspace: Workspace
  readonly assumed = new Set<AssumptionId>()
  readonly findings: Finding[] = []
  /** The bytes of the body as they arrived. */
  rawBody: Buffer | undefined
  /** The body as it was sent, before null in optional fields counted as absent. */
  sentBody: unknown
  /** How many bytes of a file have arrived. */
  receivedBytes: number | undefined
  /** Whether the call says to which workspace it belongs. */
  isAttributed = false
  /** Who acts, once it is known. */
  actor: Actor | undefined
  /** The access token that counts. */
  accessToken = ''
  /** The nonce that the call is signed with, used up by its success. */
  nonce: string | undefined
  /** The sentence of the refusal. */
  message: string | undefined
  /** `0` or the code of the refusal. */
  code: string | undefined
  /** Which faults have acted, such as `f-3 after reset`. */
  fault: string | undefined
  /** Atoms that a fault keeps E21 from taking. */
  failing: ReadonlySet<number> = NOTHING

  /** The workspace id in the path, if there is one; then no credential of another one counts. */
  readonly addressed: string | undefined

  #controller: AbortController | undefined
  #isOver = false

  constructor(workspace: Workspace, addressed?: string) {
    this.workspace = workspace
    this.addressed = addressed
  }

  /** Whether the path names a workspace that is not there. */
  get isMisaddressed(): boolean {
    return this.addressed !== undefined && this.addressed !== this.workspace.id
  }

  /** The same call in the workspace that something in its body names. */
  movedTo(workspace: Workspace): CallContext {
    const moved = new CallContext(workspace)
    const { rawBody, sentBody, fault } = this
    Object.assign(moved, { rawBody, sentBody, fault, isAttributed: true })
    moved.findings.push(...this.findings)
    return moved
  }

  /** Aborted when the answer is out or the caller has gone; made only for calls that ask for it. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.#isOver) this.#controller.abort()
    return this.#controller.signal
  }

  /** The answer is out, or the caller has gone. */
  end(): void {
    this.#isOver = true
    this.#controller?.abort()
  }

  /** Notes what is odd; fields are the caller's, of any length, and findings outlive the call in the journal. */
  find(code: FindingCode, field?: string): void {
    if (this.findings.length >= LIMITS.findings.max) return
    const short = field === undefined ? field : ownCopy(field, LIMITS.findingCharacters.max)
    const isKnown = this.findings.some((known) => known.code === code && known.field === short)
    if (!isKnown) this.findings.push(short === undefined ? { code } : { code, field: short })
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the plugin that finds the workspace, before anything else runs. */
    context: CallContext
  }
}
