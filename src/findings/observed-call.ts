import type { FindingCode } from '../contract/findings/finding.ts'
import type { OperationName } from '../contract/operation.ts'

/** A call as a report of findings names it. */
export interface CallOrigin {
  /** Number of its entry in the journal; undefined until the call has ended. */
  seq: number | undefined
  /** How often the journal was cleared before; numbers start over then. */
  clearings: number
  readonly operation: OperationName | null
  readonly method: string
  /** Path without the query, with its secrets masked. */
  readonly path: string
  /** By the clock of the workspace. */
  atMs: number
}

/** A call as the rules see it, when its answer is about to be sent. */
export interface ObservedCall {
  /** Name in journal and faults; null for an unknown path. */
  readonly operation: OperationName | null
  readonly method: string
  /** Headers by lower-case names. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Parsed body as sent; undefined where no JSON was read. */
  readonly body: unknown
  /** `0` or the code of the refusal; undefined where the answer has none. */
  readonly code: string | undefined
  /** Access token that counted; empty without one. */
  readonly accessToken: string
  /** By the clock of the workspace. */
  readonly nowMs: number
  /** The answer as it will be sent, text in most cases. */
  readonly payload: unknown
  /** What a report of later findings can name this call by; its `seq` is filled in when the call ends. */
  readonly origin: CallOrigin
  /** Adds a finding to this call. */
  warn(code: FindingCode, field?: string): void
}
