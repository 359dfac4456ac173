import { type Static, Type } from '@sinclair/typebox'
import { Amount, Choice, Instant, Shape, Text } from '../../contract/shapes.ts'

const MARK_KINDS = [
  'clock-set',
  'fault-added',
  'fault-removed',
  'reset',
  'snapshot-restored',
  'state-set',
  'seed-added',
  'approval-decided',
  'imported',
  'variants-switched',
  'variation-set',
  'journal-cleared',
  'test',
  'test-failed',
] as const

export const JournalMark = Shape(
  'JournalMark',
  'A change of the workspace through the control plane, or the begin or failure of a test, in its place between calls',
  {
    number: Amount('Number of the mark, from 1; numbering continues when the journal is cleared'),
    afterSeq: Amount('Number of the last entry before the change; 0 if there is none'),
    atMs: Instant('When the change was made'),
    kind: Choice(MARK_KINDS, 'What was changed'),
    detail: Text('The new value, such as `E22 before code=10134011`; may be empty'),
  },
)
export type JournalMark = Static<typeof JournalMark>

export type MarkKind = (typeof MARK_KINDS)[number]

export const JournalMarks = Shape('JournalMarks', 'Marks of a journal, oldest first', {
  marks: Type.Array(JournalMark, { description: 'The marks' }),
})
