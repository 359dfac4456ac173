import { useSignal } from '@preact/signals'
import type { ClockChange } from '#src/client/generated/control.ts'
import { control } from '../../api/control.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { readClock } from '../../api/workspace-clock.ts'
import { Shown } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import './clock.css'
import { ClockDue } from './clock-due.tsx'
import { ClockFace } from './clock-face.tsx'
import type { ClockMoves } from './clock-moves.ts'
import { ClockNext } from './clock-next.tsx'
import { ClockSetter } from './clock-setter.tsx'
import { words } from './clock-texts.ts'

/** The view Clock: the time of the workspace, how to move it, and what a move made due. */
export default function ClockView() {
  const state = useLoaded(readClock, [])
  const moved = useSignal<ClockChange | undefined>(undefined)
  const show = (change: ClockChange): void => {
    moved.value = change
    state.reload()
  }
  const moves: ClockMoves = {
    set: async (setting) => show(await control('PUT', '/clock', { body: setting })),
    advance: async (ms) => show(await control('POST', '/clock/advance', { body: { ms } })),
  }
  const { title, lead } = words()
  return (
    <Page title={title} lead={lead}>
      <Shown loaded={state}>
        {(clock) => (
          <>
            <ClockFace state={clock} />
            {moved.value && <ClockDue change={moved.value} />}
            <ClockSetter state={clock} moves={moves} />
            <ClockNext nowMs={clock.now} moves={moves} />
          </>
        )}
      </Shown>
    </Page>
  )
}
