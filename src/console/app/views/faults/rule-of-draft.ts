import type { FaultEffect, FaultRule } from '#src/client/generated/control.ts'
import type { FaultDraft } from './fault-draft.ts'
import { parseObject } from './json-object.ts'

/** The rule of a form; undefined while its body is no JSON object. Everything else is judged by the server. */
export const ruleOf = (draft: FaultDraft): FaultRule | undefined => {
  const { operation, outcome, actor, nth, phase, probability, frequency, times } = draft
  const hasOutcome = phase === 'after' || phase === 'during'
  const hasBody = phase !== 'arrival' && draft.body.trim() !== ''
  const body = hasBody ? parseObject(draft.body) : undefined
  if (hasBody && !body) return undefined
  return {
    match: {
      operation: operation as FaultRule['match']['operation'],
      ...(hasOutcome && outcome !== '' && { code: outcome.trim() }),
      ...(actor !== '' && { actor: actor.trim() }),
      ...(nth !== '' && { nth: Number(nth) }),
      ...(body && { body }),
    },
    phase,
    effect: { ...delayOf(draft), ...endingOf(draft) },
    ...(probability !== '' && { probability: Number(probability) }),
    ...(frequency === 'always' && { times: frequency }),
    ...(frequency === 'number' && { times: Number(times) }),
  }
}

const delayOf = ({ delay, delayMs, minMs, maxMs }: FaultDraft): FaultEffect => {
  if (delay === 'none') return {}
  if (delay === 'fixed') return { delayMs: Number(delayMs) }
  return { distribution: { kind: 'uniform', minMs: Number(minMs), maxMs: Number(maxMs) } }
}

const endingOf = ({ ending, code, status, failed }: FaultDraft): FaultEffect => {
  if (ending === 'none') return {}
  if (ending === 'code') return { code: code.trim() }
  if (ending === 'status') return { status: Number(status) }
  if (ending === 'failed') return { failed: failedOf(failed) }
  return { [ending]: true }
}

const failedOf = (text: string): number[] | number | 'all' => {
  const trimmed = text.trim()
  if (trimmed === 'all') return 'all'
  if (/^\d+$/.test(trimmed)) return Number(trimmed)
  return (trimmed.match(/\d+/g) ?? []).map(Number)
}
