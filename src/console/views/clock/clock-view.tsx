import { useSignal } from '@preact/signals'
import type { ClockChange, ClockSetting, ClockState } from '#src/client/generated/control.ts'
import { control } from '../../api/control.ts'
import { useLoaded } from '../../api/loaded.ts'
import { linkTo } from '../../api/place.ts'
import { type ReadClock, readClock, readRecords, useRunningTime } from '../../api/records.ts'
import { Action, CopyButton } from '../../parts/action.tsx'
import { field } from '../../parts/fields/schema.ts'
import { ActionForm, Form } from '../../parts/form.tsx'
import { Page, Panel, Shown } from '../../parts/panel.tsx'
import { Table } from '../../parts/table.tsx'
import { Badge, TryLink } from '../../parts/text.tsx'
import { formatSpan, formatTime, instantOf, language } from '../../texts/language.ts'
import { type Phrase, t } from '../../texts/words.ts'
import './clock.css'

/** How the parts of the view move the clock: to a setting, or by a number of milliseconds. */
type Move = (to: ClockSetting | number) => Promise<void>

export default function ClockView() {
  const state = useLoaded(readClock)
  const moved = useSignal<ClockChange | undefined>(undefined)
  const move: Move = async (to) => {
    moved.value =
      typeof to === 'number'
        ? await control('POST', '/clock/advance', { body: { ms: to } })
        : await control('PUT', '/clock', { body: to })
    state.reload()
  }
  return (
    <Page title="Clock" lead="The clock that decides what expires and what becomes due.">
      <Shown loaded={state}>
        {(clock) => (
          <>
            <Face state={clock} />
            {moved.value && <DuePanel change={moved.value} />}
            <div class="clock-columns">
              <SetPanel state={clock} move={move} />
              <ForwardPanel move={move} />
            </div>
            <ClockNext nowMs={clock.now} move={move} />
          </>
        )}
      </Shown>
    </Page>
  )
}

const TICK_MS = 200

const TONES = { real: 'good', offset: 'accent', frozen: 'warning' } as const
const MEANINGS = {
  real: 'runs with the clock of the machine',
  offset: 'runs on from the time it was set to',
  frozen: 'stands still until you move it',
} as const

const Face = ({ state }: { state: ReadClock }) => {
  const nowMs = useRunningTime(state, TICK_MS) ?? state.now
  return (
    <section class="panel" aria-label={t('Current time')}>
      <time class="clock-time">{formatTime(nowMs)}</time>
      <p class="row">
        <Badge tone={TONES[state.mode]}>{t(state.mode)}</Badge>
        <span class="muted">{t(MEANINGS[state.mode])}</span>
      </p>
      <p class="row">
        <span class="muted">{t('Epoch ms')}</span>
        <code>{nowMs}</code>
        <CopyButton label={t('Copy epoch ms')} text={() => String(nowMs)} />
      </p>
    </section>
  )
}

const DUE = [
  ['notifications', 'Notifications that became visible: {1}', ['notifications']],
  ['uploads', 'Open uploads that expired: {1}', ['records', 'uploads']],
  ['tokens', 'Tokens that expired: {1}', ['calls']],
] as const satisfies [keyof ClockChange['due'], Phrase, [view: string, kind?: string]][]

const DuePanel = ({ change: { now, due } }: { change: ClockChange }) => {
  const shown = DUE.filter(([kind]) => due[kind] > 0)
  return (
    <div role="status">
      <Panel title={`${t('What became due')} · ${formatTime(now)}`} class="clock-due">
        {shown.length === 0 && (
          <p class="muted">{t('Nothing became due between the old time and the new one.')}</p>
        )}
        <ul>
          {shown.map(([kind, means, [view, ...rest]]) => (
            <li key={kind}>
              <a href={linkTo(view, ...rest)}>{t(means, due[kind])}</a>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  )
}

const SetPanel = ({ state, move }: { state: ClockState; move: Move }) => {
  const draft = useSignal({ at: formatTime(state.now) })
  const now = instantOf(draft.value.at)
  const isFrozen = state.mode === 'frozen'
  return (
    <Panel title={t('Set the clock')}>
      <div class="row">
        <Action
          name={isFrozen ? 'Keep it running' : 'Freeze now'}
          tone={isFrozen ? 'plain' : 'primary'}
          run={() => move({ mode: isFrozen ? 'offset' : 'frozen' })}
        />
        <Action
          name="Back to real time"
          run={() => move({ mode: 'real' })}
          isDisabled={state.mode === 'real'}
        />
      </div>
      <Form value={draft} fields={{ at: field('Date and time', { format: 'instant' }) }} />
      <div class="row">
        {(['frozen', 'offset'] as const).map((mode) => (
          <Action
            key={mode}
            name={mode === 'frozen' ? 'Freeze at this time' : 'Run on from this time'}
            run={async () => now !== undefined && move({ mode, now })}
            isDisabled={now === undefined}
          />
        ))}
      </div>
    </Panel>
  )
}

const STEPS = [
  ['+ 1 minute', 60_000],
  ['+ 1 hour', 3_600_000],
  ['+ 1 day', 86_400_000],
  ['+ 7 days', 604_800_000],
] as const

const ForwardPanel = ({ move }: { move: Move }) => (
  <Panel title={t('Move forward')}>
    <div class="row">
      {STEPS.map(([step, length]) => (
        <Action key={step} name={step} run={() => move(length)} />
      ))}
    </div>
    <ActionForm
      start={{ ms: undefined as number | undefined }}
      fields={() => ({ ms: field('Amount', { widget: 'duration' }) })}
      name="Move forward by this amount"
      run={({ ms = 0 }) => move(ms)}
      isReady={({ ms }) => ms !== undefined}
    />
  </Panel>
)

const READ = 200
const SHOWN = 10

interface Event {
  readonly atMs: number
  readonly label: string
}

const ClockNext = ({ nowMs, move }: { nowMs: number; move: Move }) => {
  const loaded = useLoaded(readEvents, [language.value])
  const later = (events: readonly Event[]): Event[] =>
    events.filter(({ atMs }) => atMs > nowMs).slice(0, SHOWN)
  return (
    <Panel title={t('What becomes due next')}>
      <p class="muted">{t('Only the last 200 notifications and uploads are considered.')}</p>
      <Shown
        loaded={loaded}
        empty={[t('Nothing is scheduled.'), ' ', <TryLink key="try" operation="E12" />]}
        isEmpty={(events) => later(events).length === 0}
      >
        {(events) => (
          <Table
            rows={later(events)}
            keyOf={(event) => events.indexOf(event)}
            columns={[
              { name: t('What'), class: 'anywhere', of: ({ label }) => label },
              { name: t('When'), of: ({ atMs }) => formatTime(atMs) },
              { name: t('In'), of: ({ atMs }) => formatSpan(atMs - nowMs) },
              {
                name: null,
                of: ({ label, atMs }) => (
                  <Action name="Move there" of={label} run={() => move(atMs - nowMs)} />
                ),
              },
            ]}
          />
        )}
      </Shown>
    </Panel>
  )
}

const readEvents = async (signal: AbortSignal): Promise<Event[]> => {
  const [notifications, uploads] = await Promise.all([
    readRecords('notifications', READ, signal),
    readRecords('uploads', READ, signal),
  ])
  const events = [
    ...notifications.records.map(({ id, user, sendTime }) => ({
      atMs: sendTime,
      label: t('Notification {1} for {2}', String(id), user),
    })),
    ...uploads.records
      .filter(({ status }) => status === 'open')
      .map(({ name, expireTime }) => ({
        atMs: expireTime ?? 0,
        label: t('Upload of {1} expires', name),
      })),
  ]
  return events.sort((a, b) => a.atMs - b.atMs)
}
