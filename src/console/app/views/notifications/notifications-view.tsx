import { type Signal, useSignal } from '@preact/signals'
import { linkTo, route } from '../../api/place.ts'
import { type RecordRow, useRecords } from '../../api/records.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { readClock, useRunningTime } from '../../api/workspace-clock.ts'
import { SelectField, setterOf } from '../../parts/fields.tsx'
import { MoreRows } from '../../parts/more-rows.tsx'
import { Notice, Shown } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { Split } from '../../parts/split.tsx'
import { TryLink } from '../../parts/try-link.tsx'
import { formatTime } from '../../texts/language.ts'
import { NotificationDetail } from './notification-detail.tsx'
import { NotificationTable } from './notification-table.tsx'
import { words } from './notifications-texts.ts'
import './notifications.css'

/** Times are shown to the second. */
const TICK_MS = 1_000

type Row = RecordRow<'notifications'>

/** The view Notifications: what each receiver would see, and from when. */
export default function NotificationsView() {
  const text = words()
  const loaded = useRecords('notifications')
  const now = useRunningTime(useLoaded(readClock, []).data, TICK_MS)
  const receiver = useSignal('')
  const when = useSignal('')
  const rows: readonly Row[] = loaded.data?.records ?? []
  const [chosen] = route.value.rest
  const isWanted = ({ user, sendTime }: Row): boolean =>
    (receiver.value === '' || user === receiver.value) &&
    (when.value === '' || now === undefined || sendTime <= now === (when.value === 'due'))
  const wanted = rows.filter(isWanted)
  return (
    <Page
      title={text.title}
      lead={text.lead}
      actions={<Filters rows={rows} receiver={receiver} when={when} />}
    >
      {now !== undefined && (
        <p class="row">
          <span>
            {text.clock} <time>{formatTime(now)}</time>
          </span>
          <a href={linkTo('clock')}>{text.changeClock}</a>
        </p>
      )}
      <Shown
        loaded={loaded}
        empty={
          <>
            {text.empty} <TryLink operation="E12" />
          </>
        }
        isEmpty={({ total }) => total === 0}
      >
        {({ total, records }) => (
          <Split
            list={
              <>
                {wanted.length === 0 ? (
                  <Notice>{text.none}</Notice>
                ) : (
                  <NotificationTable rows={wanted} now={now} />
                )}
                <MoreRows shown={records.length} total={total} more={loaded.more} />
              </>
            }
            detail={chosen !== undefined && <Chosen id={chosen} rows={records} now={now} />}
          />
        )}
      </Shown>
    </Page>
  )
}

const Filters = ({
  rows,
  receiver,
  when,
}: {
  readonly rows: readonly Row[]
  readonly receiver: Signal<string>
  readonly when: Signal<string>
}) => {
  const text = words()
  const receivers = [...new Set(rows.map(({ user }) => user))].sort()
  return (
    <>
      <SelectField
        label={text.receiver}
        value={receiver.value}
        options={[
          { value: '', text: text.everyone },
          ...receivers.map((value) => ({ value, text: value })),
        ]}
        onChange={setterOf(receiver)}
      />
      <SelectField
        label={text.when}
        value={when.value}
        options={[
          { value: '', text: text.any },
          { value: 'due', text: text.due },
          { value: 'later', text: text.later },
        ]}
        onChange={setterOf(when)}
      />
    </>
  )
}

const Chosen = ({
  id,
  rows,
  now,
}: {
  readonly id: string
  readonly rows: readonly Row[]
  readonly now: number | undefined
}) => {
  const row = rows.find((one) => String(one.id) === id)
  return row ? <NotificationDetail row={row} now={now} /> : <Notice>{words().notShown(id)}</Notice>
}
