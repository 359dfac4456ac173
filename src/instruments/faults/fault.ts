import type { FaultEffect, FaultPhase } from './fault-schema.ts'

/** A call in one of its phases, with which rules are compared. */
export interface FaultMoment {
  readonly phase: FaultPhase
  readonly operation: string
  readonly isOfDocument: boolean
  readonly code?: string
  readonly body: unknown
  isActor(email: string): boolean
}

export interface ActingFault {
  /** Its source: the id of a rule, `header` or `field`. */
  readonly source: string
  readonly effect: FaultEffect
}

const ENDINGS = ['code', 'status', 'reset', 'truncate', 'malformed'] as const

/** The parts of an effect; besides its delay, an effect has at most one of them. */
export const EXCLUSIVE = [...ENDINGS, 'wrongChecksum', 'failed'] as const

/** The part of an effect, other than the delay, that replaces the response. */
export const endingOf = (effect: FaultEffect): (typeof ENDINGS)[number] | undefined =>
  ENDINGS.find((name) => effect[name] !== undefined)

const NAMES: ReadonlyMap<string, string> = new Map([
  ['delayMs', 'delay'],
  ['code', 'refuse'],
])

/** The name of an effect, such as `delay+reset`. */
export const effectName = (effect: FaultEffect): string =>
  (['delayMs', ...EXCLUSIVE] as const)
    .filter((name) => effect[name] !== undefined)
    .map((name) => NAMES.get(name) ?? name)
    .join('+')
