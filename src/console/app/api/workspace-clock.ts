import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { ClockState } from '#src/client/generated/control.ts'
import { control } from './control.ts'

/** The clock of a workspace, with the time of the page at which it was read, by which views let it run on. */
export interface ReadClock extends ClockState {
  readonly readAtMs: number
}

/** Reads the clock of the workspace. */
export const readClock = async (signal: AbortSignal): Promise<ReadClock> => {
  const state = await control<ClockState>('GET', '/clock', { signal })
  return { ...state, readAtMs: performance.now() }
}

/** The present time of a clock, which renders the view again as it runs; a frozen one stands still. */
export const useRunningTime = (
  clock: ReadClock | undefined,
  tickMs: number,
): number | undefined => {
  const ticks = useSignal(0)
  const isRunning = clock !== undefined && clock.mode !== 'frozen'
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setInterval(() => {
      ticks.value += 1
    }, tickMs)
    return () => clearInterval(timer)
  }, [isRunning, tickMs])
  void ticks.value
  return isRunning ? Math.round(clock.now + performance.now() - clock.readAtMs) : clock?.now
}
