import type { NotificationRecords, UploadRecords } from '#src/client/generated/control.ts'
import { control } from '../../api/control.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { Action } from '../../parts/action.tsx'
import { Shown } from '../../parts/notice.tsx'
import { TableHead } from '../../parts/table-head.tsx'
import { TryLink } from '../../parts/try-link.tsx'
import { formatSpan, formatTime, language } from '../../texts/language.ts'
import type { ClockMoves } from './clock-moves.ts'
import { words } from './clock-texts.ts'

/** Records that are looked through, of each kind. */
const READ = 200

/** Events that are shown. */
const SHOWN = 10

interface Event {
  readonly key: string
  readonly atMs: number
  readonly label: string
}

/** Notifications and uploads whose time has not come yet, the next first. */
export const ClockNext = ({
  nowMs,
  moves,
}: {
  readonly nowMs: number
  readonly moves: ClockMoves
}) => {
  const text = words()
  const loaded = useLoaded(readEvents, [language.value])
  const later = (events: readonly Event[]): Event[] =>
    events.filter(({ atMs }) => atMs > nowMs).slice(0, SHOWN)
  return (
    <section class="panel" aria-labelledby="clock-next">
      <h2 id="clock-next">{text.next}</h2>
      <p class="muted">{text.nextLead}</p>
      <Shown
        loaded={loaded}
        empty={
          <>
            {text.none} <TryLink operation="E12" />
          </>
        }
        isEmpty={(events: readonly Event[]) => later(events).length === 0}
      >
        {(events) => <EventTable events={later(events)} nowMs={nowMs} moves={moves} />}
      </Shown>
    </section>
  )
}

const EventTable = ({
  events,
  nowMs,
  moves,
}: {
  readonly events: readonly Event[]
  readonly nowMs: number
  readonly moves: ClockMoves
}) => {
  const text = words()
  return (
    <table>
      <TableHead columns={[text.what, text.when, text.left, null]} />
      <tbody>
        {events.map(({ key, label, atMs }) => (
          <tr key={key}>
            <td class="clock-what">{label}</td>
            <td>{formatTime(atMs)}</td>
            <td>{formatSpan(atMs - nowMs)}</td>
            <td>
              <Action
                label={text.goTo(label)}
                run={() => moves.advance(atMs - nowMs)}
                done={text.moved}
              >
                {text.go}
              </Action>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const readEvents = async (signal: AbortSignal): Promise<Event[]> => {
  const query = { limit: READ }
  const [notifications, uploads] = await Promise.all([
    control<NotificationRecords>('GET', '/records/notifications', { query, signal }),
    control<UploadRecords>('GET', '/records/uploads', { query, signal }),
  ])
  const text = words()
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
