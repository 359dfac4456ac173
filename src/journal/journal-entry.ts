import type { Finding } from '../contract/finding.ts'
import { sizeOfText } from '../kernel/text.ts'
import type { KeptBytes } from './kept-bytes.ts'

/**
 * What kind of call it was: an operation of the document, one beside it, the bytes of a file that come or
 * go, or something that no route takes.
 */
export type CallKind = 'operation' | 'companion' | 'upload' | 'download' | 'unknown'

/** How an answer ended: it went out whole, its caller had gone, or a fault cut it. */
export type Transport = 'complete' | 'aborted' | 'reset'

/** What one call was and what became of it, as it is kept; what is secret is masked when it is shown. */
export interface CallFacts {
  readonly workspace: string
  /** Whether the call says to which workspace it belongs; others are kept in `default`. */
  readonly isAttributed: boolean
  /** When the answer was complete, by the workspace's clock. */
  readonly atMs: number
  /** How long the server took, by the clock of the machine. */
  readonly durationMs: number
  /** How long it held the event loop in one go; null where that was not worth reporting. */
  readonly heldMs: number | null
  readonly kind: CallKind
  /** `E8`, or the name of a supporting route. */
  readonly operation: string | null
  readonly method: string
  /** With the query, as it was called. */
  readonly path: string
  /** Names and values by turns as they were sent, each on a line: one text is less to keep than many. */
  readonly headers: string
  /** E-mail address of the acting user, known or not. */
  readonly actor: string | null
  readonly actorId: number | null
  readonly status: number | null
  /** `0` or the code of the refusal; null where the answer has none, as that of a file. */
  readonly code: string | null
  /** The sentence of the refusal. */
  readonly message: string | null
  readonly findings: readonly Finding[]
  readonly assumptions: readonly string[]
  /** What went wrong on purpose. */
  readonly fault: string | null
  readonly transport: Transport
  /** The media type of the answer. */
  readonly mediaType: string | null
  readonly requestBody: KeptBytes | null
  readonly answerBody: KeptBytes | null
}

/** A call with its number in the journal of its workspace. */
export interface JournalEntry {
  readonly seq: number
  facts: CallFacts
}

/** The bytes of an entry without its texts and bodies: objects, numbers and its slot in the journal. */
const BASE_BYTES = 768

/** The bytes of a finding without its field. */
const FINDING_BYTES = 96

/** How much memory an entry takes, with everything that it keeps; headers and path are Latin-1 in HTTP. */
export const sizeOfEntry = (facts: CallFacts): number => {
  const { requestBody, answerBody, findings } = facts
  const bodies = (requestBody?.memoryBytes ?? 0) + (answerBody?.memoryBytes ?? 0)
  const texts =
    sizeOfText(facts.actor) +
    sizeOfText(facts.message) +
    sizeOfText(facts.fault) +
    sizeOfText(facts.mediaType)
  let found = 0
  for (const { field } of findings) found += FINDING_BYTES + sizeOfText(field)
  return BASE_BYTES + facts.path.length + facts.headers.length + texts + found + bodies
}
