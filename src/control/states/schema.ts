import { Type } from '@sinclair/typebox'
import { OneOf } from '../../contract/resources/primitives.ts'
import { STATE_NAMES } from '../../states/state-catalogue.ts'
import { RESET_PARTS } from '../reset/service.ts'
import { ByName, Instant, IntegerField, OpenShape, Shape, Text } from '../schema-types.ts'

/** A database that was put aside. */
export const Snapshot = Shape('Snapshot', {
  name: Text(),
  takenAtMs: Instant('When it was put aside'),
  sizeBytes: IntegerField('Of its database, bytes'),
})

/** What was set back, and where. */
export const ResetDone = Shape('ResetDone', {
  workspace: Text('Its id'),
  reset: Type.Array(OneOf(RESET_PARTS)),
})

/** A moment that a test can begin with. */
export const NamedState = Shape('NamedState', {
  name: OneOf(STATE_NAMES),
  sentence: Text('What it makes true'),
})

const held = {
  name: OneOf(STATE_NAMES),
  ids: Type.Unsafe<object>(
    ByName(
      Type.Unknown(),
      'Ids to call with, and what else a test needs; which depends on the state',
    ),
  ),
}

/** A state that holds now. */
export const SetState = Shape('SetState', held)

const values = 'The ids are also beside these keys, where Pact looks for values.'

/** What was set up for a contract: one state, or several. */
export const ProviderStates = Type.Union([
  OpenShape('ProviderState', held, values),
  OpenShape('ProviderStates', { states: Type.Array(SetState) }, values),
])
