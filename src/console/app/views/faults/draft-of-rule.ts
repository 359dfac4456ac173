import { FAULT_PHASES } from '#src/client/generated/constants.ts'
import type { JsonObject } from '#src/viewer/page/openapi-parts.ts'
import { ENDING_NAMES, type FaultDraft, NEW_DRAFT } from './fault-draft.ts'
import { objectOf, parseObject } from './json-object.ts'

/** The form filled from a rule that a link carries, which may have any shape; undefined when it is no rule. */
export const draftOf = (text: string): FaultDraft | undefined => {
  const rule = parseObject(text)
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

const effectOf = (effect: JsonObject): Partial<FaultDraft> => {
  const { distribution: given, delayMs, code, status, failed } = effect
  const distribution = objectOf(given)
  const names = new Set(
    Object.entries(effect)
      .filter(([, value]) => value !== false)
      .map(([name]) => name),
  )
  const ending = ENDING_NAMES.find((name) => names.has(name))
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

const definedTexts = (values: Readonly<Record<string, unknown>>): Partial<FaultDraft> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
      .map(([name, value]) => [name, String(value)]),
  )
