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
import { formatTime } from '../../texts/language.ts'
import { t } from '../../texts/words.ts'

/** What parts of the details show. */
interface DetailProps {
  readonly approval: RecordRow<'approvals'>
  readonly people: People
}

/** An approval: its request, its decisions so far, and its materials. */
export const ApprovalDetail = ({ approval, people }: DetailProps) => {
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
export const TASK_STATUSES = {
  IN_PROGRESS: 'In progress',
  PENDING: 'Not started',
  APPROVED: 'Approved',
  REJECTED: 'Rejected',
  WITHDRAWN: 'Withdrawn',
} as const

/** The word for a status; an unknown status as it is. */
export const statusWord = (status: string): string => {
  const known = Object.entries(TASK_STATUSES).find(([one]) => one === status)
  return known ? t(known[1]) : status
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
