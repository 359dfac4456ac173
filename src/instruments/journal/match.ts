import {
  type FindingCode,
  isAtLeast,
  type KeptFinding,
  levelOfFinding,
} from '../../contract/findings/finding.ts'
import type { FindingLevel } from '../../contract/findings/finding-kind.ts'
import type { BodyPart } from '../../kernel/body-part.ts'
import { LIMITS } from '../../kernel/limits.ts'
import {
  type BodyVerdict,
  ComparisonBudget,
  type Difference,
  differencesOfBody,
  matchBody,
} from '../../kernel/match-body.ts'
import type { CallFacts, KeptCall } from './journal.ts'
import { type Masking, unescaped } from './masking.ts'
import { detailOf } from './show-entry.ts'

/** The `CallMatch` of a request, with its body taken apart; an absent condition matches every call. */
export interface ParsedMatch {
  /** `E8`, or the name of a supporting route; case does not matter. */
  operation?: string
  code?: string
  /** E-mail address (case ignored) or id of the acting user. */
  actor?: string
  finding?: FindingCode
  level?: FindingLevel
  body?: BodyPart
}

export interface EntryFilter extends ParsedMatch {
  /** Text in what is shown of a call, or its number. */
  text?: string
  /** By the workspace's clock. */
  sinceMs?: number
  after?: number
}

/** True if a call matches; unknown if its body is incomplete or too large to compare, or the search has compared too much. */
export const judge = (
  { facts }: KeptCall,
  match: ParsedMatch,
  search = newSearchBudget(),
): BodyVerdict => {
  if (differencesOfHead(facts, match).length > 0) return 'differs'
  if (match.body === undefined) return 'matches'
  const { requestBody } = facts
  if (search.isSpent || (requestBody && !requestBody.isWhole)) return 'unknown'
  return matchBody(match.body, requestBody?.json, bodyBudget(search))
}

export const isListed = (entry: KeptCall, filter: EntryFilter, masking: Masking): boolean =>
  entry.facts.atMs >= (filter.sinceMs ?? Number.NEGATIVE_INFINITY) &&
  entry.seq > (filter.after ?? 0) &&
  judge(entry, filter) === 'matches' &&
  (filter.text === undefined || hasText(entry, filter.text, masking))

/** What is masked is not searched, so that a search cannot guess it. */
const hasText = (entry: KeptCall, text: string, masking: Masking): boolean => {
  if (text.replace('#', '') === String(entry.seq)) return true
  const { operation, path, actor, message, request, answer } = detailOf(entry, masking)
  const bodies = [request.body, answer.body].map((body) => unescaped(body?.text ?? ''))
  const wanted = text.toLowerCase()
  return [operation, path, actor, message, ...bodies].some((one) =>
    one?.toLowerCase().includes(wanted),
  )
}

export const differencesOfHead = (
  { operation, code, actor, actorId, findings }: CallFacts,
  match: ParsedMatch,
): Difference[] => {
  const differs: Difference[] = []
  if (match.operation !== undefined && !isSame(match.operation, operation))
    differs.push({ path: 'operation', expected: match.operation, found: operation })
  if (match.code !== undefined && match.code !== code)
    differs.push({ path: 'code', expected: match.code, found: code })
  if (match.actor !== undefined && !isSame(match.actor, actor) && match.actor !== String(actorId))
    differs.push({ path: 'actor', expected: match.actor, found: actor })
  if (match.finding === undefined && match.level === undefined) return differs
  return [...differs, ...differencesOfFindings(findings, match)]
}

/** A match with a code and a level asks for one finding that has both. */
const differencesOfFindings = (
  findings: readonly KeptFinding[],
  { finding, level = 'note' }: ParsedMatch,
): Difference[] => {
  const isWanted = (found: KeptFinding): boolean =>
    (finding === undefined || found.code === finding) && isAtLeast(levelOfFinding(found), level)
  if (findings.some(isWanted)) return []
  return finding === undefined
    ? [{ path: 'level', expected: level, found: findings.map(levelOfFinding) }]
    : [{ path: 'finding', expected: finding, found: findings.map(({ code }) => code) }]
}

const isSame = (wanted: string, found: string | null): boolean =>
  wanted.toLowerCase() === found?.toLowerCase()

export const differencesOfRequest = (
  { requestBody }: CallFacts,
  part: BodyPart,
  search: ComparisonBudget,
): Difference[] => {
  const body = search.isSpent ? undefined : requestBody?.json
  if (!requestBody || body !== undefined || search.isSpent)
    return differencesOfBody(part, body, bodyBudget(search))
  const found = `${requestBody.sizeBytes} bytes, ${requestBody.isWhole ? 'not JSON' : 'not all kept'}`
  return [{ path: 'body', expected: part.given, found }]
}

export const newSearchBudget = () => new ComparisonBudget(LIMITS.searchComparisons.max)

const bodyBudget = (search: ComparisonBudget) =>
  new ComparisonBudget(LIMITS.journalComparisons.max, search)
