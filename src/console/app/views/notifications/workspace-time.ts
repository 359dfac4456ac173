import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { ClockState } from '#src/client/generated/control.ts'
import { control } from '../../api/control.ts'
import { useLoaded } from '../../api/use-loaded.ts'

const TICK_MS = 1_000

/** The present time of the workspace, to the second; undefined before it is known. A frozen clock stands still. */
export const useWorkspaceTime = (): number | undefined => {
  const ticks = useSignal(0)
  const { data } = useLoaded(async (signal) => {
    const { mode, now } = await control<ClockState>('GET', '/clock', { signal })
    return { isFrozen: mode === 'frozen', now, readAtMs: performance.now() }
  }, [])
  const isRunning = data?.isFrozen === false
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setInterval(() => {
      ticks.value += 1
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [isRunning])
  void ticks.value
  return data && (data.isFrozen ? data.now : data.now + performance.now() - data.readAtMs)
}
