import type { FaultEffect, FaultPhase } from './fault-schema.ts'

/** A call in one of its phases, with which rules are compared. */
export interface FaultMoment {
  readonly phase: FaultPhase
  readonly operation: string
  readonly isOfDocument: boolean
  /** The code of the answer, once it is known. */
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

/** The part of an effect that replaces the answer, beside its delay. */
export const endingOf = (effect: FaultEffect): (typeof ENDINGS)[number] | undefined =>
  ENDINGS.find((name) => effect[name] !== undefined)

/** The name of an effect, such as `delay+reset`. */
export const effectName = (effect: FaultEffect): string => {
  const ending = endingOf(effect)
  return [
    effect.delayMs === undefined ? [] : 'delay',
    ending === 'code' ? 'refuse' : (ending ?? []),
    effect.wrongChecksum === undefined ? [] : 'wrongChecksum',
    effect.failed === undefined ? [] : 'failed',
  ]
    .flat()
    .join('+')
}
