import { type Static, Type } from '@sinclair/typebox'
import { KNOWN } from '../../contract/assumptions/assumption.ts'
import { ClosedObject } from '../../contract/resources/primitives.ts'
import { ByName, Choice, Shape, Text } from '../../contract/shapes.ts'

/** A decision about something that the document does not show. */
export const KnownRule = Shape(
  'KnownRule',
  'A decision about something that the document does not show',
  {
    number: Text('Number of the assumption'),
    shown: Text('What the document says, or that it is silent'),
    does: Text('What this server does'),
    why: Text('Why'),
    known: Choice(
      KNOWN,
      'Where it comes from: the interface document, other published pages, or this server',
    ),
    variants: ByName(Text(), 'What a workspace can choose, by name; the first is the default'),
    operations: Type.Array(Type.String(), {
      description:
        'Operations whose answers rest on it; empty where it concerns every call, or supporting routes',
    }),
  },
)

/** All assumptions. */
export const RuleList = ClosedObject(
  { assumptions: Type.Array(KnownRule, { description: 'The assumptions, by number' }) },
  { description: 'All assumptions' },
)
export type RuleList = Static<typeof RuleList>
