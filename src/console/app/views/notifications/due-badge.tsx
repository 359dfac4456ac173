import { Badge } from '../../parts/badge.tsx'
import { formatSpan } from '../../texts/language.ts'
import { words } from './notifications-texts.ts'

/** Whether the time of a notification has come, and how far off it is otherwise; nothing before the clock is known. */
export const DueBadge = ({
  sendTime,
  now,
}: {
  readonly sendTime: number
  readonly now: number | undefined
}) => {
  if (now === undefined) return null
  const { due, later, dueIn } = words()
  return sendTime <= now ? (
    <Badge tone="good">{due}</Badge>
  ) : (
    <Badge tone="warning">
      {later} · {dueIn(formatSpan(sendTime - now))}
    </Badge>
  )
}
