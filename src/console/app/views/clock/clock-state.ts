import type { ClockSetting, ClockState } from '#src/client/generated/control.ts'
import { control } from '../../api/control.ts'

/** How the parts of the view move the clock. */
export interface ClockMoves {
  set(setting: ClockSetting): Promise<void>
  advance(ms: number): Promise<void>
}

/** The state of the clock, with the time of the page at which it was read, by which the view lets it run on. */
export interface ReadClock extends ClockState {
  readonly readAtMs: number
}

/** Reads the clock of the workspace. */
export const readClock = async (signal: AbortSignal): Promise<ReadClock> => {
  const state = await control<ClockState>('GET', '/clock', { signal })
  return { ...state, readAtMs: performance.now() }
}
