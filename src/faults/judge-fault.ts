import { problemsOfBodyPart } from '../kernel/body-part.ts'
import { LIMITS } from '../limits.ts'
import { effectName, endingOf } from './fault.ts'
import type { Distribution, FaultEffect, FaultPhase, PhasedRule } from './fault-schema.ts'

/** Maximum delay. */
const MAX_DELAY_MS = LIMITS.delayMs.max

/** Statuses whose answers carry no body. */
const WITHOUT_BODY = new Set([204, 205, 304])

const CODE = /^(?!0+$)\d{1,20}$/

/** The problems of a rule; empty for a valid one. Its operation is judged by `known-operations.ts`. */
export const problemsOfFault = (rule: PhasedRule): string[] => [
  ...problemsOfMatch(rule),
  ...problemsOfEffect(rule.effect, rule.phase),
  ...problemsOfFailed(rule),
  ...problemsOfFrequency(rule),
]

const problemsOfMatch = ({ match, phase }: PhasedRule): string[] => {
  const isEarly = phase === 'arrival' || phase === 'before'
  return [
    ...(match.code !== undefined && isEarly
      ? [`match.code: a call has no outcome in the phase ${phase}; use after or during`]
      : []),
    ...(match.code !== undefined && !/^\d{1,20}$/.test(match.code)
      ? ['match.code must be "0" or the code of a refusal, in digits']
      : []),
    ...(match.body !== undefined && phase === 'arrival'
      ? ['match.body: the body has not been read in the phase arrival; use before']
      : []),
    ...problemsOfBodyPart(match.body),
  ]
}

const GIVEN: readonly (keyof FaultEffect)[] = [
  'code',
  'status',
  'reset',
  'truncate',
  'malformed',
  'failed',
]

/** The problems of an effect in a phase. */
export const problemsOfEffect = (effect: FaultEffect, phase: FaultPhase): string[] => {
  const given = GIVEN.filter((name) => effect[name] !== undefined)
  return [
    ...(effectName(effect) === ''
      ? ['effect is empty; give it a delay, another effect, or both']
      : []),
    ...(given.length > 1 ? [`effect: ${given.join(' and ')} exclude each other`] : []),
    ...problemsOfPhase(effect, phase),
    ...problemsOfDelay(effect),
    ...(effect.code !== undefined && !CODE.test(effect.code)
      ? ['effect.code must be 1 to 20 digits that are not all 0']
      : []),
    ...(effect.status !== undefined && !isStatus(effect.status)
      ? ['effect.status must be from 201 to 599, and not 204, 205 or 304, which have no body']
      : []),
  ]
}

const isStatus = (status: number): boolean =>
  Number.isInteger(status) && status > 200 && status < 600 && !WITHOUT_BODY.has(status)

const problemsOfPhase = (effect: FaultEffect, phase: FaultPhase): string[] => {
  const ending = endingOf(effect)
  const isOfBytes = ending === 'truncate' || ending === 'malformed'
  if (isOfBytes && phase !== 'during') return [`effect.${ending} needs the phase during`]
  const isOfAnswer = ending === 'code' || ending === 'status'
  if (isOfAnswer && phase === 'during')
    return [`effect.${ending} comes too late in the phase during; use arrival, before or after`]
  return []
}

const problemsOfDelay = ({ delayMs, distribution }: FaultEffect): string[] => {
  const limit = `at most ${MAX_DELAY_MS} ms`
  if (delayMs !== undefined && distribution)
    return ['effect: delayMs and distribution exclude each other']
  if (delayMs !== undefined && !isDelay(delayMs))
    return [`effect.delayMs must be a whole number from 0, ${limit}`]
  return distribution ? problemsOfDistribution(distribution, limit) : []
}

const problemsOfDistribution = (distribution: Distribution, limit: string): string[] => {
  const { minMs, maxMs } = distribution
  if (Object.keys(distribution).sort().join() !== 'kind,maxMs,minMs')
    return ['effect.distribution must have exactly kind, minMs and maxMs']
  const wrong = Object.entries({ minMs, maxMs }).filter(([, ms]) => !isDelay(ms))
  return [
    ...wrong.map(([name]) => `effect.distribution.${name} must be a whole number from 0, ${limit}`),
    ...(minMs > maxMs ? ['effect.distribution: minMs is more than maxMs'] : []),
  ]
}

const isDelay = (ms: number): boolean => Number.isInteger(ms) && ms >= 0 && ms <= MAX_DELAY_MS

const problemsOfFailed = ({ match, phase, effect: { failed } }: PhasedRule): string[] => {
  if (failed === undefined) return []
  const isCount = typeof failed === 'number' && Number.isInteger(failed) && failed > 0
  const isList = Array.isArray(failed) && failed.length > 0 && failed.every(Number.isSafeInteger)
  return [
    ...(match.operation === 'E21' ? [] : ['effect.failed is for E21 only, which has failedList']),
    ...(phase === 'before' ? [] : ['effect.failed needs the phase before']),
    ...(failed === 'all' || isCount || isList
      ? []
      : ['effect.failed must be a list of ids, a number from 1, or "all"']),
  ]
}

const problemsOfFrequency = ({ times = 1, probability = 1 }: PhasedRule): string[] => [
  ...(times === 'always' || (Number.isSafeInteger(times) && times > 0)
    ? []
    : ['times must be a whole number from 1, or "always"']),
  ...(probability >= 0 && probability <= 1 ? [] : ['probability must be from 0 to 1']),
]
