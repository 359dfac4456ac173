import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Badge } from '../../parts/badge.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { formatTime } from '../../texts/language.ts'
import type { ReadClock } from './clock-state.ts'
import { words } from './clock-texts.ts'

const TICK_MS = 200

/** The present time of the workspace, running on by the time of the page since it was read. */
export const ClockFace = ({ state }: { readonly state: ReadClock }) => {
  const ticks = useSignal(0)
  const isRunning = state.mode !== 'frozen'
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => {
      ticks.value += 1
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [isRunning])
  void ticks.value
  const nowMs = (): number =>
    isRunning ? Math.round(state.now + performance.now() - state.readAtMs) : state.now
  const text = words()
  return (
    <section class="panel clock-face" aria-label={text.present}>
      <time class="clock-time">{formatTime(nowMs())}</time>
      <p class="row">
        <Badge tone={isRunning ? (state.mode === 'real' ? 'good' : 'accent') : 'warning'}>
          {text[state.mode]}
        </Badge>
        <span class="muted">{text[`${state.mode}Means`]}</span>
      </p>
      <p class="row">
        <span class="muted">{text.epoch}</span>
        <code>{nowMs()}</code>
        <CopyButton label={text.copy} text={() => String(nowMs())} />
      </p>
    </section>
  )
}
