import { useSignal, useSignalEffect } from '@preact/signals'
import { FAULT_PHASES } from '#src/client/generated/constants.ts'
import type { Fault, FaultRule } from '#src/client/generated/control.ts'
import { control } from '../../api/control.ts'
import { goTo, linkTo, workspaceId } from '../../api/place.ts'
import { Action, CopyButton, tell } from '../../parts/action.tsx'
import { choices, Form, type Schema } from '../../parts/form.tsx'
import { Notice, Panel } from '../../parts/panel.tsx'
import { JsonView } from '../../parts/text.tsx'
import { operationChoices, words } from '../../texts/words.ts'
import { commandOf, draftOf, ENDINGS_OF, type FaultDraft, NEW_DRAFT, ruleOf } from './fault-rule.ts'
import { describeEffect, describeMatch } from './fault-sentences.ts'

type Fields = Partial<Record<keyof FaultDraft, Schema | false>>

/** The form that makes a rule, filled from a rule where a link carries one. */
export const FaultForm = ({ given }: { given: string | undefined }) => {
  const fromLink = given === undefined ? undefined : draftOf(given)
  const draft = useSignal(fromLink ?? NEW_DRAFT)
  const problem = useSignal('')
  const text = words('faults')
  useSignalEffect(() => {
    const { phase, ending } = draft.value
    problem.value = ''
    // Another phase may not have the effect that was chosen.
    if (!ENDINGS_OF[phase].includes(ending)) draft.value = { ...draft.value, ending: 'reset' }
  })
  const rule = ruleOf(draft.value)
  const save = async (): Promise<void> => {
    const { id } = await control<Fault>('POST', '/faults', { body: { ...rule } })
    tell(text.saved(id))
    goTo('faults')
  }
  const groups: [legend: string, fields: Fields][] = [
    [text.which, matchFields(draft.value)],
    [text.effectOf, endingFields(draft.value)],
    [text.delay, delayFields(draft.value)],
    [text.howOften, frequencyFields(draft.value)],
  ]
  return (
    <Panel title={text.add}>
      {given !== undefined && !fromLink && <Notice tone="error">{text.wrongLink}</Notice>}
      <div class="faults-columns">
        <form class="faults-fields stack" onSubmit={(event) => event.preventDefault()}>
          {groups.map(([legend, fields]) => (
            <fieldset key={legend}>
              <legend>{legend}</legend>
              <Form value={draft} fields={fields} />
            </fieldset>
          ))}
          {problem.value !== '' && <Notice tone="error">{problem.value}</Notice>}
          <div class="row">
            <Action
              run={save}
              tone="primary"
              isDisabled={!rule}
              onError={(message) => {
                problem.value = message
              }}
            >
              {text.save}
            </Action>
            <a class="button" href={linkTo('faults')}>
              {text.cancel}
            </a>
          </div>
        </form>
        {rule ? <Preview rule={rule} /> : <Notice tone="error">{text.bodyWrong}</Notice>}
      </div>
    </Panel>
  )
}

const matchFields = ({ phase }: FaultDraft): Fields => {
  const text = words('faults')
  return {
    operation: {
      title: text.operation,
      oneOf: [{ const: '*', title: `* · ${text.everyOperation}` }, ...operationChoices()],
    },
    actor: { type: 'string', title: text.actor, examples: ['viewer@example.com'] },
    nth: { type: 'integer', title: text.nth, examples: ['1'] },
    outcome: (phase === 'after' || phase === 'during') && {
      type: 'string',
      title: text.outcome,
      examples: ['0'],
    },
    body: phase !== 'arrival' && {
      type: 'string',
      widget: 'lines',
      title: text.body,
      hint: text.bodyHint,
    },
  }
}

const endingFields = ({ phase, ending, operation }: FaultDraft): Fields => {
  const text = words('faults')
  const possible = ENDINGS_OF[phase].filter((one) => one !== 'failed' || operation === 'E21')
  return {
    phase: {
      title: text.phase,
      oneOf: choices(FAULT_PHASES, (one) => text[one]),
    },
    ending: {
      title: text.effect,
      oneOf: choices(possible, (one) => text[one]),
    },
    code: ending === 'code' && { type: 'string', title: text.codeField },
    status: ending === 'status' && { type: 'integer', title: text.statusField },
    failed: ending === 'failed' && { type: 'string', title: text.failedField },
  }
}

const delayFields = ({ delay }: FaultDraft): Fields => {
  const text = words('faults')
  const names = { none: text.noDelay, fixed: text.fixed, uniform: text.uniform }
  const isUniform = delay === 'uniform'
  return {
    delay: {
      title: text.delay,
      oneOf: Object.entries(names).map(([one, title]) => ({ const: one, title })),
    },
    delayMs: delay === 'fixed' && { type: 'integer', title: text.delayMs },
    minMs: isUniform && { type: 'integer', title: text.minMs },
    maxMs: isUniform && { type: 'integer', title: text.maxMs },
  }
}

const frequencyFields = ({ frequency }: FaultDraft): Fields => {
  const text = words('faults')
  const names = { once: text.once, number: text.number, always: text.alwaysActs }
  return {
    frequency: {
      title: text.frequency,
      oneOf: Object.entries(names).map(([one, title]) => ({ const: one, title })),
    },
    times: frequency === 'number' && { type: 'integer', title: text.times },
    probability: { type: 'number', title: text.probability, examples: ['1'] },
  }
}

const Preview = ({ rule }: { rule: FaultRule }) => {
  const text = words('faults')
  const command = commandOf(rule, workspaceId.value)
  return (
    <section class="stack" aria-label={text.preview}>
      <p>
        <strong>{describeMatch(rule)}</strong> · {describeEffect(rule)}
      </p>
      <h3>{text.json}</h3>
      <JsonView value={rule} label={text.json} />
      <h3>{text.command}</h3>
      <JsonView value={command} label={text.command} />
      <div class="row">
        <CopyButton label={text.copyJson} text={() => JSON.stringify(rule, null, 2)} />
        <CopyButton label={text.copyCommand} text={() => command} />
      </div>
    </section>
  )
}
