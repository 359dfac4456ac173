import { type Static, Type } from '@sinclair/typebox'
import { OneOf } from '../../contract/resources/primitives.ts'
import { Amount, Instant, Named, Shape } from '../../contract/shapes.ts'
import { LIMITS } from '../../limits.ts'

/** How the time of a workspace runs. */
export const ClockMode = Named(
  'ClockMode',
  'How the time of a workspace runs: `real` with the machine, `offset` on from an instant, `frozen` not at all',
  OneOf(['real', 'offset', 'frozen']),
)
export type ClockMode = Static<typeof ClockMode>

/** A clock as it is set. */
export const ClockSetting = Shape('ClockSetting', 'Mode and time that a clock is set to', {
  mode: ClockMode,
  now: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: LIMITS.clockMs.max,
      description: 'Time to start from, epoch ms; without it the present time',
    }),
  ),
})
export type ClockSetting = Static<typeof ClockSetting>

/** A step of time. */
export const ClockAdvance = Shape('ClockAdvance', 'A step of time', {
  ms: Type.Integer({
    minimum: 0,
    maximum: LIMITS.clockMs.max,
    description: 'Milliseconds to move the clock forward',
  }),
})

const state = { mode: ClockMode, now: Instant('Present time') }

/** Mode and present time of a clock. */
export const ClockState = Shape('ClockState', 'Mode and present time of a workspace', state)
export type ClockState = Static<typeof ClockState>

/** What became due when time moved. */
export const Due = Shape('Due', 'Number of things that became due when time moved', {
  tokens: Amount('Access and refresh tokens that expired'),
  uploads: Amount('Open uploads that expired'),
  notifications: Amount('Notifications that became visible'),
})
export type Due = Static<typeof Due>

/** A clock after it was moved. */
export const ClockChange = Shape('ClockChange', 'The time of a workspace after it was moved', {
  ...state,
  due: Due,
})
export type ClockChange = Static<typeof ClockChange>
