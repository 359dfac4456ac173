import type { People } from '../../api/people.ts'
import { linkTo, route } from '../../api/place.ts'
import type { RecordRow } from '../../api/records.ts'
import { Notice } from '../../parts/notice.tsx'
import { PersonName } from '../../parts/person-name.tsx'
import { TableHead } from '../../parts/table-head.tsx'
import { formatTime } from '../../texts/language.ts'
import { words } from './approvals-texts.ts'
import { TaskStatus } from './task-status.tsx'

type Approval = RecordRow<'approvals'>

interface Assigned {
  readonly approval: Approval
  readonly task: Approval['tasks'][number]
}

/** The tasks of a person or of all, with a status or any; one table for each person, newest approval first. */
export const TasksByPerson = ({
  approvals,
  people,
  person,
  status,
}: {
  readonly approvals: readonly Approval[]
  readonly people: People
  readonly person: string
  readonly status: string
}) => {
  const groups = new Map<number, Assigned[]>()
  for (const approval of approvals)
    for (const task of approval.tasks) {
      const isWanted =
        (person === '' || String(task.assignee) === person) &&
        (status === '' || task.status === status)
      if (!isWanted) continue
      const group = groups.get(task.assignee) ?? []
      groups.set(task.assignee, [...group, { approval, task }])
    }
  if (groups.size === 0) return <Notice>{words().noTask}</Notice>
  return [...groups].map(([id, assigned]) => (
    <PersonTasks key={id} id={id} people={people} assigned={assigned} />
  ))
}

const PersonTasks = ({
  id,
  people,
  assigned,
}: {
  readonly id: number
  readonly people: People
  readonly assigned: readonly Assigned[]
}) => {
  const text = words()
  return (
    <section>
      <h2>
        <PersonName id={id} person={people.get(id)} />
      </h2>
      <table
        class="approvals-tasks"
        aria-label={text.tasksOf(people.get(id)?.nickname ?? String(id))}
      >
        <TableHead columns={[text.approval, text.step, text.state, text.started, text.ended]} />
        <tbody>
          {assigned.map(({ approval, task }) => (
            <tr key={task.id}>
              <td class="approvals-name">
                <a
                  href={linkTo('approvals', approval.approvalId)}
                  aria-current={
                    route.value.rest[0] === String(approval.approvalId) ? 'true' : undefined
                  }
                >
                  {approval.name}
                </a>
              </td>
              <td class="mono">{task.key}</td>
              <td>
                <TaskStatus status={task.status} />
              </td>
              <td>{task.createTime === null ? '' : formatTime(task.createTime)}</td>
              <td>{task.endTime === null ? '' : formatTime(task.endTime)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
