import type { OperationName } from './generated/operations.ts'

/** When a fault acts: on arrival, before the operation, after its commit, during the bytes of the answer. */
export type FaultPhase = 'arrival' | 'before' | 'after' | 'during'

/** How delays are spread; each is drawn from the stream of the workspace. */
export interface Distribution {
  kind: 'uniform'
  minMs: number
  maxMs: number
}

/** What goes wrong: a delay, one of the others, or a delay and then one of the others. */
export interface FaultEffect {
  delayMs?: number
  distribution?: Distribution
  /** The code of a refusal, which is answered in the operation's own reply shape. */
  code?: string
  /** An HTTP status. */
  status?: number
  /** The connection is reset. */
  reset?: boolean
  truncate?: boolean
  malformed?: boolean
  /** The atoms that E21 does not take: these, the first so many, or all. */
  failed?: readonly number[] | number | 'all'
}

/** Which calls a rule is about. */
export interface FaultMatch {
  /** The number of an operation, the name of one beside the document's, or `*`. */
  operation: OperationName | '*'
  /** The outcome: `0` or the code of a refusal. */
  code?: string
  /** The e-mail address of the acting user. */
  actor?: string
  /** The first matching call that the rule acts on, from 1. */
  nth?: number
  /**
   * A part of the body: keys of objects that it must have, and elements of lists in any place. A key that
   * begins with `/` is a JSON Pointer into the body, such as `{ '/param/assetIds/0': 100001 }`.
   */
  body?: Record<string, unknown>
}

/** A rule as it is added. */
export interface FaultRule {
  match: FaultMatch
  phase: FaultPhase
  effect: FaultEffect
  /** How often it acts; once without it. */
  times?: number | 'always'
  /** How likely it acts on a call that matches, drawn from the stream of the workspace. */
  probability?: number
}

/** A rule as it is kept. */
export interface Fault extends FaultRule {
  id: string
  times: number | 'always'
  /** How many calls have matched. */
  seen: number
  /** How often it has acted. */
  used: number
}
