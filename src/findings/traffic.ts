import type { FindingCode } from '../contract/findings/finding.ts'
import type { CallOrigin, ObservedCall } from './observed-call.ts'

/** A finding that belongs to no answer, because it is about a call that was never made. */
export interface PendingFinding {
  readonly code: FindingCode
  readonly field?: string
  /** The call that it is about, such as the one that began an upload. */
  readonly origin: CallOrigin
}

/** How a call ended: `lost` where its caller did not get the whole answer. */
export type CallEnd = 'answered' | 'lost'

/** What the rules remember of the calls of one workspace, to judge a call in the light of those before it. */
export class Traffic {
  /** Judges a call before its headers are sent; findings go to the call. */
  judge(_call: ObservedCall): void {
    // The rules of traffic are added here.
  }

  /** Learns how a call ended that was judged before. */
  ended(_origin: CallOrigin, _end: CallEnd): void {
    // The rules of traffic are added here.
  }

  /** Findings about calls that are missing so far. */
  pending(): readonly PendingFinding[] {
    return []
  }

  /** Forgets all calls, when the data of the workspace is replaced or its findings are deleted. */
  clear(): void {
    // The rules of traffic are added here.
  }
}
