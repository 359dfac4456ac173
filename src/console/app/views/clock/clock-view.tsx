import { useSignal } from '@preact/signals'
import type {
  ClockChange,
  ClockMode,
  ClockSetting,
  ClockState,
} from '#src/client/generated/control.ts'
import { control } from '../../api/control.ts'
import { useLoaded } from '../../api/loaded.ts'
import { linkTo } from '../../api/place.ts'
import { type ReadClock, readClock, readRecords, useRunningTime } from '../../api/records.ts'
import { Action, CopyButton } from '../../parts/action.tsx'
import { Form } from '../../parts/form.tsx'
import { instantOf, localTextOf } from '../../parts/instants.ts'
import { Page, Panel, Shown } from '../../parts/panel.tsx'
import { Table } from '../../parts/table.tsx'
import { Badge, TryLink } from '../../parts/text.tsx'
import { formatNumber, formatSpan, formatTime, language } from '../../texts/language.ts'
import { words } from '../../texts/words.ts'
import './clock.css'

/** How the parts of the view move the clock. */
interface ClockMoves {
  set(setting: ClockSetting): Promise<void>
  advance(ms: number): Promise<void>
}

/** The view Clock: the time of the workspace, how to move it, and what a move made due. */
export default function ClockView() {
  const state = useLoaded(readClock)
  const moved = useSignal<ClockChange | undefined>(undefined)
  const show = (change: ClockChange): void => {
    moved.value = change
    state.reload()
  }
  const moves: ClockMoves = {
    set: async (setting) => show(await control('PUT', '/clock', { body: setting })),
    advance: async (ms) => show(await control('POST', '/clock/advance', { body: { ms } })),
  }
  return (
    <Page view="clock">
      <Shown loaded={state}>
        {(clock) => (
          <>
            <Face state={clock} />
            {moved.value && <DuePanel change={moved.value} />}
            <div class="clock-columns">
              <SetPanel state={clock} moves={moves} />
              <ForwardPanel moves={moves} />
            </div>
            <ClockNext nowMs={clock.now} moves={moves} />
          </>
        )}
      </Shown>
    </Page>
  )
}

const TICK_MS = 200

const TONES = { real: 'good', offset: 'accent', frozen: 'warning' } as const

/** The present time of the workspace, running on by the time of the page since it was read. */
const Face = ({ state }: { state: ReadClock }) => {
  const nowMs = useRunningTime(state, TICK_MS) ?? state.now
  const text = words('clock')
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

/** What became due by the last move, with links to where it shows. */
const DuePanel = ({ change: { now, due } }: { change: ClockChange }) => {
  const text = words('clock')
  const places = [
    { kind: 'notifications', look: text.lookNotifications, href: linkTo('notifications') },
    { kind: 'uploads', look: text.lookUploads, href: linkTo('records', 'uploads') },
    { kind: 'tokens', look: text.lookTokens, href: linkTo('calls') },
    { kind: 'addresses', look: text.lookAddresses, href: linkTo('library') },
  ] as const
  const shown = places.filter(({ kind }) => due[kind] > 0)
  return (
    <div role="status">
      <Panel title={`${text.became} · ${formatTime(now)}`} class="clock-due">
        {shown.length === 0 && <p class="muted">{text.nothing}</p>}
        <ul>
          {shown.map(({ kind, look, href }) => (
            <li key={kind}>
              {text[kind](formatNumber(due[kind]))} · <a href={href}>{look}</a>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  )
}

const SetPanel = ({ state, moves }: { state: ClockState; moves: ClockMoves }) => {
  const text = words('clock')
  const draft = useSignal({ at: localTextOf(state.now) })
  const chosen = instantOf(draft.value.at)
  const isFrozen = state.mode === 'frozen'
  const setTo = (mode: ClockMode) => async (): Promise<void> => {
    if (chosen !== undefined) await moves.set({ mode, now: chosen })
  }
  return (
    <Panel title={text.set}>
      <div class="row">
        <Action
          run={() => moves.set({ mode: isFrozen ? 'offset' : 'frozen' })}
          done={text.moved}
          tone={isFrozen ? 'plain' : 'primary'}
        >
          {isFrozen ? text.run : text.freeze}
        </Action>
        <Action
          run={() => moves.set({ mode: 'real' })}
          done={text.moved}
          isDisabled={state.mode === 'real'}
        >
          {text.back}
        </Action>
      </div>
      <Form
        value={draft}
        fields={{ at: { type: 'string', format: 'datetime-local', title: text.at } }}
      />
      <div class="row">
        {(['frozen', 'offset'] as const).map((mode) => (
          <Action key={mode} run={setTo(mode)} done={text.moved} isDisabled={chosen === undefined}>
            {mode === 'frozen' ? text.freezeAt : text.runAt}
          </Action>
        ))}
      </div>
    </Panel>
  )
}

const STEPS = { minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 604_800_000 } as const

const ForwardPanel = ({ moves }: { moves: ClockMoves }) => {
  const text = words('clock')
  const draft = useSignal<{ ms?: number | undefined }>({})
  const { ms } = draft.value
  return (
    <Panel title={text.forward}>
      <div class="row">
        {(Object.keys(STEPS) as (keyof typeof STEPS)[]).map((step) => (
          <Action key={step} run={() => moves.advance(STEPS[step])} done={text.moved}>
            + {text[step]}
          </Action>
        ))}
      </div>
      <Form value={draft} fields={{ ms: { widget: 'duration', title: text.amount } }} />
      <div class="row">
        <Action run={() => moves.advance(ms ?? 0)} done={text.moved} isDisabled={ms === undefined}>
          {text.advance}
        </Action>
      </div>
    </Panel>
  )
}

/** Records that are looked through, of each kind, and events that are shown. */
const READ = 200
const SHOWN = 10

interface Event {
  readonly key: string
  readonly atMs: number
  readonly label: string
}

/** Notifications and uploads whose time has not come yet, the next first. */
const ClockNext = ({ nowMs, moves }: { nowMs: number; moves: ClockMoves }) => {
  const text = words('clock')
  const loaded = useLoaded(readEvents, [language.value])
  const later = (events: readonly Event[]): Event[] =>
    events.filter(({ atMs }) => atMs > nowMs).slice(0, SHOWN)
  const empty = (
    <>
      {text.none} <TryLink operation="E12" />
    </>
  )
  return (
    <Panel title={text.next}>
      <p class="muted">{text.nextLead}</p>
      <Shown loaded={loaded} empty={empty} isEmpty={(events) => later(events).length === 0}>
        {(events) => (
          <Table
            rows={later(events)}
            keyOf={({ key }) => key}
            columns={[
              { name: text.what, class: 'clock-what', of: ({ label }) => label },
              { name: text.when, of: ({ atMs }) => formatTime(atMs) },
              { name: text.left, of: ({ atMs }) => formatSpan(atMs - nowMs) },
              {
                name: null,
                of: ({ label, atMs }) => (
                  <Action
                    label={text.goTo(label)}
                    run={() => moves.advance(atMs - nowMs)}
                    done={text.moved}
                  >
                    {text.go}
                  </Action>
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
  const text = words('clock')
  const events = [
    ...notifications.records.map(({ id, user, sendTime }) => ({
      key: `notification ${id}`,
      atMs: sendTime,
      label: text.notification(id, user),
    })),
    ...uploads.records
      .filter(({ status }) => status === 'open')
      .map(({ uploadId, name, expireTime }) => ({
        key: `upload ${uploadId}`,
        atMs: expireTime ?? 0,
        label: text.upload(name),
      })),
  ]
  return events.sort((a, b) => a.atMs - b.atMs)
}
