import type { Transport } from '../../instruments/journal/journal-schema.ts'
import type { KeptBytes } from '../../instruments/journal/kept-bytes.ts'
import type { Workspace } from '../../workspaces/workspace.ts'
import type { Call } from '../call.ts'

/** How a call ended that is recorded. */
export interface Outcome {
  /** The workspace that the call was in when it was recorded. */
  readonly workspace: Workspace
  readonly transport: Transport
  /** True if the caller did not get the whole answer as it was made. */
  readonly isLost: boolean
  /** The kept part of the answer. */
  readonly answer: KeptBytes | null
  /** By the clock of the workspace. */
  readonly atMs: number
  /** True if the call was recorded as complete before, and its connection was cut since. */
  readonly isAmended: boolean
}

/** What an observer does for one call. */
export interface Observation {
  /** Before the headers of the answer are sent, which name the findings; for recorded calls only. */
  onAnswer?(payload: unknown): void
  /** Before the caller can read the end of its answer, and again if it is cut later; for recorded calls only. */
  onOutcome?(outcome: Outcome): void
  /** When the answer is out or its connection has ended, with the bytes of its body. */
  onEnd?(sentBytes: number | undefined): void
}

/** Starts to observe a call; undefined if it has nothing to do for it. */
export type Observer = (call: Call) => Observation | undefined
