import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import type { Json } from '#src/viewer/page/openapi-parts.ts'
import { Notice } from '../../parts/notice.tsx'
import { SchemaField } from './schema-field.tsx'
import type { Schema } from './try-document.ts'
import { words } from './try-texts.ts'

/** Edits the parameters of a call, as a form or as JSON. */
export const ParamEditor = ({
  schema,
  param,
  onChange,
}: {
  readonly schema: Schema
  readonly param: Json
  readonly onChange: (param: Json) => void
}) => {
  const isJson = useSignal(false)
  const text = words()
  return (
    <section class="try-param">
      <div class="row">
        <h2>{text.parameters}</h2>
        {[false, true].map((json) => (
          <button
            key={String(json)}
            type="button"
            aria-pressed={isJson.value === json}
            onClick={() => {
              isJson.value = json
            }}
          >
            {json ? text.json : text.form}
          </button>
        ))}
      </div>
      {isJson.value ? (
        <JsonEditor param={param} onChange={onChange} />
      ) : (
        <SchemaField
          name=""
          schema={schema}
          value={param}
          isRequired
          onChange={(changed) => onChange(changed ?? {})}
        />
      )}
    </section>
  )
}

const JsonEditor = ({
  param,
  onChange,
}: {
  readonly param: Json
  readonly onChange: (param: Json) => void
}) => {
  const problem = useSignal('')
  const id = useId()
  const read = (text: string): void => {
    try {
      onChange(JSON.parse(text))
      problem.value = ''
    } catch (error) {
      problem.value = (error as Error).message
    }
  }
  return (
    <>
      <label for={id} class="muted">
        {words().json}
      </label>
      <textarea
        id={id}
        class="try-json"
        rows={14}
        spellcheck={false}
        defaultValue={JSON.stringify(param, null, 2)}
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
