import type { Outcome } from './connection.ts'
import type { FindingKind } from './findings.ts'
import type { FuzzRequest } from './request.ts'

/** What is wrong with an answer. */
export interface Judgement {
  readonly kind: FindingKind
  readonly text: string
}

/** Statuses above 499 that a tester has provoked on purpose: 507 means that a quota or the disk is full. */
const ALWAYS_ALLOWED: ReadonlySet<number> = new Set([507])

/** Judges an answer; undefined when nothing is wrong with it. */
export const judge = (
  request: FuzzRequest,
  outcome: Outcome,
  allowed: ReadonlySet<number> = ALWAYS_ALLOWED,
): Judgement | undefined => {
  const route = `${request.method} ${routeOf(request.path)}`
  if (outcome.kind === 'cut') {
    if (outcome.why === 'silent') {
      const bytes = outcome.detail?.startsWith('0 ') ? 'no answer' : 'an answer without an end'
      return { kind: 'silence', text: `${route} has ${bytes}` }
    }
    if (outcome.why !== 'garbled') return undefined
    return { kind: 'garbled', text: `${route}: ${outcome.detail ?? ''}` }
  }
  if (outcome.status < 500 || allowed.has(outcome.status) || isAskedFor(outcome.headers))
    return undefined
  const body = outcome.body.toString('utf8', 0, 300).replaceAll(/\d{3,}/g, 'N')
  return { kind: '5xx', text: `${outcome.status} ${route}: ${body}` }
}

/** Faults answer the status, or the refusal, that they were asked for. */
const isAskedFor = (headers: ReadonlyMap<string, string>): boolean =>
  /\b(status|refuse)\b/.test(headers.get('x-sandbox-fault') ?? '')

/** A path without what differs from call to call. */
const routeOf = (path: string): string =>
  path
    .split('?')[0]
    ?.slice(0, 120)
    .replaceAll(/\/[\da-f-]{8,}(?=\/|$)/gi, '/*')
    .replaceAll(/\d+/g, 'N') ?? ''
