import { useSignal } from '@preact/signals'
import { useLoaded } from '../../api/loaded.ts'
import { linkTo, route } from '../../api/place.ts'
import { type RecordRow, readClock, useRecords, useRunningTime } from '../../api/records.ts'
import { choices, Form } from '../../parts/form.tsx'
import { Facts, Panel } from '../../parts/panel.tsx'
import { RecordView } from '../../parts/record-view.tsx'
import { Table } from '../../parts/table.tsx'
import { Badge } from '../../parts/text.tsx'
import { formatSpan, formatTime } from '../../texts/language.ts'
import { words } from '../../texts/words.ts'
import { MessageFrame } from './message-frame.tsx'
import { titleOf } from './parse-html.ts'
import './notifications.css'

/** Times are shown to the second. */
const TICK_MS = 1_000

type Row = RecordRow<'notifications'>

/** The view Notifications: what each receiver would see, and from when. */
export default function NotificationsView() {
  const text = words('notifications')
  const loaded = useRecords('notifications')
  const now = useRunningTime(useLoaded(readClock).data, TICK_MS)
  const filter = useSignal({ receiver: '', when: 'any' })
  const { receiver, when } = filter.value
  const rows: readonly Row[] = loaded.data?.records ?? []
  const receivers = [...new Set(rows.map(({ user }) => user))].sort()
  const wanted = rows.filter(
    ({ user, sendTime }) =>
      (receiver === '' || user === receiver) &&
      (when === 'any' || now === undefined || sendTime <= now === (when === 'due')),
  )
  return (
    <RecordView
      view="notifications"
      loaded={loaded}
      operation="E12"
      rows={wanted}
      idOf={({ id }) => id}
      list={<List rows={wanted} now={now} />}
      detail={(row) => <Detail row={row} now={now} />}
      actions={
        <Form
          class="row"
          value={filter}
          fields={{
            receiver: {
              title: text.receiver,
              oneOf: choices(['', ...receivers], (one) => one || text.everyone),
            },
            when: {
              title: text.when,
              oneOf: choices(['any', 'due', 'later'], (one) => text[one]),
            },
          }}
        />
      }
    >
      {now !== undefined && (
        <p class="row">
          <span>
            {text.clock} <time>{formatTime(now)}</time>
          </span>
          <a href={linkTo('clock')}>{text.changeClock}</a>
        </p>
      )}
    </RecordView>
  )
}

const subjectOf = ({ content }: Row): string =>
  titleOf(content.htmlContent) || words('notifications').noText

const List = ({ rows, now }: { rows: readonly Row[]; now: number | undefined }) => {
  const text = words('notifications')
  return (
    <Table
      class="notifications-list"
      label={text.list}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          name: text.subject,
          class: 'notifications-title',
          of: (row) => (
            <a
              href={linkTo('notifications', row.id)}
              aria-current={route.value.rest[0] === String(row.id) ? 'true' : undefined}
            >
              {subjectOf(row)}
            </a>
          ),
        },
        { name: text.receiver, of: ({ user }) => user },
        { name: text.template, class: 'mono', of: ({ templateCode }) => templateCode },
        {
          name: text.dueAt,
          of: ({ sendTime }) => (
            <>
              {formatTime(sendTime)} <DueBadge sendTime={sendTime} now={now} />
            </>
          ),
        },
      ]}
    />
  )
}

/** Whether the time of a notification has come, and how far off it is otherwise; nothing before the clock is known. */
const DueBadge = ({ sendTime, now }: { sendTime: number; now: number | undefined }) => {
  if (now === undefined) return null
  const { due, later, dueIn } = words('notifications')
  if (sendTime <= now) return <Badge tone="good">{due}</Badge>
  return (
    <Badge tone="warning">
      {later} · {dueIn(formatSpan(sendTime - now))}
    </Badge>
  )
}

/** A notification with its content as the receiver would see it. */
const Detail = ({ row, now }: { row: Row; now: number | undefined }) => {
  const text = words('notifications')
  const { user, templateCode, modelCode, sendTime, createTime, url, content } = row
  return (
    <Panel
      title={subjectOf(row)}
      marks={<DueBadge sendTime={sendTime} now={now} />}
      close={linkTo('notifications')}
    >
      <Facts
        facts={[
          [text.receiver, user],
          [text.template, <code>{templateCode}</code>],
          [text.model, modelCode === null ? '' : <code>{modelCode}</code>],
          [text.page, url === '' ? '' : <code>{url}</code>],
          [text.dueAt, formatTime(sendTime)],
          [text.added, formatTime(createTime)],
        ]}
      />
      <h3>{text.content}</h3>
      <MessageFrame html={content.htmlContent} />
    </Panel>
  )
}
