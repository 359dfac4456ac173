import { useSignal } from '@preact/signals'
import type { Json } from '#src/viewer/page/openapi-parts.ts'
import { JsonArea } from './json-area.tsx'
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
  const change = (changed: Json | undefined): void => onChange(changed ?? {})
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
        <JsonArea label={text.json} value={param} rows={14} onChange={change} />
      ) : (
        <SchemaField name="" schema={schema} value={param} isRequired onChange={change} />
      )}
    </section>
  )
}
