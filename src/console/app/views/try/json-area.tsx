import { useSignal } from '@preact/signals'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import type { Json } from '#src/viewer/page/openapi-parts.ts'
import { Notice } from '../../parts/notice.tsx'
import { words } from './try-texts.ts'

const textOf = (value: Json | undefined): string =>
  value === undefined ? '' : JSON.stringify(value, null, 2)

/** A labelled text area for JSON. While its text is not JSON, it says so and is invalid, and nothing is passed on. */
export const JsonArea = ({
  label,
  value,
  rows,
  title,
  isOptional = false,
  onChange,
}: {
  readonly label: string
  readonly value: Json | undefined
  readonly rows: number
  readonly title?: string | undefined
  /** Whether an empty text leaves the value out. */
  readonly isOptional?: boolean
  readonly onChange: (value: Json | undefined) => void
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
    <>
      <label for={id} class="muted">
        {label}
      </label>
      <textarea
        ref={area}
        id={id}
        class="try-json"
        rows={rows}
        title={title}
        spellcheck={false}
        aria-invalid={problem.value !== ''}
        defaultValue={textOf(value)}
        onInput={({ currentTarget }) => read(currentTarget.value)}
      />
      {problem.value !== '' && (
        <Notice tone="error">
          {words().invalidJson} {problem.value}
        </Notice>
      )}
    </>
  )
}
