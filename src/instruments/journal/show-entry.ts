import { type Finding, type KeptFinding, levelOfFinding } from '../../contract/findings/finding.ts'
import { groupBy } from '../../kernel/lists.ts'
import type { KeptCall } from './journal.ts'
import type { JournalBody, JournalDetail, JournalEntry } from './journal-schema.ts'
import type { KeptBytes } from './kept-bytes.ts'
import type { JournalMark } from './mark-schema.ts'
import { type Masking, maskKeys } from './masking.ts'

export const showBody = (kept: KeptBytes | null, masking: Masking): JournalBody | null => {
  if (!kept) return null
  const { sizeBytes, sha256 } = kept
  const facts = { sizeBytes, sha256, isTruncated: !kept.isWhole }
  if (sha256 === null) return facts
  const text = sizeBytes === 0 ? '' : textOf(kept, masking)
  return text === undefined ? facts : { ...facts, text }
}

/** Undefined for a body that is not JSON: no name tells which of its parts are secrets. */
const textOf = (kept: KeptBytes, masking: Masking): string | undefined => {
  const { json, isWhole } = kept
  // A character that was cut in half is left out.
  const text = isWhole ? kept.start.toString() : kept.start.toString().replace(/\ufffd$/, '')
  if (isWhole ? json === undefined : !/^\s*[[{]/.test(text)) return undefined
  const shown = maskKeys(text)
  if (shown !== undefined) return masking.text(shown)
  return isWhole ? JSON.stringify(masking.value('body', json)) : undefined
}

export const showHeaders = (
  headers: string,
  masking: Masking,
): { name: string; value: string }[] => {
  const lines = headers.split('\n')
  return Array.from({ length: Math.floor(lines.length / 2) }, (_, index) => {
    const [name = '', value = ''] = lines.slice(index * 2)
    return { name, value: masking.header(name, value) }
  })
}

export const summaryOf = ({ seq, facts }: KeptCall, masking: Masking): JournalEntry => {
  const { headers: _, mediaType, requestBody, answerBody, ...shown } = facts
  return {
    seq,
    ...shown,
    path: masking.path(facts.path),
    actor: masking.person(facts.actor),
    // The sentence of a refusal may quote what was sent.
    message: facts.message === null ? null : masking.person(masking.text(facts.message)),
    findings: showFindings(facts.findings, masking),
    assumptions: [...facts.assumptions],
    variations: [...facts.variations],
  }
}

/** Findings, whose fields may be named by the caller. */
export const showFindings = (findings: readonly KeptFinding[], masking: Masking): Finding[] =>
  findings.map((finding) => {
    const { code, field, expected } = finding
    return {
      code,
      level: levelOfFinding(finding),
      ...(field !== undefined && { field: masking.text(field) }),
      ...(expected !== undefined && { expected: masking.text(expected) }),
    }
  })

/** A mark; its detail may name a user. */
export const showMark = (mark: JournalMark, masking: Masking): JournalMark => ({
  ...mark,
  detail: masking.person(masking.text(mark.detail)),
})

export const detailOf = (entry: KeptCall, masking: Masking): JournalDetail => {
  const { headers, requestBody, answerBody, mediaType } = entry.facts
  return {
    ...summaryOf(entry, masking),
    request: { headers: joinedHeaders(headers, masking), body: showBody(requestBody, masking) },
    answer: { mediaType, body: showBody(answerBody, masking) },
  }
}

/** Values by lower-case names; repeated headers are joined. */
const joinedHeaders = (headers: string, masking: Masking): Record<string, string> => {
  const named = groupBy(showHeaders(headers, masking), ({ name }) => name.toLowerCase())
  return Object.fromEntries(
    [...named].map(([name, all]) => [name, all.map(({ value }) => value).join(', ')]),
  )
}
