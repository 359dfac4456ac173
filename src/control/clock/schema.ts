import { Type } from '@sinclair/typebox'
import { OneOf } from '../../contract/resources/primitives.ts'
import { LIMITS } from '../../limits.ts'
import { Instant, IntegerField, Shape } from '../schema-types.ts'

const state = {
  /** `real` goes with the machine, `offset` runs on from a moment, `frozen` stands at one. */
  mode: OneOf(['real', 'offset', 'frozen']),
  now: Instant('The time there'),
}

/** A moment that a clock can be set to: whatever is reckoned from it can still be said and written. */
export const SettableInstant = Type.Integer({ minimum: 0, maximum: LIMITS.clockMs.max })

/** How time runs in a workspace. */
export const ClockMode = state.mode

/** How time runs in a workspace, and what time it is there. */
export const ClockState = Shape('ClockState', state)

/** How many things became due when time went on. */
const Due = Shape('Due', {
  tokens: IntegerField('Access and refresh tokens that have expired'),
  addresses: IntegerField('Signed addresses that were answered and have expired'),
  uploads: IntegerField('Open uploads that have expired'),
  notifications: IntegerField('Notifications that have become visible'),
})

/** The time of a workspace after it was moved, and what became due by that. */
export const ClockChange = Shape('ClockChange', { ...state, due: Due })
