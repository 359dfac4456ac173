import { linkTo } from '../../api/place.ts'
import type { RecordRow } from '../../api/records.ts'
import { Facts } from '../../parts/facts.tsx'
import { formatTime } from '../../texts/language.ts'
import { DueBadge } from './due-badge.tsx'
import { MessageFrame } from './message-frame.tsx'
import { titleOf } from './message-title.ts'
import { words } from './notifications-texts.ts'

/** A notification with its content as the receiver would see it. */
export const NotificationDetail = ({
  row,
  now,
}: {
  readonly row: RecordRow<'notifications'>
  readonly now: number | undefined
}) => {
  const text = words()
  const { user, templateCode, modelCode, sendTime, createTime, url, content } = row
  const title = titleOf(content.htmlContent) || text.noText
  return (
    <section class="panel" aria-label={title}>
      <div class="row">
        <h2>{title}</h2>
        <DueBadge sendTime={sendTime} now={now} />
        <a class="at-end" href={linkTo('notifications')}>
          {text.close}
        </a>
      </div>
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
    </section>
  )
}
