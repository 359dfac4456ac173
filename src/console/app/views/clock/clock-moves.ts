import type { ClockSetting } from '#src/client/generated/control.ts'

/** How the parts of the view move the clock. */
export interface ClockMoves {
  set(setting: ClockSetting): Promise<void>
  advance(ms: number): Promise<void>
}
