import { type Static, Type } from '@sinclair/typebox'
import { FindingCodes, FindingLevels, WantedLevel } from '../../contract/findings/finding.ts'
import {
  Amount,
  Flag,
  Instant,
  Part,
  Shape,
  Text,
  TextOrNull,
  WholeNumberOrNull,
} from '../../contract/shapes.ts'

export const FindingCall = Shape('FindingCall', 'A call that a finding is about', {
  workspace: Text('Id of the workspace that was called'),
  workspaceName: Text('Its name'),
  test: TextOrNull('Name of the running test, if the suite has named it'),
  seq: WholeNumberOrNull('Number of its entry in the journal; null until the call has ended'),
  operation: TextOrNull('Number of the operation, such as E8, or name of the supporting route'),
  method: Text('HTTP method'),
  path: Text('Path without the query'),
  field: Type.Optional(Text('Path of the field in the request')),
  expected: Type.Optional(Text('The value that the client probably meant, if known')),
  atMs: Instant('When the server answered the call'),
  isKept: Flag('Whether the journal still has the entry'),
  entry: TextOrNull('Path of the entry on the control plane; null if it is no longer there'),
})
export type FindingCall = Static<typeof FindingCall>

const FindingPlace = Shape('FindingPlace', 'A place of findings', {
  operation: TextOrNull('Number of the operation, or name of the supporting route'),
  field: TextOrNull('Path of the field in the request'),
  count: Amount('Number of findings'),
})
export type FindingPlace = Static<typeof FindingPlace>

export const FindingSummary = Shape('FindingSummary', 'All findings of one code', {
  code: FindingCodes,
  level: FindingLevels,
  means: Text('What the finding means'),
  remedy: Text('What the client should do instead'),
  count: Amount('Number of findings; a call can have several, about several fields'),
  places: Type.Array(FindingPlace, {
    description:
      'Where they were found, with counts; places beyond the limit share one item without operation and field',
  }),
  pending: Amount(
    'Number of them that later calls can still resolve, such as an upload without E13',
  ),
  firstAtMs: Instant('Time of the first finding'),
  lastAtMs: Instant('Time of the last finding'),
  calls: Type.Array(FindingCall, { description: 'The first and the last calls, oldest first' }),
})
export type FindingSummary = Static<typeof FindingSummary>

export const FindingsReport = Shape('FindingsReport', 'Findings, the most serious first', {
  level: WantedLevel('Minimum level of the listed findings'),
  totals: Part('Number of findings by level, including findings that are not listed', {
    error: Amount('Number of findings of level `error`'),
    warning: Amount('Number of findings of level `warning`'),
    note: Amount('Number of findings of level `note`'),
  }),
  findings: Type.Array(FindingSummary, { description: 'By level, then by count' }),
})
export type FindingsReport = Static<typeof FindingsReport>
