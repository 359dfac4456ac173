import { useSignal } from '@preact/signals'
import type { Fault } from '#src/client/generated/control.ts'
import { control } from '../../api/control.ts'
import { goTo, linkTo, workspaceId } from '../../api/place.ts'
import { Action } from '../../parts/action.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { JsonView } from '../../parts/json-view.tsx'
import { Notice } from '../../parts/notice.tsx'
import { tell } from '../../parts/toasts.tsx'
import { draftOf } from './draft-of-rule.ts'
import { commandOf } from './fault-command.ts'
import { type FaultDraft, NEW_DRAFT } from './fault-draft.ts'
import { EffectFields } from './fault-effect-fields.tsx'
import { formWords } from './fault-form-texts.ts'
import { MatchFields } from './fault-match-fields.tsx'
import { describeEffect, describeMatch } from './fault-sentences.ts'
import { ruleOf } from './rule-of-draft.ts'

/** The form that makes a rule, filled from a rule where a link carries one. */
export const FaultForm = ({ given }: { readonly given: string | undefined }) => {
  const fromLink = given === undefined ? undefined : draftOf(given)
  const draft = useSignal(fromLink ?? NEW_DRAFT)
  const problem = useSignal('')
  const text = formWords()
  const rule = ruleOf(draft.value)
  const change = (some: Partial<FaultDraft>): void => {
    draft.value = { ...draft.value, ...some }
    problem.value = ''
  }
  const save = async (): Promise<void> => {
    try {
      const { id } = await control<Fault>('POST', '/faults', { body: { ...rule } })
      tell(text.saved(id))
      goTo('faults')
    } catch (error) {
      problem.value = (error as Error).message
    }
  }
  return (
    <section class="panel" aria-labelledby="faults-form">
      <h2 id="faults-form">{text.form}</h2>
      {given !== undefined && !fromLink && <Notice tone="error">{text.wrongLink}</Notice>}
      <div class="faults-columns">
        <form class="faults-fields" onSubmit={(event) => event.preventDefault()}>
          <MatchFields draft={draft.value} change={change} />
          <EffectFields draft={draft.value} change={change} />
          {problem.value !== '' && <Notice tone="error">{problem.value}</Notice>}
          <div class="row">
            <Action run={save} tone="primary" isDisabled={!rule}>
              {text.save}
            </Action>
            <a class="button" href={linkTo('faults')}>
              {text.cancel}
            </a>
          </div>
        </form>
        {rule ? <Preview rule={rule} /> : <Notice tone="error">{text.bodyWrong}</Notice>}
      </div>
    </section>
  )
}

const Preview = ({ rule }: { readonly rule: NonNullable<ReturnType<typeof ruleOf>> }) => {
  const text = formWords()
  const command = commandOf(rule, workspaceId.value)
  const json = JSON.stringify(rule, null, 2)
  return (
    <section class="faults-preview" aria-label={text.preview}>
      <p>
        <strong>{describeMatch(rule)}</strong> · {describeEffect(rule)}
      </p>
      <h3>{text.json}</h3>
      <JsonView value={rule} label={text.json} />
      <h3>{text.command}</h3>
      <JsonView value={command} label={text.command} />
      <div class="row">
        <CopyButton label={text.copyJson} text={() => json} />
        <CopyButton label={text.copyCommand} text={() => command} />
      </div>
    </section>
  )
}
