import { type Static, Type } from '@sinclair/typebox'
import { OPERATION_NAMES } from '../../contract/operation-names.ts'
import { ClosedObject } from '../../contract/resources/primitives.ts'
import { Amount, Choice, Flag, Part, Shape, Text, TextOrNull } from '../../contract/shapes.ts'

const FieldUse = Shape('FieldUse', 'An optional field of a request', {
  field: Text('Name, such as `param.sortBy.field`, or of a header'),
  calls: Amount('Calls that had it'),
})

const VariantUse = Shape('VariantUse', 'A variant of an assumption', {
  assumption: Text('Number of the assumption'),
  variant: Text('Name of the variant'),
  calls: Amount('Calls that used it'),
})

const OutcomeCoverage = Shape('OutcomeCoverage', 'Calls with one outcome', {
  name: Text(
    '`success`, the name of a refusal, `other` for a code without a name, `lost` for responses that did not arrive, `no-code` for responses without a code, such as files, or `further-codes`',
  ),
  code: TextOrNull('`0` or the error code; null if there is no code'),
  isExpected: Flag(
    'Whether the operation lists it; other outcomes are listed once they have occurred',
  ),
  calls: Amount('Calls with this outcome'),
})

const SuccessCoverage = Shape('SuccessCoverage', 'Successes of one kind, among those with `0`', {
  name: Text('Such as `failed-list`'),
  means: Text('Such as `answered with a failedList`'),
  calls: Amount('Calls with such a success'),
})

const OperationCoverage = Shape('OperationCoverage', 'What the calls of an operation exercised', {
  operation: Choice(OPERATION_NAMES, 'Number of the operation, or name of the supporting route'),
  summary: Text('Heading in the document'),
  calls: Amount('Calls, the sum of all outcomes'),
  outcomes: Type.Array(OutcomeCoverage, { description: 'Every call has one of these outcomes' }),
  successes: Type.Array(SuccessCoverage, {
    description: 'Kinds of success that the operation distinguishes',
  }),
  fields: Type.Array(FieldUse, { description: 'All optional fields, with 0 for unused ones' }),
  variants: Type.Array(VariantUse, {
    description: 'All variants of the assumptions that calls have used, with 0 for unused ones',
  }),
})

const Share = (description: string) =>
  ClosedObject(
    {
      seen: Amount('Number that calls have exercised'),
      known: Amount('Number that calls can exercise'),
    },
    { description },
  )

export const Coverage = Shape('Coverage', 'What calls have exercised', {
  format: Type.Literal('dam-sandbox-coverage/1', { description: 'Name and version of the format' }),
  workspaces: Amount('Workspaces that were called'),
  uncounted: Amount(
    'Calls of the workspace that count for the whole server only, because no memory was left',
  ),
  summary: Part('Totals of the operations of the document', {
    operations: Share(
      'Operations of the document; an operation counts as seen once it has returned `0`',
    ),
    outcomes: Share('Outcomes that operations list, with kinds of success'),
    fields: Share('Optional fields of operations'),
    variants: Share('Variants of the assumptions that calls of operations have used'),
  }),
  operations: Type.Array(OperationCoverage, {
    description: 'The operations of the document, in its order',
  }),
  supportingRoutes: Type.Array(OperationCoverage, {
    description: 'Tokens, uploads and downloads that were called',
  }),
  missing: Type.Array(Text('Such as `E9 was never called`'), {
    description: 'What was never exercised, one sentence each',
  }),
})
export type Coverage = Static<typeof Coverage>
export type OperationCoverage = Static<typeof OperationCoverage>
export type OutcomeCoverage = Static<typeof OutcomeCoverage>
