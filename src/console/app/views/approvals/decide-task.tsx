import { useSignal } from '@preact/signals'
import type { ApprovalView } from '#src/client/generated/control.ts'
import { control } from '../../api/control.ts'
import type { People } from '../../api/people.ts'
import type { RecordRow } from '../../api/records.ts'
import { Action } from '../../parts/action.tsx'
import { SelectField, setterOf, TextField } from '../../parts/fields.tsx'
import { tell } from '../../parts/toasts.tsx'
import { statusWord, words } from './approvals-texts.ts'

const DECISIONS = [
  { decision: 'approve', tone: 'primary' },
  { decision: 'reject', tone: 'danger' },
  { decision: 'withdraw', tone: 'plain' },
] as const

/** The status that a decision gives a task. */
const DECIDED = { approve: 'APPROVED', reject: 'REJECTED', withdraw: 'WITHDRAWN' } as const

/** Decides a task of an approval in the name of the person that it is assigned to; nothing where none is in progress. */
export const DecideTask = ({
  approval: { approvalId, tasks },
  people,
}: {
  readonly approval: RecordRow<'approvals'>
  readonly people: People
}) => {
  const chosen = useSignal('')
  const comment = useSignal('')
  const text = words()
  const open = tasks.filter(({ status }) => status === 'IN_PROGRESS')
  const task = open.find(({ id }) => id === chosen.value) ?? open[0]
  if (!task) return null
  const decide = async (decision: (typeof DECISIONS)[number]['decision']): Promise<void> => {
    const path = `/approvals/${approvalId}/tasks/${encodeURIComponent(task.key)}/decision`
    const { assignee, key } = task
    const said = comment.value === '' ? {} : { comment: comment.value }
    const { status } = await control<ApprovalView>('POST', path, {
      body: { decision, assignee, ...said },
    })
    comment.value = ''
    tell(text.done(key, statusWord(DECIDED[decision]), statusWord(status)))
  }
  return (
    <fieldset>
      <legend>{text.decide}</legend>
      <SelectField
        label={text.task}
        value={task.id}
        options={open.map(({ id, key, assignee }) => ({
          value: id,
          text: `${key} · ${people.get(assignee)?.nickname ?? assignee}`,
        }))}
        onChange={setterOf(chosen)}
      />
      <TextField
        label={text.comment}
        hint={text.optional}
        value={comment.value}
        onInput={setterOf(comment)}
      />
      <div class="row">
        {DECISIONS.map(({ decision, tone }) => (
          <Action key={decision} tone={tone} run={() => decide(decision)}>
            {text[decision]}
          </Action>
        ))}
      </div>
    </fieldset>
  )
}
