import type { People } from '../../api/people.ts'
import { linkTo } from '../../api/place.ts'
import type { RecordRow } from '../../api/records.ts'
import { Facts } from '../../parts/facts.tsx'
import { JsonView } from '../../parts/json-view.tsx'
import { PersonName } from '../../parts/person-name.tsx'
import { TableHead } from '../../parts/table-head.tsx'
import { formatTime } from '../../texts/language.ts'
import { ApprovalMaterials } from './approval-materials.tsx'
import { words } from './approvals-texts.ts'
import { DecideTask } from './decide-task.tsx'
import { TaskStatus } from './task-status.tsx'

/** An approval: its request, its decisions so far, and its materials. */
export const ApprovalDetail = ({
  approval,
  people,
}: {
  readonly approval: RecordRow<'approvals'>
  readonly people: People
}) => {
  const text = words()
  const { approvalId, name, status, tasks, submitter, variables } = approval
  const hasVariables = Object.keys(variables ?? {}).length > 0
  return (
    <section class="panel approvals-detail" aria-label={name}>
      <div class="row">
        <h2 tabIndex={-1}>{name}</h2>
        <TaskStatus status={status} />
        <a class="at-end" href={linkTo('approvals')}>
          {text.close}
        </a>
      </div>
      <Facts
        facts={[
          ['approvalId', <span class="mono">{approvalId}</span>],
          [text.about, approval.detailName],
          [text.category, approval.category],
          [text.process, approval.processDefinitionId],
          [text.submitter, <PersonName id={submitter} person={people.get(submitter)} />],
          [text.created, formatTime(approval.createTime)],
        ]}
      />
      <h3>{text.tasks}</h3>
      <Tasks tasks={tasks} people={people} />
      <DecideTask approval={approval} people={people} />
      <h3>{text.materials}</h3>
      <ApprovalMaterials materials={approval.materials} />
      {hasVariables && (
        <>
          <h3>{text.variables}</h3>
          <JsonView value={variables} label={text.variables} />
        </>
      )}
    </section>
  )
}

const Tasks = ({
  tasks,
  people,
}: {
  readonly tasks: RecordRow<'approvals'>['tasks']
  readonly people: People
}) => {
  const text = words()
  return (
    <table aria-label={text.tasks}>
      <TableHead columns={[text.step, text.person, text.state, text.ended]} />
      <tbody>
        {tasks.map(({ id, key, assignee, status, endTime, comment }) => (
          <tr key={id}>
            <td class="mono">{key}</td>
            <td class="approvals-person">
              <PersonName id={assignee} person={people.get(assignee)} />
              {comment !== null && <p class="approvals-comment">{comment}</p>}
            </td>
            <td>
              <TaskStatus status={status} />
            </td>
            <td>{endTime === null ? '' : formatTime(endTime)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
