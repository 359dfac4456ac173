import { useSignal } from '@preact/signals'
import { useLoaded } from '../../api/loaded.ts'
import { linkTo } from '../../api/place.ts'
import { type RecordRow, readClock, useRecords, useRunningTime } from '../../api/records.ts'
import { choice } from '../../parts/fields/schema.ts'
import { Form } from '../../parts/form.tsx'
import { Facts, ItemLink, Panel } from '../../parts/panel.tsx'
import { RecordView } from '../../parts/record-view.tsx'
import { Badge } from '../../parts/text.tsx'
import { formatSpan, formatTime } from '../../texts/language.ts'
import { t } from '../../texts/words.ts'
import { MessageFrame, titleOf } from './message-frame.tsx'
import './notifications.css'

const TICK_MS = 1_000

const TIMES = { any: 'Due or not', due: 'Due', later: 'Not due' } as const

type Row = RecordRow<'notifications'>

const subjectOf = ({ content }: Row): string => titleOf(content.htmlContent) || t('No text')

export default function NotificationsView() {
  const loaded = useRecords('notifications')
  const now = useRunningTime(useLoaded(readClock).data, TICK_MS)
  const filter = useSignal({ receiver: '', when: 'any' })
  const { receiver, when } = filter.value
  const rows: readonly Row[] = loaded.data?.records ?? []
  const receivers = [...new Set(rows.map(({ user }) => user))].sort()
  const isWanted = ({ user, sendTime }: Row): boolean =>
    (receiver === '' || user === receiver) &&
    (when === 'any' || now === undefined || sendTime <= now === (when === 'due'))
  return (
    <RecordView
      title="Notifications"
      lead="Notifications of E12 as their recipients see them."
      empty="No notifications. E12 creates them."
      none="No notification has this recipient and time."
      notShown="Notification {1} is not in this list."
      loaded={loaded}
      operation="E12"
      idOf={({ id }) => id}
      table={{
        class: 'notifications-list',
        label: t('Notifications'),
        rows: rows.filter(isWanted),
        keyOf: ({ id }) => id,
        columns: [
          {
            name: t('Title'),
            class: 'notifications-title',
            of: (row) => <ItemLink to={['notifications', row.id]}>{subjectOf(row)}</ItemLink>,
          },
          { name: t('Receiver'), of: ({ user }) => user },
          { name: t('Template'), class: 'mono', of: ({ templateCode }) => templateCode },
          {
            name: t('Due at'),
            of: ({ sendTime }) => [formatTime(sendTime), ' ', dueBadge(sendTime, now)],
          },
        ],
      }}
      detail={(row) => <Detail row={row} now={now} />}
      actions={
        <Form
          class="row"
          value={filter}
          fields={{
            receiver: choice('Receiver', ['', ...receivers], (one) => one || t('Everyone')),
            when: choice('When', ['any', 'due', 'later'] as const, (one) => t(TIMES[one])),
          }}
        />
      }
    >
      {now !== undefined && (
        <p class="row">
          <span>
            {t('Clock of the workspace:')} <time>{formatTime(now)}</time>
          </span>
          <a href={linkTo('clock')}>{t('Change the clock')}</a>
        </p>
      )}
    </RecordView>
  )
}

/** Shows if a notification is visible yet, or else how long it will take; nothing before the clock is known. */
const dueBadge = (sendTime: number, now: number | undefined) => {
  if (now === undefined) return null
  if (sendTime <= now) return <Badge tone="good">{t('Due')}</Badge>
  return (
    <Badge tone="warning">
      {t('Not due')} · {t('in {1}', formatSpan(sendTime - now))}
    </Badge>
  )
}

const Detail = ({ row, now }: { row: Row; now: number | undefined }) => {
  const { user, templateCode, modelCode, sendTime, createTime, url, content } = row
  return (
    <Panel title={subjectOf(row)} marks={dueBadge(sendTime, now)} close={linkTo('notifications')}>
      <Facts
        facts={[
          [t('Receiver'), user],
          [t('Template'), <code>{templateCode}</code>],
          modelCode !== null && [t('Module'), <code>{modelCode}</code>],
          url !== '' && [t('Links to'), <code>{url}</code>],
          [t('Due at'), formatTime(sendTime)],
          [t('Added'), formatTime(createTime)],
        ]}
      />
      <h3>{t('Content as the recipient sees it')}</h3>
      <MessageFrame html={content.htmlContent} />
    </Panel>
  )
}
