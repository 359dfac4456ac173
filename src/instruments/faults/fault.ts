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

/** A fault that has acted on a call. */
export interface ActedFault extends ActingFault {
  readonly phase: FaultPhase
  /** True if it had to delay the call and did not, because too many calls are delayed. */
  isDelaySkipped?: boolean
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

/** The faults of a call in words, for `x-sandbox-fault`, journal and log: `f-1 arrival delay, f-2 after reset`. */
export const describeFaults = (faults: readonly ActedFault[]): string =>
  faults.map(describeFault).join(', ')

const describeFault = ({ source, phase, effect, isDelaySkipped }: ActedFault): string => {
  const skipped = isDelaySkipped ? ' (delay skipped: too many calls are already delayed)' : ''
  return `${source} ${phase} ${effectName(effect)}${skipped}`
}

/** True if one of the faults cut the connection, so that the answer did not arrive whole. */
export const haveCut = (faults: readonly ActedFault[]): boolean =>
  faults.some(({ effect }) => effect.reset || effect.truncate)

export const haveGarbled = (faults: readonly ActedFault[]): boolean =>
  faults.some(({ effect }) => effect.malformed)
