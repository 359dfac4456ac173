import { countNotifications } from '../../domain/notifications/due.ts'
import { countExpiredUploads } from '../../domain/uploads/end-upload.ts'
import { badRequest } from '../../errors/problem.ts'
import type { ClockSetting } from '../../kernel/clock.ts'
import { LIMITS } from '../../limits.ts'
import type { Sandbox } from '../../workspaces/sandbox.ts'
import type { Workspace } from '../../workspaces/workspace.ts'

/** How a workspace's time runs, and the time it is there, epoch ms. */
export interface ClockState {
  mode: ClockSetting['mode']
  now: number
}

/** What has become due when time went on: how many things of each kind. */
export interface Due {
  /** Access and refresh tokens that have expired. */
  tokens: number
  /** Signed addresses that were answered and have expired. */
  addresses: number
  /** Open uploads that have expired. */
  uploads: number
  /** Notifications that have become visible. */
  notifications: number
}

/** How a workspace's time runs. */
export const readClock = ({ clock }: Workspace): ClockState => ({
  mode: clock.setting.mode,
  now: clock.now(),
})

/** Lets a workspace's time run otherwise from now on. */
export const setClock = (sandbox: Sandbox, workspace: Workspace, setting: ClockSetting): void => {
  workspace.clock.set(setting)
  workspace.record.clock = setting
  sandbox.registry.setClock(workspace.id, setting)
}

/** Sets the time of a workspace: `real` is that of the machine, `offset` runs on from `now`, `frozen` stands at it. */
export const adjustClock = (
  sandbox: Sandbox,
  workspace: Workspace,
  mode: ClockSetting['mode'],
  now: number | undefined,
): ClockState & { due: Due } => {
  const before = workspace.clock.now()
  setClock(sandbox, workspace, settingOf(sandbox, mode, now ?? before))
  return { ...readClock(workspace), due: dueBetween(sandbox, workspace, before) }
}

/** Lets time pass at once; a real clock runs on with an offset. */
export const advanceClock = (
  sandbox: Sandbox,
  workspace: Workspace,
  ms: number,
): ClockState & { due: Due } => {
  const before = workspace.clock.now()
  const { mode } = workspace.clock.setting
  if (before + ms > LIMITS.clockMs.max)
    throw badRequest(`ms is ${ms}, but a clock that is at ${before} goes to ${LIMITS.clockMs.max}`)
  const next = mode === 'frozen' ? 'frozen' : 'offset'
  setClock(sandbox, workspace, settingOf(sandbox, next, before + ms))
  return { ...readClock(workspace), due: dueBetween(sandbox, workspace, before) }
}

const settingOf = (sandbox: Sandbox, mode: ClockSetting['mode'], now: number): ClockSetting => {
  if (mode === 'real') return { mode }
  if (mode === 'frozen') return { mode, nowMs: now }
  return { mode, offsetMs: now - sandbox.machineClock.now() }
}

/** What lies after `before` and not after now; nothing when time went back. */
const dueBetween = (sandbox: Sandbox, workspace: Workspace, before: number): Due => {
  const span = { afterMs: before, untilMs: workspace.clock.now() }
  const due = {
    tokens: sandbox.registry.countTokensExpiring(workspace.id, span),
    addresses: workspace.issuedUrls.countExpiring(span),
    uploads: countExpiredUploads(workspace.store, span),
    notifications: countNotifications(workspace.store, span),
  }
  if (due.uploads > 0) sandbox.sweeper.request()
  return due
}
