import type { FaultEffect, FaultRule } from '#src/client/generated/control.ts'
import { formatNumber } from '../../texts/language.ts'
import { words } from '../../texts/words.ts'

/** Longer parts of a body are cut. */
const MAX_BODY = 200

/** Which calls a rule matches. */
export const describeMatch = ({ match }: FaultRule): string => {
  const text = words('faultSentences')
  const body = match.body === undefined ? '' : JSON.stringify(match.body)
  const cut = body.length > MAX_BODY ? `${body.slice(0, MAX_BODY)}…` : body
  return [
    match.operation === '*' ? text.everyOperation : text.of(match.operation),
    match.actor === undefined ? '' : text.by(match.actor),
    match.code === undefined ? '' : text.code(match.code),
    body === '' ? '' : text.body(cut),
    match.nth === undefined ? '' : text.nth(formatNumber(match.nth)),
  ].join('')
}

/** When a rule acts, what it does, and how often. */
export const describeEffect = ({
  phase = 'before',
  effect,
  times = 1,
  probability,
}: FaultRule): string => {
  const text = words('faultSentences')
  const parts = [...delayParts(effect), ...endingParts(effect)]
  const chance =
    probability === undefined || probability === 1
      ? ''
      : text.chance(formatNumber(probability * 100))
  return text.sentence(
    text[phase],
    parts.length === 0 ? text.nothing : parts.join(text.andThen),
    `${oftenOf(times)}${chance}`,
  )
}

const oftenOf = (times: number | 'always'): string => {
  if (times === 'always') return words('faultSentences').always
  return times === 1
    ? words('faultSentences').once
    : words('faultSentences').times(formatNumber(times))
}

const delayParts = ({ delayMs, distribution }: FaultEffect): string[] => {
  const text = words('faultSentences')
  if (delayMs !== undefined) return [text.wait(formatNumber(delayMs))]
  if (!distribution) return []
  return [text.between(formatNumber(distribution.minMs), formatNumber(distribution.maxMs))]
}

const endingParts = ({ code, status, failed, ...flags }: FaultEffect): string[] => {
  const text = words('faultSentences')
  if (code !== undefined) return [text.refuse(code)]
  if (status !== undefined) return [text.status(String(status))]
  if (failed !== undefined) return [text.failed(atomsOf(failed))]
  return (['reset', 'truncate', 'malformed'] as const)
    .filter((name) => flags[name])
    .map((name) => text[name])
}

const atomsOf = (failed: number[] | number | 'all'): string => {
  const text = words('faultSentences')
  if (failed === 'all') return text.all
  return typeof failed === 'number'
    ? text.first(formatNumber(failed))
    : text.these(failed.join(', '))
}
