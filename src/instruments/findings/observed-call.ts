import type { FindingCode } from '../../contract/findings/finding.ts'
import type { OperationAccess, OperationName } from '../../contract/operation.ts'

export interface CallOrigin {
  /** Number of its entry in the journal; undefined until the call has ended. */
  seq: number | undefined
  /** How often the journal was cleared before; numbers start over then. */
  clearings: number
  /** Name of the workspace, and of the test under way in it. */
  readonly workspaceName: string
  readonly test: string | undefined
  readonly operation: OperationName | null
  readonly method: string
  /** Path without the query, with its secrets masked. */
  readonly path: string
  /** By the clock of the workspace. */
  atMs: number
}

/** A call as it is compared with those before it, when its answer is about to be sent and when it has ended. */
export interface ObservedCall {
  /** Name in journal and faults; null for an unknown path. */
  readonly operation: OperationName | null
  /** What an operation of the document does to the library; undefined for other routes. */
  readonly access: OperationAccess | undefined
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: unknown
  /** Identifies a body: a short body itself, else its digest; empty if no body was read. */
  readonly bodyKey: string
  /** `0` or the error code; undefined if the response has no code. A fault after the operation can change it. */
  readonly code: string | undefined
  /** The code of the refusal before SANDBOX_CODES changes it. */
  readonly refusal: string | undefined
  /** True if the operation has succeeded, even if a fault then replaced its response. */
  readonly wasDone: boolean
  /** Access token that counted; empty without one. */
  readonly accessToken: string
  readonly arrivedAfterSeq: number
  /** When it arrived, by the clock of the workspace. */
  readonly arrivedAtMs: number
  /** By the clock of the workspace. */
  readonly nowMs: number
  /** True if the clock is frozen, so that pauses cannot be measured. */
  readonly isClockFrozen: boolean
  /** The answer as it will be sent, text in most cases. */
  readonly payload: unknown
  /** What a report of later findings can name this call by; its `seq` is filled in when the call ends. */
  readonly origin: CallOrigin
  warn(code: FindingCode, field?: string): void
}

export interface CallEnd {
  readonly seq: number
  /** True if its client did not get the whole response as it was built. */
  readonly isLost: boolean
}

/** A finding that belongs to no answer, because it is about a call that was never made. */
export interface PendingFinding {
  readonly code: FindingCode
  readonly field?: string
  /** The call that it is about, such as the one that began an upload. */
  readonly origin: CallOrigin
}
