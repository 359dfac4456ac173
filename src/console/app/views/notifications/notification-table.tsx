import { linkTo, route } from '../../api/place.ts'
import type { RecordRow } from '../../api/records.ts'
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
    <table aria-label={text.list}>
      <thead>
        <tr>
          <th scope="col">{text.subject}</th>
          <th scope="col">{text.receiver}</th>
          <th scope="col" class="notifications-template">
            {text.template}
          </th>
          <th scope="col">{text.dueAt}</th>
        </tr>
      </thead>
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
            <td class="mono notifications-template">{templateCode}</td>
            <td>
              {formatTime(sendTime)} <DueBadge sendTime={sendTime} now={now} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
