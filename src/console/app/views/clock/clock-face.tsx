import { type ReadClock, useRunningTime } from '../../api/workspace-clock.ts'
import { Badge } from '../../parts/badge.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { formatTime } from '../../texts/language.ts'
import { words } from './clock-texts.ts'

const TICK_MS = 200

const TONES = { real: 'good', offset: 'accent', frozen: 'warning' } as const

/** The present time of the workspace, running on by the time of the page since it was read. */
export const ClockFace = ({ state }: { readonly state: ReadClock }) => {
  const nowMs = useRunningTime(state, TICK_MS) ?? state.now
  const text = words()
  return (
    <section class="panel" aria-label={text.present}>
      <time class="clock-time">{formatTime(nowMs)}</time>
      <p class="row">
        <Badge tone={TONES[state.mode]}>{text[state.mode]}</Badge>
        <span class="muted">{text[`${state.mode}Means`]}</span>
      </p>
      <p class="row">
        <span class="muted">{text.epoch}</span>
        <code>{nowMs}</code>
        <CopyButton label={text.copy} text={() => String(nowMs)} />
      </p>
    </section>
  )
}
