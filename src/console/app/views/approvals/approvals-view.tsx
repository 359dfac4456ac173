import { useSignal } from '@preact/signals'
import { linkTo, route } from '../../api/place.ts'
import { type People, type RecordRow, usePeople, useRecords } from '../../api/records.ts'
import { choices, Form } from '../../parts/form.tsx'
import { RecordView } from '../../parts/record-view.tsx'
import { Table } from '../../parts/table.tsx'
import { PersonName } from '../../parts/text.tsx'
import { formatTime } from '../../texts/language.ts'
import { t } from '../../texts/words.ts'
import { ApprovalDetail, statusWord, TASK_STATUSES, TaskStatus } from './approval-detail.tsx'
import './approvals.css'

type Approval = RecordRow<'approvals'>

/** A task, and the approval that it belongs to. */
interface Assigned {
  readonly approval: Approval
  readonly task: Approval['tasks'][number]
}

/** The view Approvals: tasks by person, and an approval with its materials and decisions. */
export default function ApprovalsView() {
  const loaded = useRecords('approvals')
  const approvals: readonly Approval[] = loaded.data?.records ?? []
  const all = approvals.flatMap((approval) => approval.tasks.map((task) => ({ approval, task })))
  const assignees = [...new Set(all.map(({ task }) => task.assignee))].sort((a, b) => a - b)
  const people = usePeople([...assignees, ...approvals.map(({ submitter }) => submitter)])
  const filter = useSignal({ person: '', status: 'IN_PROGRESS' })
  const { person, status } = filter.value
  const wanted = all.filter(
    ({ task }) =>
      (person === '' || String(task.assignee) === person) &&
      (status === '' || task.status === status),
  )
  const nameOf = (id: number): string => people.get(id)?.nickname ?? String(id)
  return (
    <RecordView
      title="Approvals"
      lead="Tasks by the person who decides them. A decision counts for E5 and E4 at once."
      empty="There is no approval. E9 creates one."
      none="No task has this person and status."
      notShown="Approval {1} is not among those that are shown."
      loaded={loaded}
      operation="E9"
      rows={wanted.map(({ approval }) => approval)}
      idOf={({ approvalId }) => approvalId}
      detail={(approval) => (
        <ApprovalDetail key={approval.approvalId} approval={approval} people={people} />
      )}
      list={<TaskLists all={wanted} people={people} />}
      actions={
        <Form
          class="row"
          value={filter}
          fields={{
            person: {
              title: t('Person'),
              oneOf: choices(['', ...assignees.map(String)], (id) =>
                id === '' ? t('Everyone') : nameOf(Number(id)),
              ),
            },
            status: {
              title: t('Status of the task'),
              oneOf: choices(
                [...Object.keys(TASK_STATUSES), ''],
                (one) => statusWord(one) || t('Any status'),
              ),
            },
          }}
        />
      }
    />
  )
}

/** The tasks of each person. */
const TaskLists = ({ all, people }: { all: readonly Assigned[]; people: People }) => (
  <>
    {[...new Set(all.map(({ task }) => task.assignee))].map((id) => (
      <section key={id}>
        <h2>
          <PersonName id={id} people={people} />
        </h2>
        <Tasks
          label={t('Tasks of {1}', people.get(id)?.nickname ?? String(id))}
          tasks={all.filter(({ task }) => task.assignee === id)}
        />
      </section>
    ))}
  </>
)

const Tasks = ({ label, tasks }: { label: string; tasks: readonly Assigned[] }) => {
  const timeOf = (atMs: number | null): string => (atMs === null ? '' : formatTime(atMs))
  return (
    <Table
      class="approvals-tasks"
      label={label}
      rows={tasks}
      keyOf={({ task }) => task.id}
      columns={[
        { name: t('Approval'), of: ({ approval }) => <ApprovalLink approval={approval} /> },
        { name: t('Step'), class: 'mono', of: ({ task }) => task.key },
        { name: t('Status'), of: ({ task }) => <TaskStatus status={task.status} /> },
        { name: t('Started'), of: ({ task }) => timeOf(task.createTime) },
        { name: t('Decided'), of: ({ task }) => timeOf(task.endTime) },
      ]}
    />
  )
}

const ApprovalLink = ({ approval: { approvalId, name } }: { approval: Approval }) => (
  <a
    href={linkTo('approvals', approvalId)}
    aria-current={route.value.rest[0] === String(approvalId) ? 'true' : undefined}
  >
    {name}
  </a>
)
