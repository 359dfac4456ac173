import { type Static, Type } from '@sinclair/typebox'
import {
  ClosedObject,
  NonEmptyText,
  OneOf,
  OpenObject,
  Text as WantedText,
} from '../../contract/resources/primitives.ts'
import {
  ByName,
  Described,
  Explained,
  Named,
  OpenShape,
  Shape,
  Text,
  TypedAs,
} from '../../contract/shapes.ts'
import { LIMITS } from '../../limits.ts'
import { STATE_NAMES } from '../../states/state-catalogue.ts'

const StateName = Named('StateName', 'The name of a named state', OneOf(STATE_NAMES))

/** The path parameters of one named state; the service refuses an unknown name with a suggestion. */
export const StateParams = Type.Object({
  name: Described({ type: 'string', maxLength: LIMITS.text.max }, StateName),
})

/** A named state of the catalogue. */
export const NamedState = Shape('NamedState', 'A state that a test can start from', {
  name: StateName,
  sentence: Text('What it makes true'),
})
export type NamedState = Static<typeof NamedState>

/** The catalogue of named states. */
export const NamedStateList = ClosedObject(
  { states: Type.Array(NamedState, { description: 'The named states' }) },
  { description: 'The named states' },
)

const held = {
  name: StateName,
  ids: TypedAs(
    'Record<string, any>',
    Type.Unsafe<object>(
      ByName(
        Type.Unknown(),
        'Ids to call with, and other values that a test needs; they depend on the state',
      ),
    ),
  ),
}

/** A named state that was set. */
export const SetState = Shape('SetState', 'A named state that holds now', held)
export type SetState = Static<typeof SetState>

/** A request of a Pact verifier; keys that it adds are ignored. */
export const WantedProviderState = Type.Object({
  state: Explained(NonEmptyText, 'Name or sentence of a state'),
  consumer: Type.Optional(Explained(WantedText, 'Name of the consumer; it is not used')),
  params: Type.Optional(Explained(OpenObject, 'Parameters of the state; they are not used')),
  action: Type.Optional(
    Explained(
      OneOf(['setup', 'teardown']),
      '`setup`, also without it, sets the state; `teardown` changes nothing',
    ),
  ),
})

/** The state that was set for a contract. */
export const ProviderState = OpenShape(
  'ProviderState',
  'A named state that was set for a contract. The ids also stand beside these keys, where Pact looks for values',
  held,
)
