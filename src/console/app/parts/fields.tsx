import type { Signal } from '@preact/signals'
import { type ComponentChildren, h, type InputHTMLAttributes } from 'preact'
import { useId } from 'preact/hooks'
import './fields.css'

/** What a field or a row calls to keep its value in a signal. */
export const setterOf =
  <T,>(kept: Signal<T>) =>
  (value: T): void => {
    kept.value = value
  }

/** A text field with its label. */
export const TextField = ({
  label,
  value,
  onInput,
  hint,
  type = 'text',
  placeholder,
  isRequired = false,
}: {
  readonly label: string
  readonly value: string
  readonly onInput: (value: string) => void
  readonly hint?: ComponentChildren
  readonly type?: 'text' | 'number' | 'password' | 'search' | 'datetime-local'
  readonly placeholder?: string
  readonly isRequired?: boolean
}) => {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {h('input', {
        id,
        type,
        value,
        placeholder,
        required: isRequired,
        autocomplete: 'off',
        spellcheck: false,
        'aria-describedby': hint === undefined ? undefined : `${id}-hint`,
        onInput: ({ currentTarget }) => onInput(currentTarget.value),
      } as InputHTMLAttributes<HTMLInputElement>)}
      {hint !== undefined && (
        <small id={`${id}-hint`} class="hint">
          {hint}
        </small>
      )}
    </div>
  )
}

/** A choice among few values with its label. */
export const SelectField = ({
  label,
  value,
  options,
  onChange,
}: {
  readonly label: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly text: string }[]
  readonly onChange: (value: string) => void
}) => {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </div>
  )
}

/** A choice between yes and no with its label. */
export const CheckField = ({
  label,
  isChecked,
  onChange,
}: {
  readonly label: ComponentChildren
  readonly isChecked: boolean
  readonly onChange: (isChecked: boolean) => void
}) => (
  <label class="check">
    <input
      type="checkbox"
      checked={isChecked}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
    {label}
  </label>
)
