import type { KeptFinding } from '../../contract/findings/finding.ts'
import { sizeOfText } from '../../kernel/text.ts'
import type { JournalEntry } from './journal-schema.ts'
import type { KeptBytes } from './kept-bytes.ts'

/** The request and outcome of a call, as kept; secrets are masked when it is shown. */
export interface CallFacts
  extends Readonly<Omit<JournalEntry, 'seq' | 'findings' | 'assumptions' | 'variations'>> {
  readonly findings: readonly KeptFinding[]
  readonly assumptions: readonly string[]
  readonly variations: readonly string[]
  /** Names and values as sent, alternating, one a line: one text takes less memory than many. */
  readonly headers: string
  readonly mediaType: string | null
  readonly requestBody: KeptBytes | null
  readonly answerBody: KeptBytes | null
}

export interface KeptCall {
  readonly seq: number
  facts: CallFacts
  bytes: number
}

/** The bytes of an entry without its texts and bodies: objects, numbers and its slot in the journal. */
const BASE_BYTES = 768

const FINDING_BYTES = 96

/** Bytes of memory of an entry with everything that it keeps; headers and path are Latin-1 in HTTP. */
export const sizeOfEntry = (facts: CallFacts): number => {
  const { requestBody, answerBody, findings } = facts
  const bodies = (requestBody?.memoryBytes ?? 0) + (answerBody?.memoryBytes ?? 0)
  const texts =
    sizeOfText(facts.actor) +
    sizeOfText(facts.message) +
    sizeOfText(facts.fault) +
    sizeOfText(facts.test) +
    sizeOfText(facts.mediaType)
  let found = 0
  for (const { field, expected } of findings)
    found += FINDING_BYTES + sizeOfText(field) + sizeOfText(expected)
  return BASE_BYTES + facts.path.length + facts.headers.length + texts + found + bodies
}
