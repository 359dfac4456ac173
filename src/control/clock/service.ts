import { countNotifications } from '../../domain/notifications/add-notifications.ts'
import { countExpiredUploads } from '../../domain/uploads/end-upload.ts'
import { badRequest } from '../../errors/problem.ts'
import type { ClockSetting as WorkspaceClock } from '../../kernel/clock.ts'
import { formatInstant } from '../../kernel/timestamps.ts'
import { LIMITS } from '../../limits.ts'
import type { Sandbox } from '../../workspaces/sandbox.ts'
import type { Workspace } from '../../workspaces/workspace.ts'
import type { ClockChange, ClockSetting, ClockState, Due } from './schema.ts'

/** The mode and the present time of a workspace. */
export const readClock = ({ clock }: Workspace): ClockState => ({
  mode: clock.setting.mode,
  now: clock.now(),
})

/** Sets and keeps the clock of a workspace. */
export const setClock = (sandbox: Sandbox, workspace: Workspace, clock: WorkspaceClock): void => {
  workspace.clock.set(clock)
  workspace.record.clock = clock
  sandbox.registry.updateWorkspace(workspace.id, { clock })
}

/** Sets the mode and the time of a workspace; without a time it goes on from the present one. */
export const adjustClock = (
  sandbox: Sandbox,
  workspace: Workspace,
  setting: ClockSetting,
): ClockChange => {
  const before = workspace.clock.now()
  moveClock(sandbox, workspace, setting, before)
  return { ...readClock(workspace), due: dueBetween(sandbox, workspace, before) }
}

/** Moves the time of a workspace forward; a real clock gets an offset. */
export const advanceClock = (sandbox: Sandbox, workspace: Workspace, ms: number): ClockChange => {
  const before = workspace.clock.now()
  const now = before + ms
  if (now > LIMITS.clockMs.max)
    throw badRequest(
      `ms is ${ms}; at most ${LIMITS.clockMs.max - before} are allowed at the time ${before}`,
    )
  const mode = workspace.clock.setting.mode === 'frozen' ? 'frozen' : 'offset'
  moveClock(sandbox, workspace, { mode, now }, before)
  return { ...readClock(workspace), due: dueBetween(sandbox, workspace, before) }
}

/** Sets the clock, and marks it in the journal with the time before and after. */
const moveClock = (
  sandbox: Sandbox,
  workspace: Workspace,
  setting: ClockSetting,
  before: number,
): void => {
  setClock(sandbox, workspace, clockOf(sandbox, setting, before))
  const times = [before, workspace.clock.now()].map(formatInstant).join(' → ')
  workspace.mark('clock-set', `${setting.mode} ${times}`)
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

/** What lies after `before` and not after now; nothing when time went back. */
const dueBetween = (sandbox: Sandbox, workspace: Workspace, before: number): Due => {
  const span = { afterMs: before, untilMs: workspace.clock.now() }
  const due = {
    tokens: sandbox.access.countTokensExpiring(workspace.id, span),
    uploads: countExpiredUploads(workspace.store, span),
    notifications: countNotifications(workspace.store, span),
  }
  if (due.uploads > 0) sandbox.sweeper.request()
  return due
}
