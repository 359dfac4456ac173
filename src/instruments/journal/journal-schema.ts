import { type Static, Type } from '@sinclair/typebox'
import { Finding } from '../../contract/findings/finding.ts'
import { OPERATION_NAMES } from '../../contract/operation-names.ts'
import {
  Amount,
  ByName,
  Choice,
  Flag,
  Instant,
  Part,
  Shape,
  Text,
  TextOrNull,
  WholeNumberOrNull,
} from '../../contract/shapes.ts'

const CALL_KINDS = ['operation', 'supporting', 'upload', 'download', 'unknown'] as const
const TRANSPORTS = ['complete', 'aborted', 'reset'] as const

const entry = {
  seq: Amount('Number of the entry in its journal, from 1'),
  workspace: Text('Id of the workspace that was called'),
  isAttributed: Flag('Whether the call named its workspace; other calls are recorded in `default`'),
  atMs: Instant('When the response was complete'),
  durationMs: Type.Number({ description: 'Time from the first byte to the response, ms' }),
  kind: Choice(
    CALL_KINDS,
    'Kind of the call; `supporting` is a call for a token, or a step of an upload without bytes',
  ),
  operation: Type.Unsafe<string | null>(
    Choice(
      [...OPERATION_NAMES, null],
      'Number of the operation, such as E8, or name of the supporting route',
    ),
  ),
  method: Text('HTTP method'),
  path: Text('Path with the query'),
  actor: TextOrNull('E-mail address of the acting user'),
  actorId: WholeNumberOrNull('Id of the acting user'),
  status: WholeNumberOrNull('HTTP status; null if no response was sent'),
  code: TextOrNull('`0` or the error code; null if the response has no code'),
  message: TextOrNull('Message of the refusal'),
  reason: TextOrNull('Why the call was refused, where the message does not say it'),
  test: TextOrNull('Name of the running test, if the suite has named it'),
  findings: Type.Array(Finding, { description: 'Likely client mistakes in the call' }),
  assumptions: Type.Array(Text('Number of an assumption'), {
    description: 'Assumptions that the response depends on',
  }),
  variations: Type.Array(Text('Kind of variation that applied'), {
    description: 'Variations of the response',
  }),
  fault: TextOrNull('Faults that happened, such as `f-3 after reset`'),
  transport: Choice(
    TRANSPORTS,
    'Whether the answer went out completely, the caller aborted it, or a fault reset it',
  ),
}

export const JournalBody = Shape('JournalBody', 'A body: its text where it is JSON', {
  sizeBytes: Amount('Size of the whole body, bytes'),
  sha256: TextOrNull('SHA-256 of the whole body before masking; null for files'),
  isTruncated: Flag('Whether only the start is recorded'),
  text: Type.Optional(Text('Recorded part of a JSON body; absent for any other body')),
})
export type JournalBody = Static<typeof JournalBody>

const BodyOf = (message: 'request' | 'answer') =>
  Type.Union([JournalBody, Type.Null()], {
    description: `Body of the ${message}; null if it was not recorded`,
  })

export type CallKind = (typeof CALL_KINDS)[number]

export type Transport = (typeof TRANSPORTS)[number]

export const JournalEntry = Shape('JournalEntry', 'A call as the journal lists it', entry)
export type JournalEntry = Static<typeof JournalEntry>

export const JournalDetail = Shape('JournalDetail', 'A call with its headers and bodies', {
  ...entry,
  request: Part('What was sent', {
    headers: ByName(Text(), 'Values by lowercase name; secrets are masked'),
    body: BodyOf('request'),
  }),
  answer: Part('What the server sent', {
    mediaType: TextOrNull('Media type with its parameters; null without a response'),
    body: BodyOf('answer'),
  }),
})
export type JournalDetail = Static<typeof JournalDetail>

const extent = {
  total: Amount('Number of matching entries in the journal'),
  dropped: Amount('Number of entries that are no longer in the journal'),
}

export const JournalPage = Shape('JournalPage', 'Entries of a journal, oldest first', {
  entries: Type.Array(JournalEntry, { description: 'The entries' }),
  ...extent,
})

export const JournalDetailPage = Shape(
  'JournalDetailPage',
  'Entries of a journal with headers and bodies, oldest first',
  { entries: Type.Array(JournalDetail, { description: 'The entries' }), ...extent },
)

export const Difference = Shape('Difference', 'A point in which a call differs', {
  path: Text(
    '`operation`, `code`, `actor`, `finding`, `level`, `body`, or a place in the body, such as `body.param.userIds` or the given JSON Pointer',
  ),
  expected: Type.Unknown({ description: 'What was expected there' }),
  found: Type.Optional(Type.Unknown({ description: 'Absent if the call has nothing there' })),
})
export type Difference = Static<typeof Difference>

export const Nearest = Shape('Nearest', 'The call that comes nearest to the expectation', {
  seq: entry.seq,
  differs: Type.Array(Difference, { description: 'How it differs' }),
})
export type Nearest = Static<typeof Nearest>

export const Verdict = Shape('Verdict', 'The outcome of an expectation', {
  matched: Type.Union([Type.Boolean(), Type.Literal('indeterminate')], {
    description: '`indeterminate` if an entry that is no longer in the journal may have matched',
  }),
  entries: Type.Array(JournalDetail, { description: 'Matching calls' }),
  dropped: extent.dropped,
  nearest: Type.Union([Nearest, Type.Null()], {
    description: 'The nearest call, if too few match',
  }),
})
export type Verdict = Static<typeof Verdict>
