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
import { Form, instantOf, localTextOf } from '../../parts/form.tsx'
import { Page, Panel, Shown } from '../../parts/panel.tsx'
import { Table } from '../../parts/table.tsx'
import { Badge, TryLink } from '../../parts/text.tsx'
import { formatSpan, formatTime, language } from '../../texts/language.ts'
import { t } from '../../texts/words.ts'
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
    <Page title="Clock" lead="The time by which things expire and become due.">
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
const MEANINGS = {
  real: 'runs with the clock of the machine',
  offset: 'runs on from the time that it was set to',
  frozen: 'stands still until it is moved',
} as const

/** The present time of the workspace, running on by the time of the page since it was read. */
const Face = ({ state }: { state: ReadClock }) => {
  const nowMs = useRunningTime(state, TICK_MS) ?? state.now
  return (
    <section class="panel" aria-label={t('Present time')}>
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

/** What became due by the last move, with links to where it shows. */
const DuePanel = ({ change: { now, due } }: { change: ClockChange }) => {
  const places = [
    {
      kind: 'notifications',
      means: 'Notifications that became visible: {1}',
      look: t('Open the notifications'),
      href: linkTo('notifications'),
    },
    {
      kind: 'uploads',
      means: 'Open uploads that expired: {1}',
      look: t('Open the uploads'),
      href: linkTo('records', 'uploads'),
    },
    {
      kind: 'tokens',
      means: 'Tokens that expired: {1}',
      look: t('See the calls that use them'),
      href: linkTo('calls'),
    },
  ] as const
  const shown = places.filter(({ kind }) => due[kind] > 0)
  return (
    <div role="status">
      <Panel title={`${t('What became due')} · ${formatTime(now)}`} class="clock-due">
        {shown.length === 0 && (
          <p class="muted">{t('Nothing became due between the old time and the new one.')}</p>
        )}
        <ul>
          {shown.map(({ kind, means, look, href }) => (
            <li key={kind}>
              {t(means, due[kind])} · <a href={href}>{look}</a>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  )
}

const SetPanel = ({ state, moves }: { state: ClockState; moves: ClockMoves }) => {
  const draft = useSignal({ at: localTextOf(state.now) })
  const chosen = instantOf(draft.value.at)
  const isFrozen = state.mode === 'frozen'
  const setTo = (mode: ClockMode) => async (): Promise<void> => {
    if (chosen !== undefined) await moves.set({ mode, now: chosen })
  }
  return (
    <Panel title={t('Set the clock')}>
      <div class="row">
        <Action
          run={() => moves.set({ mode: isFrozen ? 'offset' : 'frozen' })}
          done={t('The clock was moved.')}
          tone={isFrozen ? 'plain' : 'primary'}
        >
          {isFrozen ? t('Let it run on') : t('Freeze now')}
        </Action>
        <Action
          run={() => moves.set({ mode: 'real' })}
          done={t('The clock was moved.')}
          isDisabled={state.mode === 'real'}
        >
          {t('Back to real time')}
        </Action>
      </div>
      <Form
        value={draft}
        fields={{
          at: {
            type: 'string',
            format: 'datetime-local',
            title: t('Date and time (of this browser)'),
          },
        }}
      />
      <div class="row">
        {(['frozen', 'offset'] as const).map((mode) => (
          <Action
            key={mode}
            run={setTo(mode)}
            done={t('The clock was moved.')}
            isDisabled={chosen === undefined}
          >
            {mode === 'frozen' ? t('Freeze at this time') : t('Run on from this time')}
          </Action>
        ))}
      </div>
    </Panel>
  )
}

const STEPS = {
  '1 minute': 60_000,
  '1 hour': 3_600_000,
  '1 day': 86_400_000,
  '7 days': 604_800_000,
} as const

const ForwardPanel = ({ moves }: { moves: ClockMoves }) => {
  const draft = useSignal<{ ms?: number | undefined }>({})
  const { ms } = draft.value
  return (
    <Panel title={t('Move forward')}>
      <div class="row">
        {(Object.keys(STEPS) as (keyof typeof STEPS)[]).map((step) => (
          <Action
            key={step}
            run={() => moves.advance(STEPS[step])}
            done={t('The clock was moved.')}
          >
            + {t(step)}
          </Action>
        ))}
      </div>
      <Form value={draft} fields={{ ms: { widget: 'duration', title: t('Amount') } }} />
      <div class="row">
        <Action
          run={() => moves.advance(ms ?? 0)}
          done={t('The clock was moved.')}
          isDisabled={ms === undefined}
        >
          {t('Move forward by this amount')}
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
  const loaded = useLoaded(readEvents, [language.value])
  const later = (events: readonly Event[]): Event[] =>
    events.filter(({ atMs }) => atMs > nowMs).slice(0, SHOWN)
  const empty = (
    <>
      {t('Nothing waits for its time.')} <TryLink operation="E12" />
    </>
  )
  return (
    <Panel title={t('What becomes due next')}>
      <p class="muted">{t('Of the last 200 notifications and uploads.')}</p>
      <Shown loaded={loaded} empty={empty} isEmpty={(events) => later(events).length === 0}>
        {(events) => (
          <Table
            rows={later(events)}
            keyOf={({ key }) => key}
            columns={[
              { name: t('What'), class: 'clock-what', of: ({ label }) => label },
              { name: t('When'), of: ({ atMs }) => formatTime(atMs) },
              { name: t('In'), of: ({ atMs }) => formatSpan(atMs - nowMs) },
              {
                name: null,
                of: ({ label, atMs }) => (
                  <Action
                    label={t('Move there: {1}', label)}
                    run={() => moves.advance(atMs - nowMs)}
                    done={t('The clock was moved.')}
                  >
                    {t('Move there')}
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
  const events = [
    ...notifications.records.map(({ id, user, sendTime }) => ({
      key: `notification ${id}`,
      atMs: sendTime,
      label: t('Notification {1} for {2}', String(id), user),
    })),
    ...uploads.records
      .filter(({ status }) => status === 'open')
      .map(({ uploadId, name, expireTime }) => ({
        key: `upload ${uploadId}`,
        atMs: expireTime ?? 0,
        label: t('Upload of {1} expires', name),
      })),
  ]
  return events.sort((a, b) => a.atMs - b.atMs)
}
