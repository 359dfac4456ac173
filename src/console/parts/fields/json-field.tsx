import { useSignal } from '@preact/signals'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { t } from '../../texts/words.ts'
import { Notice } from '../panel.tsx'
import { Labelled } from './labelled.tsx'
import type { FieldProps, Json } from './schema.ts'

const textOf = (value: Json | undefined): string =>
  value === undefined ? '' : JSON.stringify(value, null, 2)

/** A text area for JSON. While its text is not JSON, it says so and is invalid, and nothing is passed on. */
export const JsonField = ({
  name,
  schema: { title = `${name} (JSON)`, hint, description },
  value,
  rows = 3,
  isOptional = true,
  onChange,
}: FieldProps & {
  rows?: number
  isOptional?: boolean
}) => {
  const problem = useSignal('')
  const area = useRef<HTMLTextAreaElement>(null)
  const passed = useRef(value)
  const id = useId()
  const judge = (message: string): void => {
    problem.value = message
    area.current?.setCustomValidity(message)
  }
  useLayoutEffect(() => {
    if (!area.current || passed.current === value) return
    // A list that has lost an item shows the next one here.
    area.current.value = textOf(value)
    passed.current = value
    judge('')
  }, [value])
  const read = (text: string): void => {
    try {
      passed.current = isOptional && text.trim() === '' ? undefined : JSON.parse(text)
      judge('')
      onChange(passed.current)
    } catch (error) {
      judge((error as Error).message)
    }
  }
  return (
    <Labelled id={id} title={title} hint={hint}>
      <textarea
        ref={area}
        id={id}
        rows={rows}
        title={description}
        spellcheck={false}
        aria-invalid={problem.value !== ''}
        defaultValue={textOf(value)}
        onInput={({ currentTarget }) => read(currentTarget.value)}
      />
      {problem.value !== '' && (
        <Notice tone="error">
          {t('This is not JSON:')} {problem.value}
        </Notice>
      )}
    </Labelled>
  )
}
