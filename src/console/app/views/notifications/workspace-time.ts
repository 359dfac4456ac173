import { useEffect } from 'preact/hooks'
import type { ClockState } from '#src/client/generated/control.ts'
import { control } from '../../api/control.ts'
import { type Loaded, useLoaded } from '../../api/use-loaded.ts'

/** Time passes, and other clients of the control plane may move it. */
const PERIOD_MS = 1_000

/** The clock of the workspace, read every second while the page can be seen. */
export const useWorkspaceTime = (): Loaded<ClockState> => {
  const clock = useLoaded((signal) => control<ClockState>('GET', '/clock', { signal }), [])
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) clock.reload()
    }, PERIOD_MS)
    return () => clearInterval(timer)
  }, [])
  return clock
}
