import { useSignal } from '@preact/signals'
import type { ClockMode, ClockState } from '#src/client/generated/control.ts'
import { Action } from '../../parts/action.tsx'
import { DurationField } from '../../parts/duration-field.tsx'
import { setterOf } from '../../parts/fields.tsx'
import { InstantField, instantOf, localTextOf } from '../../parts/instant-field.tsx'
import type { ClockMoves } from './clock-moves.ts'
import { words } from './clock-texts.ts'

interface SetterProps {
  readonly state: ClockState
  readonly moves: ClockMoves
}

/** The ways to set the clock and to move it forward. */
export const ClockSetter = (props: SetterProps) => (
  <div class="clock-columns">
    <SetPanel {...props} />
    <ForwardPanel {...props} />
  </div>
)

const SetPanel = ({ state, moves }: SetterProps) => {
  const text = words()
  const at = useSignal(localTextOf(state.now))
  const chosen = instantOf(at.value)
  const setTo = (mode: ClockMode) => async (): Promise<void> => {
    if (chosen !== undefined) await moves.set({ mode, now: chosen })
  }
  return (
    <section class="panel" aria-labelledby="clock-set">
      <h2 id="clock-set">{text.set}</h2>
      <div class="row">
        {state.mode === 'frozen' ? (
          <Action run={() => moves.set({ mode: 'offset' })} done={text.moved}>
            {text.run}
          </Action>
        ) : (
          <Action run={() => moves.set({ mode: 'frozen' })} done={text.moved} tone="primary">
            {text.freeze}
          </Action>
        )}
        <Action
          run={() => moves.set({ mode: 'real' })}
          done={text.moved}
          isDisabled={state.mode === 'real'}
        >
          {text.back}
        </Action>
      </div>
      <InstantField label={text.at} value={at.value} onInput={setterOf(at)} />
      <div class="row">
        <Action run={setTo('frozen')} done={text.moved} isDisabled={chosen === undefined}>
          {text.freezeAt}
        </Action>
        <Action run={setTo('offset')} done={text.moved} isDisabled={chosen === undefined}>
          {text.runAt}
        </Action>
      </div>
    </section>
  )
}

const STEPS = { minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 604_800_000 } as const

const ForwardPanel = ({ moves }: SetterProps) => {
  const text = words()
  const amount = useSignal<number | undefined>(undefined)
  return (
    <section class="panel" aria-labelledby="clock-forward">
      <h2 id="clock-forward">{text.forward}</h2>
      <div class="row">
        {(Object.keys(STEPS) as (keyof typeof STEPS)[]).map((step) => (
          <Action key={step} run={() => moves.advance(STEPS[step])} done={text.moved}>
            + {text[step]}
          </Action>
        ))}
      </div>
      <DurationField label={text.amount} onInput={setterOf(amount)} />
      <div class="row">
        <Action
          run={() => moves.advance(amount.value ?? 0)}
          done={text.moved}
          isDisabled={amount.value === undefined}
        >
          {text.advance}
        </Action>
      </div>
    </section>
  )
}
