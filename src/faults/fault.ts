import type { OperationName } from '../contract/operation.ts'

/** When a fault acts: on arrival, before the operation, after its commit, during the bytes of the answer. */
export const FAULT_PHASES = ['arrival', 'before', 'after', 'during'] as const

/** A moment in the life of a call. */
export type FaultPhase = (typeof FAULT_PHASES)[number]

/** How delays are spread, ms; each value is drawn from the stream of the workspace. */
export interface Distribution {
  kind: 'uniform'
  minMs: number
  maxMs: number
}

/** What goes wrong: a delay, one of the others, or a delay and then one of the others. */
export interface FaultEffect {
  delayMs?: number
  distribution?: Distribution
  /** The code of a refusal. */
  code?: string
  /** An HTTP status. */
  status?: number
  reset?: true
  truncate?: true
  malformed?: true
  /** The atoms that E21 does not take: these, the first so many, or all. */
  failed?: readonly number[] | number | 'all'
}

/** Which calls a rule is about. */
export interface FaultMatch {
  /** The number of an operation, the name of a supporting route, or `*` for every operation. */
  operation: OperationName | '*'
  /** The outcome: `0` or the code of a refusal. */
  code?: string
  /** The e-mail address of the acting user. */
  actor?: string
  /** The first matching call that the rule acts on, from 1. */
  nth?: number
  /** A part of the body; keys that begin with `/` are JSON Pointers. */
  body?: Readonly<Record<string, unknown>>
}

/** A rule as somebody wants it. */
export interface WantedFault {
  match: FaultMatch
  phase: FaultPhase
  effect: FaultEffect
  /** How often it acts; once unless it says otherwise. */
  times?: number | 'always'
  /** How likely it acts on a call that matches; always without it. */
  probability?: number
}

/** A rule as it is kept. */
export interface FaultRule extends WantedFault {
  readonly id: string
  readonly times: number | 'always'
  /** How many calls have matched. */
  seen: number
  /** How often it has acted. */
  used: number
}

/** What a rule is compared with: a call at one of its phases. */
export interface FaultMoment {
  readonly phase: FaultPhase
  readonly operation: string
  /** Whether the operation is one of the document's. */
  readonly isOfDocument: boolean
  /** The outcome, once there is one. */
  readonly code?: string
  readonly body: unknown
  isActor(email: string): boolean
}

/** An effect that acts now, with its delay drawn. */
export interface ActingFault {
  /** Who asked for it: the id of a rule, `header` or `field`. */
  readonly source: string
  readonly effect: FaultEffect
  readonly delayMs: number
}

const ENDINGS = ['code', 'status', 'reset', 'truncate', 'malformed'] as const

/** The part of an effect that makes the answer another one, beside its delay. */
export const endingOf = (effect: FaultEffect): (typeof ENDINGS)[number] | undefined =>
  ENDINGS.find((name) => effect[name] !== undefined)

/** An effect in a word or two, such as `delay+reset`. */
export const effectName = (effect: FaultEffect): string => {
  const ending = endingOf(effect)
  return [
    effect.delayMs !== undefined || effect.distribution ? 'delay' : [],
    ending === 'code' ? 'refuse' : (ending ?? []),
    effect.failed === undefined ? [] : 'failed',
  ]
    .flat()
    .join('+')
}
