import type { Finding } from '../contract/finding.ts'
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
  /** `E8`, or the name of a companion. */
  readonly operation: string | null
  readonly method: string
  /** With the query, as it was called. */
  readonly path: string
  /** Names and values by turns as they were sent, each on a line: one text is less to keep than many. */
  readonly headers: string
  /** E-mail address of who acts, or of who was to act. */
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

/** What an entry takes beside bodies and headers, roughly. */
const BASE_BYTES = 768

/** About how much memory an entry takes. */
export const sizeOfEntry = ({ headers, path, requestBody, answerBody }: CallFacts): number => {
  const bodies = (requestBody?.keptBytes ?? 0) + (answerBody?.keptBytes ?? 0)
  return BASE_BYTES + path.length + headers.length + bodies
}
