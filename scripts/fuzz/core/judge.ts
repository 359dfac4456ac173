import type { Outcome } from './connection.ts'
import type { FindingKind } from './findings.ts'
import type { FuzzRequest } from './request.ts'

export interface Judgement {
  readonly kind: FindingKind
  readonly text: string
}

/** The status of a full quota or disk, which testers provoke. */
const STORAGE_FULL = 507

/** What object storage answers to what it does not have, with 501. */
const NOT_IMPLEMENTED = /<Code>NotImplemented<\/Code>/

/** What the metrics listener, which takes few connections, answers to others. */
const NO_SCRAPE = /Too many connections: \d+ of \d+ are open; close some"/

/** Judges an answer; undefined when nothing is wrong with it. */
export const judge = (request: FuzzRequest, outcome: Outcome): Judgement | undefined => {
  const route = `${request.method} ${routeOf(request.path)}`
  if (outcome.kind === 'cut') {
    if (outcome.why === 'garbled') return { kind: 'garbled', text: `${route}: ${outcome.detail}` }
    if (outcome.why !== 'silent') return undefined
    const what = outcome.detail.startsWith('0 ') ? 'no answer' : 'an answer without an end'
    return { kind: 'silence', text: `${route} has ${what}` }
  }
  const { status, headers, body } = outcome
  // Faults answer the status, or the refusal, that they were asked for.
  const isAskedFor = /\b(status|refuse)\b/.test(String(headers['x-sandbox-fault']))
  const isRefused =
    status === STORAGE_FULL || [NOT_IMPLEMENTED, NO_SCRAPE].some((one) => one.test(body.toString()))
  if (status < 500 || isRefused || isAskedFor) return undefined
  return { kind: '5xx', text: `${status} ${route}: ${withoutNumbers(body.toString())}` }
}

/** The beginning of a text, without the numbers that differ from call to call. */
export const withoutNumbers = (text: string): string =>
  text.slice(0, 200).replaceAll(/\d{3,}/g, 'N')

/** A path without what differs from call to call. */
export const routeOf = (path: string): string =>
  (path.split('?')[0] ?? '')
    .slice(0, 120)
    .replaceAll(/\/[\da-f-]{8,}(?=\/|$)/gi, '/*')
    .replaceAll(/\d+/g, 'N')
