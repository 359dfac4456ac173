import { FAULT_PHASES } from '#src/client/generated/constants.ts'
import type { FaultEffect, FaultPhase, FaultRule } from '#src/client/generated/control.ts'

/** What a rule does besides a delay. */
export type EndingName = 'none' | 'code' | 'status' | 'reset' | 'truncate' | 'malformed' | 'failed'

/** A rule as the form has it: every field as text. */
export interface FaultDraft {
  readonly operation: string
  readonly outcome: string
  readonly actor: string
  readonly nth: string
  readonly body: string
  readonly phase: FaultPhase
  readonly ending: EndingName
  readonly code: string
  readonly status: string
  readonly failed: string
  readonly delay: 'none' | 'fixed' | 'uniform'
  readonly delayMs: string
  readonly minMs: string
  readonly maxMs: string
  readonly probability: string
  readonly frequency: 'once' | 'number' | 'always'
  readonly times: string
}

/** The parts of the form read and change one draft. */
export interface DraftProps {
  readonly draft: FaultDraft
  readonly change: (change: Partial<FaultDraft>) => void
}

/** The form as it opens. */
export const NEW_DRAFT: FaultDraft = {
  operation: 'E1',
  outcome: '',
  actor: '',
  nth: '',
  body: '',
  phase: 'before',
  ending: 'code',
  code: '10134011',
  status: '503',
  failed: '1',
  delay: 'none',
  delayMs: '1000',
  minMs: '100',
  maxMs: '900',
  probability: '',
  frequency: 'once',
  times: '2',
}

/** The endings that are possible in each phase. */
export const ENDINGS: Readonly<Record<FaultPhase, readonly EndingName[]>> = {
  arrival: ['none', 'code', 'status', 'reset'],
  before: ['none', 'code', 'status', 'reset', 'failed'],
  after: ['none', 'code', 'status', 'reset'],
  during: ['none', 'reset', 'truncate', 'malformed'],
}

/** The form filled from a rule that a link carries, which may have any shape; undefined when it is no rule. */
export const draftOf = (text: string): FaultDraft | undefined => {
  const rule = parsed(text)
  const match = objectOf(rule?.match)
  const effect = objectOf(rule?.effect)
  if (!rule || !match || !effect) return undefined
  const { times, probability } = rule
  return {
    ...NEW_DRAFT,
    ...definedTexts({
      operation: match.operation,
      outcome: match.code,
      actor: match.actor,
      nth: match.nth,
      probability,
    }),
    body: match.body === undefined ? '' : JSON.stringify(match.body, null, 2),
    phase: FAULT_PHASES.find((phase) => phase === rule.phase) ?? 'before',
    ...effectOf(effect),
    frequency:
      times === 'always' ? 'always' : times === undefined || times === 1 ? 'once' : 'number',
    ...(typeof times === 'number' && { times: String(times) }),
  }
}

const effectOf = (effect: Loose): Partial<FaultDraft> => {
  const { distribution: given, delayMs, code, status, failed } = effect
  const distribution = objectOf(given)
  const isSet = (name: string): boolean => effect[name] !== undefined && effect[name] !== false
  const ending = (['code', 'status', 'reset', 'truncate', 'malformed', 'failed'] as const).find(
    isSet,
  )
  return {
    ending: ending ?? 'none',
    delay: distribution ? 'uniform' : delayMs === undefined ? 'none' : 'fixed',
    ...definedTexts({ code, status, delayMs }),
    ...definedTexts({ minMs: distribution?.minMs, maxMs: distribution?.maxMs }),
    ...(failed !== undefined && {
      failed: typeof failed === 'string' ? failed : JSON.stringify(failed),
    }),
  }
}

type Loose = Record<string, unknown>

const objectOf = (value: unknown): Loose | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Loose)
    : undefined

const parsed = (text: string): Loose | undefined => {
  try {
    return objectOf(JSON.parse(text))
  } catch {
    return undefined
  }
}

const definedTexts = (values: Loose): Partial<FaultDraft> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
      .map(([name, value]) => [name, String(value)]),
  )

/** The rule of a form; undefined while its body is no JSON object. Everything else is judged by the server. */
export const ruleOf = (draft: FaultDraft): FaultRule | undefined => {
  const { operation, outcome, actor, nth, phase, probability, frequency, times } = draft
  const hasOutcome = phase === 'after' || phase === 'during'
  const hasBody = phase !== 'arrival' && draft.body.trim() !== ''
  const body = hasBody ? parsed(draft.body) : undefined
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
