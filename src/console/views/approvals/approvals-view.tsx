import { useSignal } from '@preact/signals'
import { control } from '../../api/control.ts'
import { linkTo } from '../../api/place.ts'
import { type People, type RecordRow, ROWS_PAGE, usePeople, useRecords } from '../../api/records.ts'
import { Action } from '../../parts/action.tsx'
import { choice, field } from '../../parts/fields/schema.ts'
import { Form, held } from '../../parts/form.tsx'
import { Facts, ItemLink, Panel } from '../../parts/panel.tsx'
import { RecordView } from '../../parts/record-view.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Badge, type BadgeTone, JsonView, PersonName } from '../../parts/text.tsx'
import { formatTime } from '../../texts/language.ts'
import { type Phrase, t } from '../../texts/words.ts'
import './approvals.css'

type Approval = RecordRow<'approvals'>

interface Assigned {
  readonly approval: Approval
  readonly task: Approval['tasks'][number]
}

export default function ApprovalsView() {
  const loaded = useRecords('approvals')
  const approvals: readonly Approval[] = loaded.data?.records ?? []
  const all = approvals.flatMap((approval) => approval.tasks.map((task) => ({ approval, task })))
  const assignees = [...new Set(all.map(({ task }) => task.assignee))].sort((a, b) => a - b)
  const people = usePeople([...assignees, ...approvals.map(({ submitter }) => submitter)])
  const filter = useSignal({ person: '', status: 'IN_PROGRESS' })
  const { person, status } = filter.value
  const isWanted = ({ task }: Assigned): boolean =>
    (person === '' || String(task.assignee) === person) && (status === '' || task.status === status)
  const nameOf = (id: string): string => people.get(Number(id))?.nickname ?? id
  return (
    <RecordView
      title="Approvals"
      lead="Approval tasks by the person who decides them."
      empty="No approvals. E9 creates them."
      none="No task has this person and status."
      notShown="Approval {1} is not in this list."
      loaded={loaded}
      operation="E9"
      idOf={({ approvalId }) => approvalId}
      table={{
        class: 'approvals-tasks',
        label: t('Tasks'),
        rows: all.filter(isWanted).sort((a, b) => a.task.assignee - b.task.assignee),
        keyOf: ({ task }) => task.id,
        columns: columnsOf(people),
      }}
      detail={(approval) => (
        <ApprovalDetail key={approval.approvalId} approval={approval} people={people} />
      )}
      actions={
        <Form
          class="row"
          value={filter}
          fields={{
            person: choice('Person', ['', ...assignees.map(String)], (id) =>
              id === '' ? t('Everyone') : nameOf(id),
            ),
            status: choice(
              'Status of the task',
              [...STATUSES.keys(), ''],
              (one) => statusWord(one) || t('Any status'),
            ),
          }}
        />
      }
    />
  )
}

const columnsOf = (people: People): Column<Assigned>[] => [
  {
    name: t('Person'),
    of: ({ task }) => <PersonName id={task.assignee} people={people} />,
    sort: ({ task }) => people.get(task.assignee)?.nickname ?? '',
  },
  {
    name: t('Approval'),
    of: ({ approval: { approvalId, name } }) => (
      <ItemLink to={['approvals', approvalId]}>{name}</ItemLink>
    ),
  },
  { name: t('Step'), class: 'mono', of: ({ task }) => task.key },
  { name: t('Status'), of: ({ task }) => statusBadge(task.status) },
  { name: t('Started'), of: ({ task }) => timeOf(task.createTime) },
  { name: t('Decided'), of: ({ task }) => timeOf(task.endTime) },
]

const timeOf = (atMs: number | null): string => (atMs === null ? '' : formatTime(atMs))

interface DetailProps {
  readonly approval: Approval
  readonly people: People
}

const ApprovalDetail = ({ approval, people }: DetailProps) => {
  const { variables, submitter } = approval
  return (
    <Panel
      title={approval.name}
      class="approvals-detail"
      marks={statusBadge(approval.status)}
      close={linkTo('approvals')}
    >
      <Facts
        facts={[
          ['approvalId', <span class="mono">{approval.approvalId}</span>],
          [t('Subject'), approval.detailName],
          [t('Category'), approval.category],
          [t('Process definition'), approval.processDefinitionId],
          [t('Submitted by'), <PersonName id={submitter} people={people} />],
          [t('Created'), formatTime(approval.createTime)],
        ]}
      />
      <h3>{t('Tasks')}</h3>
      <Table
        label={t('Tasks')}
        rows={approval.tasks}
        keyOf={({ id }) => id}
        columns={[
          { name: t('Step'), class: 'mono', of: ({ key }) => key },
          {
            name: t('Person'),
            class: 'approvals-person',
            of: ({ assignee, comment }) => (
              <>
                <PersonName id={assignee} people={people} />
                {comment !== null && <p class="approvals-comment">{comment}</p>}
              </>
            ),
          },
          { name: t('Status'), of: ({ status }) => statusBadge(status) },
          { name: t('Decided'), of: ({ endTime }) => timeOf(endTime) },
        ]}
      />
      <DecideTask approval={approval} people={people} />
      <h3>{t('Materials')}</h3>
      <Table
        label={t('Materials')}
        rows={approval.materials}
        page={ROWS_PAGE}
        keyOf={({ objectId }) => objectId}
        columns={[
          { name: t('Object'), class: 'mono', of: ({ objectId }) => objectId },
          { name: t('Asset'), of: ({ materialId }) => assetOf(materialId) },
        ]}
      />
      {Object.keys(variables ?? {}).length > 0 && (
        <>
          <h3>{t('Variables')}</h3>
          <JsonView value={variables} label={t('Variables')} />
        </>
      )}
    </Panel>
  )
}

const assetOf = (id: number | null) =>
  id === null ? t('Not ingested yet') : <a href={linkTo('library', 'asset', id)}>{id}</a>

const DECISIONS = [
  { decision: 'approve', name: 'Approve', tone: 'primary' },
  { decision: 'reject', name: 'Reject', tone: 'danger' },
  { decision: 'withdraw', name: 'Withdraw', tone: 'plain' },
] as const

/** Decides a task in the name of the person that it is assigned to; nothing where none is in progress. */
const DecideTask = ({ approval: { approvalId, tasks }, people }: DetailProps) => {
  const draft = useSignal({ task: '', comment: '' })
  const open = tasks.filter(({ status }) => status === 'IN_PROGRESS')
  const task = open.find(({ id }) => id === draft.value.task) ?? open[0]
  if (!task) return null
  const decide = async (decision: string): Promise<void> => {
    const path = `/approvals/${approvalId}/tasks/${encodeURIComponent(task.key)}/decision`
    const comment = draft.value.comment || undefined
    const body = { decision, assignee: task.assignee, comment }
    await control('POST', path, { body })
    draft.value = { task: '', comment: '' }
  }
  const oneOf = open.map(({ id, key, assignee }) => ({
    const: id,
    title: `${key} · ${people.get(assignee)?.nickname ?? assignee}`,
  }))
  return (
    <fieldset>
      <legend>{t('Decide')}</legend>
      <Form
        value={held(
          () => ({ ...draft.value, task: task.id }),
          (changed) => {
            draft.value = changed
          },
        )}
        fields={{
          task: { title: t('Task'), oneOf },
          comment: field('Comment', { hint: t('Optional; stored with the task.') }),
        }}
      />
      <div class="row">
        {DECISIONS.map((one) => (
          <Action
            key={one.decision}
            name={one.name}
            tone={one.tone}
            run={() => decide(one.decision)}
          />
        ))}
      </div>
    </fieldset>
  )
}

const STATUSES = new Map<string, { name: Phrase; tone?: BadgeTone }>([
  ['IN_PROGRESS', { name: 'In progress', tone: 'accent' }],
  ['PENDING', { name: 'Not started' }],
  ['APPROVED', { name: 'Approved', tone: 'good' }],
  ['REJECTED', { name: 'Rejected', tone: 'bad' }],
  ['WITHDRAWN', { name: 'Withdrawn' }],
])

const statusWord = (status: string): string => {
  const known = STATUSES.get(status)
  return known ? t(known.name) : status
}

const statusBadge = (status: string) => (
  <Badge tone={STATUSES.get(status)?.tone}>{statusWord(status)}</Badge>
)
