import { type Static, Type } from '@sinclair/typebox'
import { ClosedObject, ListOf, OneOf } from '../../contract/resources/primitives.ts'
import { Named, Shape, Text } from '../../contract/shapes.ts'
import { LIMITS } from '../../limits.ts'

/** All parts of a workspace that can be reset. */
export const RESET_PARTS = ['data', 'journal', 'faults', 'clock'] as const

/** A part of a workspace that can be reset alone. */
export const ResetPart = Named(
  'ResetPart',
  'A part of a workspace that can be reset alone',
  OneOf(RESET_PARTS),
)
export type ResetPart = Static<typeof ResetPart>

/** The parts to reset; all without them. */
export const WantedReset = ClosedObject({
  parts: Type.Optional(
    ListOf(ResetPart, LIMITS.resetParts, { description: 'Parts to reset; without it all' }),
  ),
})

/** The parts that were reset. */
export const ResetDone = Shape('ResetDone', 'The parts of a workspace that were reset', {
  workspace: Text('Id of the workspace'),
  reset: Type.Array(ResetPart, { description: 'The parts' }),
})
export type ResetDone = Static<typeof ResetDone>
