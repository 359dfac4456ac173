import { done } from './acts.ts'
import type { TestServer } from './server.ts'

/** A body as the journal shows it. */
interface Shown {
  sizeBytes: number
  sha256: string | null
  isTruncated: boolean
  text?: string
  base64?: string
}

/** A call as the journal shows it. */
export interface Entry {
  seq: number
  workspace: string
  isAttributed: boolean
  atMs: number
  durationMs: number
  kind: string
  operation: string | null
  method: string
  path: string
  actor: string | null
  actorId: number | null
  status: number | null
  code: string | null
  message: string | null
  findings: { code: string; level: string; field?: string }[]
  assumptions: string[]
  fault: string | null
  transport: string
  request: { headers: Record<string, string>; body: Shown | null }
  answer: { mediaType: string | null; body: Shown | null }
}

/** A page of the journal. */
export interface Page {
  entries: Entry[]
  total: number
  dropped: number
}

/** The outcome of a wait. */
export interface Outcome {
  matched: boolean | 'indeterminate'
  entries: Entry[]
  dropped: number
  nearest: { seq: number; differs: { path: string; expected: unknown; found?: unknown }[] } | null
}

/** Lists calls with headers and bodies. */
export const listJournal = (server: TestServer, query = ''): Promise<Page> =>
  server.control<Page>(`/journal?bodies=true&${query}`)

/** Waits for calls, or checks that none is made. */
export const expectCalls = (
  server: TestServer,
  what: 'wait' | 'expect-none',
  body: object,
  query = '',
): Promise<Outcome> => done<Outcome>(server, `/journal/${what}${query}`, body)
