import type { InputHTMLAttributes } from 'preact'
import { useId } from 'preact/hooks'
import { instantOf } from '../../texts/language.ts'
import { t } from '../../texts/words.ts'
import { Notice } from '../panel.tsx'
import { Labelled } from './labelled.tsx'
import { type FieldProps, type Json, typeOf } from './schema.ts'

const INSTANT = '2026-11-22 07:36:05'

/** A date and time as the page writes them; while it is none, it says so and is invalid. */
export const InstantField = ({ schema: { title }, value = '', onChange }: FieldProps) => {
  const id = useId()
  const isWrong = value !== '' && instantOf(String(value)) === undefined
  const problem = isWrong ? t('Expected a time in UTC such as {1}.', INSTANT) : ''
  return (
    <Labelled id={id} title={title}>
      <input
        ref={(element) => element?.setCustomValidity(problem)}
        id={id}
        value={String(value)}
        placeholder={INSTANT}
        autocomplete="off"
        aria-invalid={isWrong}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {isWrong && <Notice tone="error">{problem}</Notice>}
    </Labelled>
  )
}

/** A line of text or a number. */
export const PlainField = ({ name, schema, value, isRequired = false, onChange }: FieldProps) => {
  const id = useId()
  const { title = name, format = 'text', hint, suggestions, examples } = schema
  const isText = typeOf(schema) === 'string'
  const isNeeded = isRequired || schema.title !== undefined
  const read = (text: string): Json | undefined => {
    if (text === '') return isText && isNeeded ? '' : undefined
    // A number that is not one is sent as it was written, and the server says what it thinks of it.
    return isText || !Number.isFinite(Number(text)) ? text : Number(text)
  }
  const input = {
    id,
    type: format,
    value: value === undefined || value === null ? '' : String(value),
    placeholder: examples?.[0] ?? (isNeeded ? '' : t('absent')),
    title: schema.description,
    autocomplete: 'off',
    spellcheck: false,
    // A field of numbers may take words, too.
    inputMode: !isText && typeof schema.type === 'string' ? 'numeric' : 'text',
    list: suggestions && `${id}-list`,
    'aria-describedby': hint && `${id}-hint`,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange(read(currentTarget.value)),
  }
  const star = isRequired && <span title={t('required')}> *</span>
  return (
    <Labelled id={id} title={[title, star]} hint={hint}>
      <input {...(input as InputHTMLAttributes<HTMLInputElement>)} />
      {suggestions && (
        <datalist id={`${id}-list`}>
          {suggestions.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
    </Labelled>
  )
}
