import { type Signal, useSignal } from '@preact/signals'
import { type People, usePeople } from '../../api/people.ts'
import { route } from '../../api/place.ts'
import { type RecordRow, useRecords } from '../../api/records.ts'
import { SelectField, setterOf } from '../../parts/fields.tsx'
import { MoreRows } from '../../parts/more-rows.tsx'
import { Notice, Shown } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { Split } from '../../parts/split.tsx'
import { TryLink } from '../../parts/try-link.tsx'
import { ApprovalDetail } from './approval-detail.tsx'
import { statusWord, TASK_STATUSES, words } from './approvals-texts.ts'
import { TasksByPerson } from './tasks-by-person.tsx'
import './approvals.css'

/** The view Approvals: tasks by person, and an approval with its materials and decisions. */
export default function ApprovalsView() {
  const text = words()
  const loaded = useRecords('approvals')
  const approvals: readonly RecordRow<'approvals'>[] = loaded.data?.records ?? []
  const people = usePeople(
    approvals.flatMap(({ submitter, tasks }) => [
      submitter,
      ...tasks.map(({ assignee }) => assignee),
    ]),
  )
  const person = useSignal('')
  const status = useSignal<string>('IN_PROGRESS')
  const [chosen] = route.value.rest
  return (
    <Page
      title={text.title}
      lead={text.lead}
      actions={<Filters approvals={approvals} people={people} person={person} status={status} />}
    >
      <Shown
        loaded={loaded}
        empty={
          <>
            {text.empty} <TryLink operation="E9" />
          </>
        }
        isEmpty={({ total }) => total === 0}
      >
        {({ total, records }) => (
          <Split
            list={
              <>
                <TasksByPerson
                  approvals={records}
                  people={people}
                  person={person.value}
                  status={status.value}
                />
                <MoreRows shown={records.length} total={total} more={loaded.more} />
              </>
            }
            detail={
              chosen !== undefined && <Chosen id={chosen} approvals={records} people={people} />
            }
          />
        )}
      </Shown>
    </Page>
  )
}

const Filters = ({
  approvals,
  people,
  person,
  status,
}: {
  readonly approvals: readonly RecordRow<'approvals'>[]
  readonly people: People
  readonly person: Signal<string>
  readonly status: Signal<string>
}) => {
  const text = words()
  const assignees = new Set(approvals.flatMap(({ tasks }) => tasks.map(({ assignee }) => assignee)))
  return (
    <>
      <SelectField
        label={text.person}
        value={person.value}
        options={[
          { value: '', text: text.everyone },
          ...[...assignees]
            .sort((a, b) => a - b)
            .map((id) => ({ value: String(id), text: people.get(id)?.nickname ?? String(id) })),
        ]}
        onChange={setterOf(person)}
      />
      <SelectField
        label={text.status}
        value={status.value}
        options={[
          ...TASK_STATUSES.map((value) => ({ value, text: statusWord(value) })),
          { value: '', text: text.any },
        ]}
        onChange={setterOf(status)}
      />
    </>
  )
}

const Chosen = ({
  id,
  approvals,
  people,
}: {
  readonly id: string
  readonly approvals: readonly RecordRow<'approvals'>[]
  readonly people: People
}) => {
  const approval = approvals.find(({ approvalId }) => String(approvalId) === id)
  return approval ? (
    <ApprovalDetail key={id} approval={approval} people={people} />
  ) : (
    <Notice>{words().notShown(id)}</Notice>
  )
}
