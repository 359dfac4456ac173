import { shellWord } from '#src/client/curl.ts'
import { FAULT_PHASES } from '#src/client/generated/constants.ts'
import type { FaultEffect, FaultPhase, FaultRule } from '#src/client/generated/control.ts'
import { parsedJson } from '#src/client/parsed-json.ts'
import { isObject } from '#src/kernel/is-object.ts'

/** The effects that replace the answer or leave out atoms, beside a delay. */
const ENDINGS = ['code', 'status', 'reset', 'truncate', 'malformed', 'failed'] as const

/** What a rule does besides a delay. */
export type Ending = 'none' | (typeof ENDINGS)[number]

/** The form as it opens. A number that is not one stays as it was written. */
export const NEW_DRAFT = {
  operation: 'E1',
  outcome: '',
  actor: '',
  nth: undefined as Amount,
  body: '',
  phase: 'before' as FaultPhase,
  ending: 'code' as Ending,
  code: '10134011',
  status: 503 as Amount,
  failed: '1',
  delay: 'none' as 'none' | 'fixed' | 'uniform',
  delayMs: 1000 as Amount,
  minMs: 100 as Amount,
  maxMs: 900 as Amount,
  probability: undefined as Amount,
  frequency: 'once' as 'once' | 'number' | 'always',
  times: 2 as Amount,
}

type Amount = number | undefined

/** A rule as the form has it. */
export type FaultDraft = typeof NEW_DRAFT

/** The endings that are possible in each phase. */
export const ENDINGS_OF: Readonly<Record<FaultPhase, readonly Ending[]>> = {
  arrival: ['none', 'code', 'status', 'reset'],
  before: ['none', 'code', 'status', 'reset', 'failed'],
  after: ['none', 'code', 'status', 'reset'],
  during: ['none', 'reset', 'truncate', 'malformed'],
}

/** The form filled from a rule that a link carries, which may have any shape; undefined when it is no rule. */
export const draftOf = (text: string): FaultDraft | undefined => {
  const rule = parsedJson(text)
  if (!isObject(rule) || !isObject(rule.match) || !isObject(rule.effect)) return undefined
  const { match, effect, times = 1 } = rule
  const { code: outcome, body, ...matched } = match
  const { distribution, failed } = effect
  const delay = isObject(distribution) ? 'uniform' : effect.delayMs === undefined ? 'none' : 'fixed'
  const frequency = times === 'always' ? times : times === 1 ? 'once' : 'number'
  return {
    ...NEW_DRAFT,
    ...plainOf({ outcome, ...matched, probability: rule.probability }),
    ...plainOf({ ...effect, ...(isObject(distribution) && distribution) }),
    ...(typeof times === 'number' && { times }),
    ...(failed !== undefined && { failed: textOf(failed) }),
    body: body === undefined ? '' : JSON.stringify(body, null, 2),
    phase: FAULT_PHASES.find((phase) => phase === rule.phase) ?? 'before',
    ending: ENDINGS.find((name) => (effect[name] ?? false) !== false) ?? 'none',
    delay,
    frequency,
  }
}

/** The values that fields of the form can have. */
const plainOf = (values: Readonly<Record<string, unknown>>): Partial<FaultDraft> =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) =>
        Object.hasOwn(NEW_DRAFT, name) && (typeof value === 'string' || typeof value === 'number'),
    ),
  )

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)

/** The rule of a form; undefined while its body is no JSON object. Everything else is judged by the server. */
export const ruleOf = (draft: FaultDraft): FaultRule | undefined => {
  const { operation, outcome, actor, nth, phase, probability, frequency, times } = draft
  const hasOutcome = phase === 'after' || phase === 'during'
  const hasBody = phase !== 'arrival' && draft.body.trim() !== ''
  const body = hasBody ? parsedJson(draft.body) : undefined
  if (hasBody && !isObject(body)) return undefined
  return {
    match: {
      operation: operation as FaultRule['match']['operation'],
      ...(hasOutcome && outcome !== '' && { code: outcome.trim() }),
      ...(actor !== '' && { actor: actor.trim() }),
      ...(nth !== undefined && { nth }),
      ...(isObject(body) && { body }),
    },
    phase,
    effect: { ...delayOf(draft), ...endingOf(draft) },
    ...(probability !== undefined && { probability }),
    ...(frequency === 'always' && { times: frequency }),
    ...(frequency === 'number' && { times: times ?? 1 }),
  }
}

const delayOf = ({ delay, delayMs = 0, minMs = 0, maxMs = 0 }: FaultDraft): FaultEffect => {
  if (delay === 'none') return {}
  return delay === 'fixed' ? { delayMs } : { distribution: { kind: 'uniform', minMs, maxMs } }
}

const endingOf = ({ ending, code, status = 0, failed }: FaultDraft): FaultEffect => {
  if (ending === 'none') return {}
  if (ending === 'code') return { code: code.trim() }
  if (ending === 'status') return { status }
  if (ending === 'failed') return { failed: failedOf(failed.trim()) }
  return { [ending]: true }
}

const failedOf = (text: string): number[] | number | 'all' => {
  if (text === 'all') return 'all'
  return /^\d+$/.test(text) ? Number(text) : (text.match(/\d+/g) ?? []).map(Number)
}

/** The command line that adds a rule to a workspace, quoted for a POSIX shell. */
export const commandOf = (rule: FaultRule, workspace: string): string => {
  const { match, phase, effect, probability, times } = rule
  const { delayMs } = effect
  const hasOptions =
    probability === undefined && !effect.distribution && effect.failed === undefined
  const options = hasOptions
    ? {
        operation: match.operation,
        outcome: match.code,
        actor: match.actor,
        nth: match.nth,
        body: match.body && JSON.stringify(match.body),
        phase,
        delay: delayMs === undefined ? undefined : `${delayMs}ms`,
        code: effect.code,
        status: effect.status,
        reset: effect.reset,
        truncate: effect.truncate,
        malformed: effect.malformed,
        times,
      }
    : { rule: JSON.stringify(rule) }
  const words = Object.entries({ workspace, ...options }).flatMap(([name, value]) => {
    if (value === undefined || value === false) return []
    return value === true ? `--${name}` : `--${name} ${shellWord(String(value))}`
  })
  return ['dam-sandbox fault add', ...words].join(' ')
}
