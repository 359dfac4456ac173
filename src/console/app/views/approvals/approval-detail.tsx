import { useSignal } from '@preact/signals'
import type { ApprovalView } from '#src/client/generated/control.ts'
import type { E4Result } from '#src/client/generated/interface.ts'
import { control } from '../../api/control.ts'
import { useLoaded } from '../../api/loaded.ts'
import { readOperation } from '../../api/operations.ts'
import { linkTo } from '../../api/place.ts'
import type { People, RecordRow } from '../../api/records.ts'
import { Action, tell } from '../../parts/action.tsx'
import { choices, Form, SelectField } from '../../parts/form.tsx'
import { Facts, Panel } from '../../parts/panel.tsx'
import { Table } from '../../parts/table.tsx'
import { Badge, FilePicture, JsonView, PersonName } from '../../parts/text.tsx'
import { formatNumber, formatTime } from '../../texts/language.ts'
import { words } from '../../texts/words.ts'

/** What parts of the details show. */
interface DetailProps {
  readonly approval: RecordRow<'approvals'>
  readonly people: People
}

/** An approval: its request, its decisions so far, and its materials. */
export const ApprovalDetail = ({ approval, people }: DetailProps) => {
  const text = words('approvals')
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
          [text.about, approval.detailName],
          [text.category, approval.category],
          [text.process, approval.processDefinitionId],
          [text.submitter, <PersonName id={submitter} people={people} />],
          [text.created, formatTime(approval.createTime)],
        ]}
      />
      <h3>{text.tasks}</h3>
      <Table
        label={text.tasks}
        rows={approval.tasks}
        keyOf={({ id }) => id}
        columns={[
          { name: text.step, class: 'mono', of: ({ key }) => key },
          {
            name: text.person,
            class: 'approvals-person',
            of: ({ assignee, comment }) => (
              <>
                <PersonName id={assignee} people={people} />
                {comment !== null && <p class="approvals-comment">{comment}</p>}
              </>
            ),
          },
          { name: text.state, of: ({ status }) => <TaskStatus status={status} /> },
          { name: text.ended, of: ({ endTime }) => (endTime === null ? '' : formatTime(endTime)) },
        ]}
      />
      <DecideTask approval={approval} people={people} />
      <h3>{text.materials}</h3>
      <Materials materials={approval.materials} />
      {Object.keys(variables ?? {}).length > 0 && (
        <>
          <h3>{text.variables}</h3>
          <JsonView value={variables} label={text.variables} />
        </>
      )}
    </Panel>
  )
}

const DECISIONS = [
  { decision: 'approve', tone: 'primary', status: 'APPROVED' },
  { decision: 'reject', tone: 'danger', status: 'REJECTED' },
  { decision: 'withdraw', tone: 'plain', status: 'WITHDRAWN' },
] as const

/** Decides a task in the name of the person that it is assigned to; nothing where none is in progress. */
const DecideTask = ({ approval: { approvalId, tasks }, people }: DetailProps) => {
  const chosen = useSignal('')
  const draft = useSignal({ comment: '' })
  const text = words('approvals')
  const open = tasks.filter(({ status }) => status === 'IN_PROGRESS')
  const task = open.find(({ id }) => id === chosen.value) ?? open[0]
  if (!task) return null
  const decide = async ({ decision, status: given }: (typeof DECISIONS)[number]) => {
    const path = `/approvals/${approvalId}/tasks/${encodeURIComponent(task.key)}/decision`
    const comment = draft.value.comment || undefined
    const body = { decision, assignee: task.assignee, comment }
    const { status } = await control<ApprovalView>('POST', path, { body })
    draft.value = { comment: '' }
    tell(text.done(task.key, statusWord(given), statusWord(status)))
  }
  const nameOf = (id: string): string => {
    const { key, assignee } = open.find((one) => one.id === id) ?? task
    return `${key} · ${people.get(assignee)?.nickname ?? assignee}`
  }
  const known = open.map(({ id }) => id)
  return (
    <fieldset>
      <legend>{text.decide}</legend>
      <SelectField
        name={text.task}
        schema={{ oneOf: choices(known, nameOf) }}
        value={task.id}
        onChange={(id) => {
          chosen.value = String(id)
        }}
      />
      <Form
        value={draft}
        fields={{ comment: { type: 'string', title: text.comment, hint: text.optional } }}
      />
      <div class="row">
        {DECISIONS.map((one) => (
          <Action key={one.decision} tone={one.tone} run={() => decide(one)}>
            {text[one.decision]}
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
  const text = words('approvals')
  const shown = materials.slice(0, MAX_SHOWN)
  const assetIdList = shown.flatMap(({ materialId }) => materialId ?? [])
  const { data } = useLoaded(async (signal) => {
    if (assetIdList.length === 0) return []
    return (await readOperation<E4Result>('E4', { assetIdList }, signal)).detail
  }, assetIdList)
  const detailOf = (id: number | null) => data?.find((one) => one.materialOrigin.id === id)
  const assetOf = (id: number | null) => {
    if (id === null) return text.notIngested
    const detail = detailOf(id)
    const [file] = detail?.subResList ?? []
    return (
      <>
        <a class="approvals-asset" href={linkTo('library', 'asset', id)}>
          <FilePicture signed={file?.iconThunder} size={40} version={file?.uniMd5 ?? ''} />
          {file?.name ?? id}
        </a>
        {data && !detail && <span class="muted"> {text.notVisible}</span>}
      </>
    )
  }
  return (
    <>
      <Table
        label={text.materials}
        rows={shown}
        keyOf={({ objectId }) => objectId}
        columns={[
          { name: text.object, class: 'mono', of: ({ objectId }) => objectId },
          {
            name: text.asset,
            class: 'approvals-name',
            of: ({ materialId }) => assetOf(materialId),
          },
          {
            name: text.e4,
            class: 'number',
            of: ({ materialId }) => detailOf(materialId)?.approvalStatus,
          },
        ]}
      />
      {materials.length > shown.length && (
        <p class="muted">{text.further(formatNumber(materials.length - shown.length))}</p>
      )}
    </>
  )
}

/** The states of a task. */
export const TASK_STATUSES = [
  'IN_PROGRESS',
  'PENDING',
  'APPROVED',
  'REJECTED',
  'WITHDRAWN',
] as const

/** The word for a status; an unknown status as it is. */
export const statusWord = (status: string): string => {
  const known = TASK_STATUSES.find((one) => one === status)
  return known === undefined ? status : words('approvals')[known]
}

const TONES: ReadonlyMap<string, 'good' | 'bad' | 'accent'> = new Map([
  ['IN_PROGRESS', 'accent'],
  ['APPROVED', 'good'],
  ['REJECTED', 'bad'],
])

/** The status of a task or an approval. */
export const TaskStatus = ({ status }: { status: string }) => (
  <Badge tone={TONES.get(status) ?? 'plain'}>{statusWord(status)}</Badge>
)
