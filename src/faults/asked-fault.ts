import type { FaultEffect, FaultPhase } from './fault-schema.ts'
import { problemsOfEffect } from './judge-fault.ts'

/** A fault that a call requests for itself, in a header. */
export interface AskedFault {
  readonly source: 'header'
  readonly phase: FaultPhase
  readonly effect: FaultEffect
}

const HEADER =
  /^(arrival|before|after|during):(?:(refuse|delay|status)[=:](\d{1,20})|(reset|truncate|malformed))$/

const FORM =
  'it must be a phase (arrival, before, after, during), a colon and an effect (refuse=<code>, delay=<ms>, status=<n>, reset, truncate, malformed), such as before:refuse=10134011'

/** Reads `<phase>:<effect>`; answers a text with the reason when it is invalid. */
export const readHeader = (text: string): AskedFault | string => {
  const [, phase, verb, number = '', word] = HEADER.exec(text) ?? []
  if (phase === undefined) return FORM
  const effect = verb ? effectOf(verb, number) : { [word ?? '']: true }
  const asked = { source: 'header', phase: phase as FaultPhase, effect } as const
  return problemsOfEffect(effect, asked.phase).join('; ') || asked
}

const effectOf = (verb: string, number: string): FaultEffect => {
  if (verb === 'refuse') return { code: number }
  return verb === 'delay' ? { delayMs: Number(number) } : { status: Number(number) }
}
