import type { OperationName } from './generated/operations.ts'

/** Which calls are meant; what is absent does not matter. */
export interface CallMatch {
  /** The operation's number, such as `E9`, or the name of one beside the document's. */
  operation?: OperationName
  /** The code of the outcome; `0` is success. */
  code?: string
  /** The e-mail address or id of who acted. */
  actor?: string
  /**
   * What the body of the request must have in it: keys of objects, and elements of lists in any place. A key
   * that begins with `/` is a JSON Pointer into the body, such as `{ '/param/assetIds/0': 100001 }`.
   */
  body?: unknown
}

/** Which entries of the journal to list. */
export interface JournalFilter {
  operation?: OperationName
  code?: string
  actor?: string
  sinceMs?: number
  /** The first so many, at most 1,000; 100 without it. */
  limit?: number
  /** The newest so many that match, in the order of time, at most 1,000; not together with `limit` or `after`. */
  last?: number
  /** Only entries after the one with this number. */
  after?: number
}

/** Which calls to follow, and who hears of those that cannot be had. */
export interface FollowOptions {
  operation?: OperationName
  code?: string
  actor?: string
  /** Also the calls that were made already, from the one after this number. */
  after?: number
  /** Is told how many calls the journal has forgotten before they could be sent. */
  onDropped?: (count: number) => void
}

/** What was odd in a request, and no reason to refuse it. */
export interface Finding {
  code: string
  /** Where in the request. */
  field?: string
}

/** A call as the journal lists it. */
export interface JournalEntry {
  seq: number
  workspace: string
  /** Whether the call said for which workspace it is; others are kept in `default`. */
  isAttributed: boolean
  /** When the answer was complete, by the workspace's clock. */
  atMs: number
  durationMs: number
  /** How long it held the event loop of the server in one go, ms; null up to 100 ms. */
  heldMs: number | null
  kind: 'operation' | 'companion' | 'upload' | 'download' | 'unknown'
  operation: string | null
  method: string
  path: string
  actor: string | null
  actorId: number | null
  status: number | null
  /** `0` or the code of the refusal; null where the answer has none. */
  code: string | null
  message: string | null
  findings: Finding[]
  assumptions: string[]
  /** What went wrong on purpose. */
  fault: string | null
  /** Whether the answer went out whole, its caller had gone, or a fault cut it. */
  transport: 'complete' | 'aborted' | 'reset'
}

/** A body as it was kept: text where it is UTF-8, else base64. */
export interface JournalBody {
  sizeBytes: number
  sha256: string | null
  isTruncated: boolean
  text?: string
  base64?: string
}

/** A call with all that is kept of it. */
export interface JournalDetail extends JournalEntry {
  request: { headers: Record<string, string>; body: JournalBody | null }
  answer: { mediaType: string | null; body: JournalBody | null }
}

/** What a journal has. */
export interface JournalPage {
  entries: JournalEntry[]
  total: number
  /** How many entries are no longer kept. */
  dropped: number
}

/** What to wait for, or not to find. */
export interface Expectation {
  match: CallMatch
  /** How many calls, at least; 1 without it. */
  count?: number
  /** How long to look, at any length; without it `wait` waits 5 s, and `expectNone` looks once. */
  timeoutMs?: number
  /** Only calls after the one with this number. */
  after?: number
}

/** What was found. */
export interface Verdict {
  /** `indeterminate` where a call may have matched that is no longer kept. */
  matched: boolean | 'indeterminate'
  entries: JournalDetail[]
  dropped: number
  /** The call that comes nearest, and in what it is not what was looked for. */
  nearest: { seq: number; differs: Difference[] } | null
}

/** One point in which a call is not what was looked for. */
export interface Difference {
  path: string
  expected: unknown
  found?: unknown
}
