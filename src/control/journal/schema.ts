import { Type } from '@sinclair/typebox'
import { OPERATION_NAMES } from '../../contract/operation-names.ts'
import { NullableText, OneOf } from '../../contract/resources/primitives.ts'
import {
  ByName,
  Described,
  Instant,
  IntegerField,
  NumericTextOrNull,
  Shape,
  Text,
  TextOrNull,
} from '../schema-types.ts'

const Finding = Shape('Finding', {
  code: Text('What was odd; docs/errors.md lists them'),
  field: Type.Optional(Text('Where in the request, by its names')),
})

const call = {
  seq: IntegerField('The number of the call in its journal, from 1'),
  workspace: Text('The id of the workspace that it was for'),
  isAttributed: Type.Boolean({
    description: 'Whether the call said for which workspace it is; others are kept in default',
  }),
  atMs: Instant('When the answer was complete'),
  durationMs: Type.Number({ description: 'How long the server took, ms of the machine' }),
  heldMs: NumericTextOrNull(
    'How long it held the event loop of the server in one go, ms; null up to 100 ms',
  ),
  kind: OneOf(['operation', 'companion', 'upload', 'download', 'unknown']),
  operation: Described<string | null>(NullableText, {
    enum: [...OPERATION_NAMES, null],
    description: 'Such as E8, or the name of an operation beside the document',
  }),
  method: Text(),
  path: Text('With the query'),
  actor: TextOrNull('The e-mail address of who acted, or was to act'),
  actorId: NumericTextOrNull('The id of who acted'),
  status: NumericTextOrNull('The HTTP status; null where none was sent'),
  code: TextOrNull('0 or the code of the refusal; null where the answer has none'),
  message: TextOrNull('The sentence of the refusal'),
  findings: Type.Array(Finding),
  assumptions: Type.Array(Text('The number of an entry of the ledger')),
  fault: TextOrNull('What went wrong on purpose'),
  /** Whether the answer went out whole, its caller had gone, or a fault cut it. */
  transport: OneOf(['complete', 'aborted', 'reset']),
}

const JournalBody = Shape('JournalBody', {
  sizeBytes: IntegerField('Of all of it, bytes'),
  sha256: TextOrNull('Of all of it, before anything was masked; null for files'),
  isTruncated: Type.Boolean({ description: 'Whether there was more than is kept' }),
  text: Type.Optional(Text('What is kept, where it is UTF-8')),
  base64: Type.Optional(Text('What is kept, where it is not')),
})

const Body = Type.Union([JournalBody, Type.Null()])

/** A call as the journal lists it. */
const JournalEntry = Shape('JournalEntry', call)

/** A call with all that is kept of it. */
export const JournalDetail = Shape('JournalDetail', {
  ...call,
  request: Type.Object(
    {
      headers: ByName(Text(), 'By names in lower case; secrets are masked'),
      body: Body,
    },
    { additionalProperties: false },
  ),
  answer: Type.Object(
    { mediaType: TextOrNull('With its parameters; null where none was sent'), body: Body },
    { additionalProperties: false },
  ),
})

const extent = {
  total: IntegerField('How many calls match, of those that are kept'),
  dropped: IntegerField('How many calls are no longer kept'),
}

/** Calls, the oldest first. */
export const JournalPage = Shape('JournalPage', { entries: Type.Array(JournalEntry), ...extent })

/** The same with headers and bodies. */
export const JournalDetailPage = Shape('JournalDetailPage', {
  entries: Type.Array(JournalDetail),
  ...extent,
})

const Difference = Shape('Difference', {
  path: Text(
    'operation, code, actor, body, or a place in the body, by a JSON Pointer as it was given',
  ),
  expected: Type.Unknown(),
  found: Type.Optional(Type.Unknown({ description: 'Absent where there is nothing' })),
})

const Nearest = Shape('Nearest', { seq: call.seq, differs: Type.Array(Difference) })

/** What became of waiting for calls. */
export const Verdict = Shape('Verdict', {
  matched: Type.Union([Type.Boolean(), Type.Literal('indeterminate')], {
    description: 'indeterminate where a call may have matched that is no longer kept',
  }),
  entries: Type.Array(JournalDetail, { description: 'The calls that match' }),
  dropped: extent.dropped,
  nearest: Type.Union([Nearest, Type.Null()], {
    description: 'The call that comes nearest, where not enough match',
  }),
})

/** The operation that calls are looked for by; a name that none can have is refused with those that may be meant. */
export const CalledOperation = Type.Optional(
  Described<string>(
    { type: 'string', maxLength: 1_000 },
    { type: 'string', enum: OPERATION_NAMES },
  ),
)
