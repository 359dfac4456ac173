import { FAULT_PHASES } from '#src/client/generated/constants.ts'
import { SelectField, TextField } from '../../parts/fields.tsx'
import { type DraftProps, ENDINGS, type FaultDraft } from './fault-draft.ts'
import { formWords } from './fault-form-texts.ts'

/** When a rule acts, what it does, and how often. */
export const EffectFields = (props: DraftProps) => (
  <>
    <EndingFields {...props} />
    <DelayFields {...props} />
    <FrequencyFields {...props} />
  </>
)

const EndingFields = ({ draft, change }: DraftProps) => {
  const text = formWords()
  const possible = ENDINGS[draft.phase].filter(
    (ending) => ending !== 'failed' || draft.operation === 'E21',
  )
  const endings = possible.includes(draft.ending) ? possible : [...possible, draft.ending]
  return (
    <fieldset>
      <legend>{text.effectOf}</legend>
      <SelectField
        label={text.phase}
        value={draft.phase}
        options={FAULT_PHASES.map((phase) => ({ value: phase, text: text[phase] }))}
        onChange={(value) => {
          const phase = value as FaultDraft['phase']
          change({ phase, ending: ENDINGS[phase].includes(draft.ending) ? draft.ending : 'reset' })
        }}
      />
      <SelectField
        label={text.effect}
        value={draft.ending}
        options={endings.map((ending) => ({ value: ending, text: text[ending] }))}
        onChange={(value) => change({ ending: value as FaultDraft['ending'] })}
      />
      {draft.ending === 'code' && (
        <TextField label={text.codeField} value={draft.code} onInput={(code) => change({ code })} />
      )}
      {draft.ending === 'status' && (
        <TextField
          label={text.statusField}
          type="number"
          value={draft.status}
          onInput={(status) => change({ status })}
        />
      )}
      {draft.ending === 'failed' && (
        <TextField
          label={text.failedField}
          value={draft.failed}
          onInput={(failed) => change({ failed })}
        />
      )}
    </fieldset>
  )
}

const DelayFields = ({ draft, change }: DraftProps) => {
  const text = formWords()
  const number = (name: 'delayMs' | 'minMs' | 'maxMs') => (
    <TextField
      label={text[name]}
      type="number"
      value={draft[name]}
      onInput={(value) => change({ [name]: value })}
    />
  )
  return (
    <fieldset>
      <legend>{text.delay}</legend>
      <SelectField
        label={text.delay}
        value={draft.delay}
        options={[
          { value: 'none', text: text.noDelay },
          { value: 'fixed', text: text.fixed },
          { value: 'uniform', text: text.uniform },
        ]}
        onChange={(delay) => change({ delay: delay as FaultDraft['delay'] })}
      />
      {draft.delay === 'fixed' && number('delayMs')}
      {draft.delay === 'uniform' && number('minMs')}
      {draft.delay === 'uniform' && number('maxMs')}
    </fieldset>
  )
}

const FrequencyFields = ({ draft, change }: DraftProps) => {
  const text = formWords()
  return (
    <fieldset>
      <legend>{text.howOften}</legend>
      <SelectField
        label={text.frequency}
        value={draft.frequency}
        options={[
          { value: 'once', text: text.once },
          { value: 'number', text: text.number },
          { value: 'always', text: text.alwaysActs },
        ]}
        onChange={(frequency) => change({ frequency: frequency as FaultDraft['frequency'] })}
      />
      {draft.frequency === 'number' && (
        <TextField
          label={text.times}
          type="number"
          value={draft.times}
          onInput={(times) => change({ times })}
        />
      )}
      <TextField
        label={text.probability}
        type="number"
        value={draft.probability}
        onInput={(probability) => change({ probability })}
        placeholder="1"
      />
    </fieldset>
  )
}
