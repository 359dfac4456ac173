import type { ActingFault } from './fault.ts'
import type { FaultEffect, FaultPhase } from './fault-schema.ts'
import { problemsOfEffect } from './judge-fault.ts'

export interface AskedFault extends ActingFault {
  readonly phase: FaultPhase
}

const HEADER =
  /^(arrival|before|after|during):(?:(refuse|delay|status)[=:](\d{1,20})|(reset|truncate|malformed))$/

const FIELD = /^sandbox:(refuse|delay):(\d{1,20})$/

export const FIELD_PREFIX = 'sandbox:'

/** Reads `<phase>:<effect>`; answers a text with the reason when it is invalid. */
export const readHeader = (text: string): AskedFault | string => {
  const [, phase, verb, number = '', word] = HEADER.exec(text) ?? []
  if (phase === undefined) return FORM
  const effect = verb ? effectOf(verb, number) : { [word ?? '']: true }
  return judged({ source: 'header', phase: phase as FaultPhase, effect })
}

const FORM =
  'it must be a phase (arrival, before, after, during), a colon and an effect (refuse=<code>, delay=<ms>, status=<n>, reset, truncate, malformed), such as before:refuse=10134011'

/** The fault that the first such string of a body requests; a text with the reason when it is invalid. */
export const findInBody = (body: unknown): AskedFault | string | undefined => {
  if (typeof body === 'string') {
    const [, verb, number = ''] = FIELD.exec(body) ?? []
    if (verb === undefined) return undefined
    return judged({ source: 'field', phase: 'before', effect: effectOf(verb, number) })
  }
  if (body === null || typeof body !== 'object') return undefined
  for (const element of Object.values(body)) {
    const found = findInBody(element)
    if (found !== undefined) return found
  }
  return undefined
}

const effectOf = (verb: string, number: string): FaultEffect => {
  if (verb === 'refuse') return { code: number }
  return verb === 'delay' ? { delayMs: Number(number) } : { status: Number(number) }
}

const judged = (asked: AskedFault): AskedFault | string =>
  problemsOfEffect(asked.effect, asked.phase).join('; ') || asked
