import { useSignal } from '@preact/signals'
import type { ApprovalView } from '#src/client/generated/control.ts'
import type { E4Result } from '#src/client/generated/interface.ts'
import { control } from '../../api/control.ts'
import { useLoaded } from '../../api/loaded.ts'
import { readOperation } from '../../api/operations.ts'
import { linkTo, route } from '../../api/place.ts'
import { type People, type RecordRow, ROWS_PAGE, usePeople, useRecords } from '../../api/records.ts'
import { Action, tell } from '../../parts/action.tsx'
import { choices, Form, SelectField } from '../../parts/form.tsx'
import { Facts, Panel } from '../../parts/panel.tsx'
import { RecordView } from '../../parts/record-view.tsx'
import { Table } from '../../parts/table.tsx'
import { Badge, FilePicture, JsonView, PersonName } from '../../parts/text.tsx'
import { formatTime } from '../../texts/language.ts'
import { t } from '../../texts/words.ts'
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
      lead="Approval tasks by the person who decides them."
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
      page={ROWS_PAGE}
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

/** What parts of the details show. */
interface DetailProps {
  readonly approval: RecordRow<'approvals'>
  readonly people: People
}

/** An approval: its request, its decisions so far, and its materials. */
const ApprovalDetail = ({ approval, people }: DetailProps) => {
  const { variables, submitter } = approval
  return (
    <Panel
      title={approval.name}
      class="approvals-detail"
      marks={<TaskStatus status={approval.status} />}
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
          { name: t('Status'), of: ({ status }) => <TaskStatus status={status} /> },
          {
            name: t('Decided'),
            of: ({ endTime }) => (endTime === null ? '' : formatTime(endTime)),
          },
        ]}
      />
      <DecideTask approval={approval} people={people} />
      <h3>{t('Materials')}</h3>
      <Materials materials={approval.materials} />
      {Object.keys(variables ?? {}).length > 0 && (
        <>
          <h3>{t('Variables')}</h3>
          <JsonView value={variables} label={t('Variables')} />
        </>
      )}
    </Panel>
  )
}

const DECISIONS = [
  { decision: 'approve', name: 'Approve', tone: 'primary', status: 'APPROVED' },
  { decision: 'reject', name: 'Reject', tone: 'danger', status: 'REJECTED' },
  { decision: 'withdraw', name: 'Withdraw', tone: 'plain', status: 'WITHDRAWN' },
] as const

/** Decides a task in the name of the person that it is assigned to; nothing where none is in progress. */
const DecideTask = ({ approval: { approvalId, tasks }, people }: DetailProps) => {
  const chosen = useSignal('')
  const draft = useSignal({ comment: '' })
  const open = tasks.filter(({ status }) => status === 'IN_PROGRESS')
  const task = open.find(({ id }) => id === chosen.value) ?? open[0]
  if (!task) return null
  const decide = async ({ decision, status: given }: (typeof DECISIONS)[number]) => {
    const path = `/approvals/${approvalId}/tasks/${encodeURIComponent(task.key)}/decision`
    const comment = draft.value.comment || undefined
    const body = { decision, assignee: task.assignee, comment }
    const { status } = await control<ApprovalView>('POST', path, { body })
    draft.value = { comment: '' }
    tell(t('{1}: {2}. Approval: {3}.', task.key, statusWord(given), statusWord(status)))
  }
  const nameOf = (id: string): string => {
    const { key, assignee } = open.find((one) => one.id === id) ?? task
    return `${key} · ${people.get(assignee)?.nickname ?? assignee}`
  }
  const known = open.map(({ id }) => id)
  return (
    <fieldset>
      <legend>{t('Decide')}</legend>
      <SelectField
        name={t('Task')}
        schema={{ oneOf: choices(known, nameOf) }}
        value={task.id}
        onChange={(id) => {
          chosen.value = String(id)
        }}
      />
      <Form
        value={draft}
        fields={{
          comment: {
            type: 'string',
            title: t('Comment'),
            hint: t('Optional; kept with the task.'),
          },
        }}
      />
      <div class="row">
        {DECISIONS.map((one) => (
          <Action key={one.decision} tone={one.tone} run={() => decide(one)}>
            {t(one.name)}
          </Action>
        ))}
      </div>
    </fieldset>
  )
}

/** Objects that are shown; an approval may have many more. */
const MAX_SHOWN = 100

/** The objects of an approval with their assets as E4 answers them. */
const Materials = ({ materials }: { materials: RecordRow<'approvals'>['materials'] }) => {
  const shown = materials.slice(0, MAX_SHOWN)
  const assetIdList = shown.flatMap(({ materialId }) => materialId ?? [])
  const { data } = useLoaded(async (signal) => {
    if (assetIdList.length === 0) return []
    return (await readOperation<E4Result>('E4', { assetIdList }, signal)).detail
  }, assetIdList)
  const detailOf = (id: number | null) => data?.find((one) => one.materialOrigin.id === id)
  const assetOf = (id: number | null) => {
    if (id === null) return t('Not ingested yet')
    const detail = detailOf(id)
    const [file] = detail?.subResList ?? []
    return (
      <>
        <a class="approvals-asset" href={linkTo('library', 'asset', id)}>
          <FilePicture signed={file?.iconThunder} size={40} version={file?.uniMd5 ?? ''} />
          {file?.name ?? id}
        </a>
        {data && !detail && <span class="muted"> {t('E4 does not show it to the owner')}</span>}
      </>
    )
  }
  return (
    <>
      <Table
        label={t('Materials')}
        rows={shown}
        keyOf={({ objectId }) => objectId}
        columns={[
          { name: t('Object'), class: 'mono', of: ({ objectId }) => objectId },
          {
            name: t('Asset'),
            class: 'approvals-name',
            of: ({ materialId }) => assetOf(materialId),
          },
          {
            name: t('approvalStatus in E4'),
            class: 'number',
            of: ({ materialId }) => detailOf(materialId)?.approvalStatus,
          },
        ]}
      />
      {materials.length > shown.length && (
        <p class="muted">{t('{1} further objects.', materials.length - shown.length)}</p>
      )}
    </>
  )
}

/** The states of a task with their names. */
const TASK_STATUSES = {
  IN_PROGRESS: 'In progress',
  PENDING: 'Not started',
  APPROVED: 'Approved',
  REJECTED: 'Rejected',
  WITHDRAWN: 'Withdrawn',
} as const

/** The word for a status; an unknown status as it is. */
const statusWord = (status: string): string => {
  const known = Object.entries(TASK_STATUSES).find(([one]) => one === status)
  return known ? t(known[1]) : status
}

const TONES: ReadonlyMap<string, 'good' | 'bad' | 'accent'> = new Map([
  ['IN_PROGRESS', 'accent'],
  ['APPROVED', 'good'],
  ['REJECTED', 'bad'],
])

/** The status of a task or an approval. */
const TaskStatus = ({ status }: { status: string }) => (
  <Badge tone={TONES.get(status) ?? 'plain'}>{statusWord(status)}</Badge>
)
