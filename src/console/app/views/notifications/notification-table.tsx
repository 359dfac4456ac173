import { linkTo, route } from '../../api/place.ts'
import type { RecordRow } from '../../api/records.ts'
import { TableHead } from '../../parts/table-head.tsx'
import { formatTime } from '../../texts/language.ts'
import { DueBadge } from './due-badge.tsx'
import { titleOf } from './message-title.ts'
import { words } from './notifications-texts.ts'

/** Notifications as rows, newest first. */
export const NotificationTable = ({
  rows,
  now,
}: {
  readonly rows: readonly RecordRow<'notifications'>[]
  readonly now: number | undefined
}) => {
  const text = words()
  return (
    <table class="notifications-list" aria-label={text.list}>
      <TableHead columns={[text.subject, text.receiver, text.template, text.dueAt]} />
      <tbody>
        {rows.map(({ id, user, templateCode, sendTime, content }) => (
          <tr key={id}>
            <td class="notifications-title">
              <a
                href={linkTo('notifications', id)}
                aria-current={route.value.rest[0] === String(id) ? 'true' : undefined}
              >
                {titleOf(content.htmlContent) || text.noText}
              </a>
            </td>
            <td>{user}</td>
            <td class="mono">{templateCode}</td>
            <td>
              {formatTime(sendTime)} <DueBadge sendTime={sendTime} now={now} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
