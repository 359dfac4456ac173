import { Type } from '@sinclair/typebox'
import { LIMITS } from '../../limits.ts'
import { defineControl } from '../define-control.ts'
import { ClockChange, ClockSetting, ClockState } from './schema.ts'
import { adjustClock, advanceClock, readClock } from './service.ts'

const closed = { additionalProperties: false }

/** The time of the workspace, which everything in it goes by. */
export const clockRoutes = [
  defineControl({
    method: 'GET',
    path: '/clock',
    summary: 'Tell how the time of the workspace runs, and what time it is there',
    result: ClockState,
    handle: ({ workspace }) => readClock(workspace),
  }),
  defineControl({
    method: 'PUT',
    path: '/clock',
    summary: 'Set the time: real, running on from a moment (offset), or standing at one (frozen)',
    body: ClockSetting,
    result: ClockChange,
    handle: ({ sandbox, workspace, body }) => adjustClock(sandbox, workspace, body.mode, body.now),
  }),
  defineControl({
    method: 'POST',
    path: '/clock/advance',
    summary: 'Let so many milliseconds pass at once, and tell what became due',
    body: Type.Object({ ms: Type.Integer({ minimum: 0, maximum: LIMITS.clockMs.max }) }, closed),
    result: ClockChange,
    handle: ({ sandbox, workspace, body }) => advanceClock(sandbox, workspace, body.ms),
  }),
]
