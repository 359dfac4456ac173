import { type Static, Type } from '@sinclair/typebox'
import { KNOWN } from '../../contract/assumptions/assumption.ts'
import { OPERATION_NAMES } from '../../contract/operation-names.ts'
import { Amount, ByName, Choice, Flag, Shape, Text, TextOrNull } from '../../contract/shapes.ts'

const known = Choice(
  KNOWN,
  'Where it comes from: the interface document, other published pages, or this server',
)

const assumptions = Type.Array(Type.String(), {
  description: 'Numbers of the assumptions that decide what is left open about it',
})

const marks = {
  known,
  section: TextOrNull(
    'Section of the document that speaks of it; null where the document says nothing',
  ),
  assumptions,
}

const operation = Text('Number of the operation, or name of the supporting route')

const KnownOperation = Shape('KnownOperation', 'An operation and how it is known', {
  operation,
  summary: Text('What it is for'),
  routes: Type.Array(Type.String(), { description: 'Methods and paths' }),
  ...marks,
})

const KnownField = Shape('KnownField', 'A field of a request or an answer and how it is known', {
  operation,
  in: Choice(
    ['path', 'query', 'request', 'answer', 'refusal'],
    'Where it is: path, query, or the body of a request, of a success or of a refusal',
  ),
  path: Text('Its path in the body, such as `result.list[].id`; `(body)` is the whole body'),
  description: Text('What it holds'),
  ...marks,
})

const KnownHeader = Shape('KnownHeader', 'A request header of an operation and how it is known', {
  operation,
  name: Text('Name of the header'),
  required: Flag('Whether a call without it is refused'),
  ...marks,
})

const KnownRule = Shape('KnownRule', 'A rule of this server, which is an assumption', {
  number: Text('Number of the assumption'),
  shown: Text('What the document says, or that it is silent'),
  does: Text('What this server does'),
  why: Text('Why'),
  known,
  sections: Type.Array(Type.String(), {
    description: 'Sections of the document that leave it open',
  }),
  variants: ByName(Text(), 'What a workspace can choose, by name; the first is the default'),
})

const KnownCode = Shape('KnownCode', 'A code of an answer or of a finding', {
  code: Text('The code'),
  name: Text('Its name; of a finding the code itself'),
  kind: Choice(['success', 'refusal', 'finding'], 'What has the code'),
  when: Text('When it is answered or reported'),
  operations: Type.Array(Type.String(), {
    description: 'Operations that can answer it; empty for a finding, which any call can have',
  }),
  ...marks,
})

const KnownCounts = Shape('KnownCounts', 'How many are known how', {
  document: Amount('Those known from the document'),
  'published elsewhere': Amount('Those published elsewhere'),
  invented: Amount('Those invented here'),
})

/** How all that clients meet is known. */
export const Provenance = Shape(
  'Provenance',
  'How every operation, field, header, rule and code is known',
  {
    counts: Type.Object(
      {
        operations: KnownCounts,
        fields: KnownCounts,
        headers: KnownCounts,
        rules: KnownCounts,
        codes: KnownCounts,
      },
      { description: 'How many of the listed ones are known how', additionalProperties: false },
    ),
    operations: Type.Array(KnownOperation, { description: 'Operations and supporting routes' }),
    fields: Type.Array(KnownField, { description: 'Fields of their requests and answers' }),
    headers: Type.Array(KnownHeader, { description: 'Headers of their requests' }),
    rules: Type.Array(KnownRule, { description: 'Rules by their numbers' }),
    codes: Type.Array(KnownCode, { description: 'Codes of answers and of findings' }),
  },
)
export type Provenance = Static<typeof Provenance>

/** The query parameters of the list. */
export const ProvenanceQuery = Type.Object({
  known: Type.Optional(Choice(KNOWN, 'Only what is known this way')),
  operation: Type.Optional(
    Choice(
      OPERATION_NAMES,
      'Only one operation or supporting route with its fields, headers, rules and codes',
    ),
  ),
})
export type ProvenanceQuery = Static<typeof ProvenanceQuery>
