import { type Static, Type } from '@sinclair/typebox'
import { ClosedObject, MapOf, TextOrNull } from '../../contract/resources/primitives.ts'
import { ByName, Flag, Shape, Text } from '../../contract/shapes.ts'
import { LIMITS } from '../../limits.ts'

/** An assumption whose variant a workspace can choose. */
export const ChangeableAssumption = Shape(
  'ChangeableAssumption',
  'A decision about something that the document does not show, of which a workspace can choose a variant',
  {
    number: Text('Number of the assumption, such as A-20-1'),
    shown: Text('What the document says, or that it is silent'),
    variants: ByName(Text(), 'What each variant does, by its name; the first is the default'),
    default: Text('Variant by the settings of the server and the options of the workspace'),
    chosen: Text('Variant that counts now'),
    isTouched: Flag('Whether a call has consulted it since the server started'),
  },
)
export type ChangeableAssumption = Static<typeof ChangeableAssumption>

/** All assumptions with variants. */
export const VariantList = ClosedObject(
  { assumptions: Type.Array(ChangeableAssumption, { description: 'The assumptions, by number' }) },
  { description: 'The assumptions with variants' },
)
export type VariantList = Static<typeof VariantList>

/** The query of the list. */
export const VariantQuery = Type.Object({
  all: Type.Boolean({
    default: false,
    description: 'Whether calls of all workspaces count for `isTouched`, deleted ones included',
  }),
})

/** The body that switches variants. */
export const VariantChanges = MapOf(TextOrNull, LIMITS.freeKeys, {
  title: 'VariantChanges',
  description:
    "Variants by the numbers of assumptions, such as `{ 'A-20-1': 'envelope' }`; null for the default",
})
export type VariantChanges = Static<typeof VariantChanges>
