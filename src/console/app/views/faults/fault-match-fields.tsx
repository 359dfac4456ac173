import { useId } from 'preact/hooks'
import { SelectField, TextField } from '../../parts/fields.tsx'
import { operationOptions } from '../../texts/operation-names.ts'
import type { DraftProps } from './fault-draft.ts'
import { formWords } from './fault-form-texts.ts'

/** Which calls a rule applies to. */
export const MatchFields = ({ draft, change }: DraftProps) => {
  const text = formWords()
  const known = [{ value: '*', text: `* · ${text.every}` }, ...operationOptions()]
  const isKnown = known.some(({ value }) => value === draft.operation)
  return (
    <fieldset>
      <legend>{text.which}</legend>
      <SelectField
        label={text.operation}
        value={draft.operation}
        options={isKnown ? known : [...known, { value: draft.operation, text: draft.operation }]}
        onChange={(operation) => change({ operation })}
      />
      <TextField
        label={text.actor}
        value={draft.actor}
        onInput={(actor) => change({ actor })}
        placeholder="viewer@example.com"
      />
      <TextField
        label={text.nth}
        type="number"
        value={draft.nth}
        onInput={(nth) => change({ nth })}
        placeholder="1"
      />
      {(draft.phase === 'after' || draft.phase === 'during') && (
        <TextField
          label={text.outcome}
          value={draft.outcome}
          onInput={(outcome) => change({ outcome })}
          placeholder="0"
        />
      )}
      {draft.phase !== 'arrival' && (
        <BodyField value={draft.body} onInput={(body) => change({ body })} />
      )}
    </fieldset>
  )
}

const BodyField = ({
  value,
  onInput,
}: {
  readonly value: string
  readonly onInput: (value: string) => void
}) => {
  const id = useId()
  const text = formWords()
  return (
    <div class="field faults-wide">
      <label for={id}>{text.body}</label>
      <textarea
        id={id}
        rows={3}
        spellcheck={false}
        aria-describedby={`${id}-hint`}
        value={value}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
      <small id={`${id}-hint`} class="hint">
        {text.bodyHint}
      </small>
    </div>
  )
}
