import type { FindingCode } from '../../contract/findings/finding.ts'
import type { CallOrigin, ObservedCall } from '../observed-call.ts'

/** A finding that belongs to no answer, because it is about a call that was never made. */
export interface PendingFinding {
  readonly code: FindingCode
  readonly field?: string
  /** The call that it is about, such as the one that began an upload. */
  readonly origin: CallOrigin
}

/** How a call ended. */
export interface CallEnd {
  /** Number of its entry in the journal. */
  readonly seq: number
  /** Whether its caller did not get the whole answer as it was made. */
  readonly isLost: boolean
}

/** A rule about calls in the light of those before them. */
export interface TrafficRule {
  /** Judges a call before its headers are sent. */
  judge?(call: ObservedCall): void
  /** Remembers how a call ended, before its caller can make the next one; again when its connection is cut later. */
  learn?(call: ObservedCall, end: CallEnd): void
  /** Gives back the memory that it has counted; nothing is learned afterwards. */
  clear?(): void
}
