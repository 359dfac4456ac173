import type { Finding, FindingCode } from '../contract/finding.ts'
import type { AssumptionId } from '../contract/ledger/index.ts'
import type { Workspace } from '../sandbox/workspace.ts'

/** How many findings of one call are kept; the rest is counted nowhere, for they say the same. */
const MAX_FINDINGS = 20

/** What is gathered about one call while it runs. */
export class CallContext {
  readonly workspace: Workspace
  readonly assumed = new Set<AssumptionId>()
  readonly findings: Finding[] = []
  /** The bytes of the body as they arrived. */
  rawBody: Buffer | undefined
  /** The body as it was sent, before null in optional fields counted as absent. */
  sentBody: unknown
  /** The access token that counts. */
  accessToken = ''
  /** The sentence of the refusal. */
  message: string | undefined
  /** `0` or the code of the refusal. */
  code: string | undefined

  /** The workspace id in the path, if there is one; then no credential of another one counts. */
  readonly addressed: string | undefined

  constructor(workspace: Workspace, addressed?: string) {
    this.workspace = workspace
    this.addressed = addressed
  }

  /** Whether the path names a workspace that is not there. */
  get isMisaddressed(): boolean {
    return this.addressed !== undefined && this.addressed !== this.workspace.id
  }

  find(code: FindingCode, field?: string): void {
    const finding: Finding = field === undefined ? { code } : { code, field: shorten(field) }
    const isKnown = this.findings.some(
      (known) => known.code === code && known.field === finding.field,
    )
    if (!isKnown && this.findings.length < MAX_FINDINGS) this.findings.push(finding)
  }
}

/** Names of fields are the caller's and can be of any length. */
const shorten = (field: string): string => field.slice(0, 200).toWellFormed()

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the plugin that finds the workspace, before anything else runs. */
    context: CallContext
  }
}
