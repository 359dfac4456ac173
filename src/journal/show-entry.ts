import { isUtf8 } from 'node:buffer'
import { type Finding, type KeptFinding, levelOfFinding } from '../contract/findings/finding.ts'
import { maskingOfEntry } from './entry-masking.ts'
import type { KeptCall } from './journal-entry.ts'
import type { JournalBody, JournalDetail, JournalEntry } from './journal-schema.ts'
import { type KeptBytes, MAX_KEPT_BYTES } from './kept-bytes.ts'
import type { JournalMark } from './mark-schema.ts'
import type { Masking } from './masking.ts'

/** The kept part of a body, with its secrets masked. */
export const showBody = (kept: KeptBytes | null, masking: Masking): JournalBody | null => {
  if (!kept) return null
  const { start, sizeBytes, sha256, isWhole } = kept
  const facts = { sizeBytes, sha256, isTruncated: !isWhole }
  if (sha256 === null) return facts
  const whole = isWhole ? start : withoutHalfCharacter(start)
  return isUtf8(whole)
    ? { ...facts, text: masking.text(whole.toString('utf8')) }
    : { ...facts, base64: maskedBytes(start, masking).toString('base64') }
}

/** Masks bytes that are not UTF-8 as Latin-1 text, because they may contain secrets. */
const maskedBytes = (bytes: Buffer, masking: Masking): Buffer =>
  Buffer.from(masking.text(bytes.toString('latin1')), 'latin1')

/** Removes a truncated character at the end, at most three bytes. */
const withoutHalfCharacter = (start: Buffer): Buffer => {
  for (let cut = start.length; cut > MAX_KEPT_BYTES - 4; cut -= 1) {
    const whole = start.subarray(0, cut)
    if (isUtf8(whole)) return whole
  }
  return start
}

/** Names and values of headers, as they were sent and masked. */
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

/** An entry without headers and bodies. */
export const summaryOf = (entry: KeptCall, masking: Masking): JournalEntry =>
  summaryBy(entry, maskingOfEntry(entry.facts, masking))

const summaryBy = ({ seq, facts }: KeptCall, masking: Masking): JournalEntry => ({
  seq,
  workspace: facts.workspace,
  isAttributed: facts.isAttributed,
  atMs: facts.atMs,
  durationMs: facts.durationMs,
  heldMs: facts.heldMs,
  kind: facts.kind,
  operation: facts.operation,
  method: facts.method,
  path: masking.path(facts.path),
  actor: masking.person(facts.actor),
  actorId: facts.actorId,
  status: facts.status,
  code: facts.code,
  message: showMessage(facts.message, masking),
  findings: showFindings(facts.findings, masking),
  assumptions: [...facts.assumptions],
  variations: [...facts.variations],
  fault: facts.fault,
  transport: facts.transport,
})

/** The sentence of a refusal, which may quote what was sent. */
const showMessage = (message: string | null, masking: Masking): string | null =>
  message === null ? message : masking.person(masking.text(message))

/** Findings, whose fields may be named by the caller. */
export const showFindings = (findings: readonly KeptFinding[], masking: Masking): Finding[] =>
  findings.map((finding) => {
    const { code, field } = finding
    const level = levelOfFinding(finding)
    return field === undefined ? { code, level } : { code, level, field: masking.text(field) }
  })

/** A mark; its detail may name a user. */
export const showMark = (mark: JournalMark, masking: Masking): JournalMark => ({
  ...mark,
  detail: masking.person(masking.text(mark.detail)),
})

/** An entry with headers and bodies. */
export const detailOf = (entry: KeptCall, secrets: Masking): JournalDetail => {
  const masking = maskingOfEntry(entry.facts, secrets)
  const { headers, requestBody, answerBody, mediaType } = entry.facts
  return {
    ...summaryBy(entry, masking),
    request: { headers: joinedHeaders(headers, masking), body: showBody(requestBody, masking) },
    answer: { mediaType, body: showBody(answerBody, masking) },
  }
}

/** Values by lower-case names; repeated headers are joined. */
const joinedHeaders = (headers: string, masking: Masking): Record<string, string> => {
  const joined = new Map<string, string>()
  for (const { name, value } of showHeaders(headers, masking)) {
    const key = name.toLowerCase()
    const before = joined.get(key)
    joined.set(key, before === undefined ? value : `${before}, ${value}`)
  }
  return Object.fromEntries(joined)
}
