import { problemsOfBodyPart } from '../../kernel/body-part.ts'
import { LIMITS } from '../../kernel/limits.ts'
import { EXCLUSIVE, effectName, endingOf } from './fault.ts'
import type { FaultEffect, FaultPhase, PhasedRule } from './fault-schema.ts'

const WITHOUT_BODY = new Set([204, 205, 304])

const sentences = (...judged: readonly (readonly [isWrong: boolean, sentence: string])[]) =>
  judged.filter(([isWrong]) => isWrong).map(([, sentence]) => sentence)

/** The problems of a rule beyond its schema; empty for a valid one. Its operation is judged by `known-operations.ts`. */
export const problemsOfFault = ({ match, phase, effect }: PhasedRule): string[] => [
  ...sentences(
    [
      match.code !== undefined && (phase === 'arrival' || phase === 'before'),
      `match.code: a call has no result yet in the phase ${phase}; use after or during`,
    ],
    [
      match.body !== undefined && phase === 'arrival',
      'match.body: the body is not read yet in the phase arrival; use before',
    ],
  ),
  ...problemsOfBodyPart(match.body),
  ...problemsOfEffect(effect, phase),
  ...sentences(
    [
      effect.failed !== undefined && match.operation !== 'E21',
      'effect.failed is only for E21, which has failedList',
    ],
    [effect.failed !== undefined && phase !== 'before', 'effect.failed needs the phase before'],
    [
      effect.wrongChecksum !== undefined && !(isOfStorage(match.operation) && phase === 'after'),
      'effect.wrongChecksum is only for object storage operations, such as storage-part, in the phase after',
    ],
    [
      /^[A-Z]/.test(effect.code ?? '') && !isOfStorage(match.operation),
      'effect.code: codes with letters are only for object storage operations, such as storage-part',
    ],
  ),
]

const isOfStorage = (operation: string): boolean => operation.startsWith('storage-')

export const problemsOfEffect = (effect: FaultEffect, phase: FaultPhase): string[] => {
  const { delayMs = 0, code = '1', status = 500 } = effect
  const given = EXCLUSIVE.filter((name) => effect[name] !== undefined)
  const ending = endingOf(effect)
  const isOfBytes = ending === 'truncate' || ending === 'malformed'
  const isOfAnswer = ending === 'code' || ending === 'status'
  return sentences(
    [effectName(effect) === '', 'effect is empty; set a delay, another effect, or both'],
    [given.length > 1, `effect: ${given.join(' and ')} cannot be combined`],
    [isOfBytes && phase !== 'during', `effect.${ending} needs the phase during`],
    [
      isOfAnswer && phase === 'during',
      `effect.${ending} comes too late in the phase during; use arrival, before or after`,
    ],
    [delayMs > LIMITS.delayMs.max, `effect.delayMs must be at most ${LIMITS.delayMs.max} ms`],
    [
      !/^(?:(?!0+$)\d{1,20}|[A-Z][A-Za-z]{1,60})$/.test(code),
      'effect.code must be 1 to 20 digits that are not all 0',
    ],
    [
      status < 201 || status > 599 || WITHOUT_BODY.has(status),
      'effect.status must be from 201 to 599, and not 204, 205 or 304, which have no body',
    ],
  )
}
