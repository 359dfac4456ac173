import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type Static, Type } from '@sinclair/typebox'
import { badRequest } from '../contract/errors/problem.ts'
import { OneOf } from '../contract/resources/primitives.ts'
import { Amount, Instant, Named, Shape, TextOrNull, WantedAmount } from '../contract/shapes.ts'
import { countNotifications } from '../domain/notifications/add-notifications.ts'
import { countExpiredUploads } from '../domain/uploads/end-upload.ts'
import type { ClockSetting as WorkspaceClock } from '../kernel/clock.ts'
import { LIMITS } from '../kernel/limits.ts'
import { formatInstant } from '../kernel/timestamps.ts'
import { daysBetween } from '../seeds/shift-times.ts'
import type { Sandbox } from '../workspaces/sandbox.ts'
import { isBuiltIn } from '../workspaces/templates.ts'
import type { Workspace } from '../workspaces/workspace.ts'
import { answers } from './responses.ts'

export const ClockMode = Named(
  'ClockMode',
  'How the clock of a workspace runs: `real` follows the machine, `offset` runs on from an instant, `frozen` stands still',
  OneOf(['real', 'offset', 'frozen']),
)

export const ClockSetting = Shape('ClockSetting', 'Mode and time of a clock', {
  mode: ClockMode,
  now: Type.Optional(
    WantedAmount('Time to start from, epoch ms; default: the current time', LIMITS.clockMs.max),
  ),
})
export type ClockSetting = Static<typeof ClockSetting>

const ClockAdvance = Shape('ClockAdvance', 'How far to move the clock', {
  ms: WantedAmount('Milliseconds to move the clock forward', LIMITS.clockMs.max),
})

const state = { mode: ClockMode, now: Instant('Current time') }

export const ClockState = Shape(
  'ClockState',
  'Mode and current time of the clock of a workspace',
  state,
)
export type ClockState = Static<typeof ClockState>

const Due = Shape('Due', 'Number of things that became due when the clock moved', {
  tokens: Amount('Access and refresh tokens that expired'),
  uploads: Amount('Open uploads that expired'),
  notifications: Amount('Notifications that became visible'),
})

export const ClockChange = Shape('ClockChange', 'The clock of a workspace after it was moved', {
  ...state,
  due: Due,
  warning: TextOrNull('A warning about the data at this time, or null'),
})
export type ClockChange = Static<typeof ClockChange>

const readClock = ({ clock }: Workspace): ClockState => ({
  mode: clock.setting.mode,
  now: clock.now(),
})

export const setClock = (sandbox: Sandbox, workspace: Workspace, clock: WorkspaceClock): void => {
  workspace.clock.set(clock)
  workspace.record.clock = clock
  sandbox.registry.updateWorkspace(workspace.id, { clock })
}

/** The clock of a setting; without a time it starts at `usual`. */
export const clockOf = (
  { machineClock }: Sandbox,
  { mode, now }: ClockSetting,
  usual = machineClock.now(),
): WorkspaceClock => {
  if (mode === 'real') return { mode }
  const nowMs = now ?? usual
  return mode === 'frozen' ? { mode, nowMs } : { mode, offsetMs: nowMs - machineClock.now() }
}

/** Sets the clock, marks it in the journal, and counts what became due; nothing does when time went back. */
const moveClock = (sandbox: Sandbox, workspace: Workspace, setting: ClockSetting): ClockChange => {
  const afterMs = workspace.clock.now()
  setClock(sandbox, workspace, clockOf(sandbox, setting, afterMs))
  const now = readClock(workspace)
  const times = [afterMs, now.now].map(formatInstant).join(' → ')
  workspace.mark('clock-set', `${setting.mode} ${times}`)
  const span = { afterMs, untilMs: now.now }
  const due = {
    tokens: sandbox.access.countTokensExpiring(workspace.id, span),
    uploads: countExpiredUploads(workspace.store, span),
    notifications: countNotifications(workspace.store, span),
  }
  if (due.uploads > 0) sandbox.sweeper.request()
  return { ...now, due, warning: warningOf(workspace, now.now) }
}

/** A built-in seed has the times of the day on which the workspace was created. */
const warningOf = ({ record: { seed, seededAtMs } }: Workspace, nowMs: number): string | null =>
  isBuiltIn(seed) && daysBetween(seededAtMs, nowMs) < 0
    ? `The data was created for ${formatInstant(seededAtMs).slice(0, 10)}, so some of it is in the future of this clock; create a workspace with this clock to get data for its day`
    : null

/** Moves time forward; a real clock gets an offset. */
const advanceClock = (sandbox: Sandbox, workspace: Workspace, ms: number): ClockChange => {
  const before = workspace.clock.now()
  const now = before + ms
  if (now > LIMITS.clockMs.max)
    throw badRequest(
      `ms is ${ms}; at most ${LIMITS.clockMs.max - before} is allowed at the current time ${before}`,
    )
  const mode = workspace.clock.setting.mode === 'frozen' ? 'frozen' : 'offset'
  return moveClock(sandbox, workspace, { mode, now })
}

const description = 'The response counts what became due between the old and the new time.'

const clock: FastifyPluginAsyncTypebox = async (app) => {
  app.get('/clock', answers('Show the clock of the workspace', ClockState), async ({ workspace }) =>
    readClock(workspace),
  )
  app.put(
    '/clock',
    answers('Set the clock of the workspace', ClockChange, { description, body: ClockSetting }),
    async ({ workspace, body }) => moveClock(app.sandbox, workspace, body),
  )
  app.post(
    '/clock/advance',
    answers('Move the clock of the workspace forward', ClockChange, {
      description,
      body: ClockAdvance,
    }),
    async ({ workspace, body }) => advanceClock(app.sandbox, workspace, body.ms),
  )
}

export default clock
