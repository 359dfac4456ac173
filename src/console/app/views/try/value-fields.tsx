import { useId } from 'preact/hooks'
import type { Json } from '#src/viewer/page/openapi-parts.ts'
import { JsonArea } from './json-area.tsx'
import type { Schema } from './try-document.ts'
import { words } from './try-texts.ts'

/** A value of a schema, and what happens when a person changes it; undefined leaves the field out. */
export interface SchemaFieldProps {
  readonly name: string
  readonly schema: Schema
  readonly value: Json | undefined
  readonly isRequired: boolean
  readonly onChange: (value: Json | undefined) => void
}

/** The type of a schema without null. */
export const typeOf = ({ type = '' }: Schema): string =>
  typeof type === 'string' ? type : (type.find((name) => name !== 'null') ?? '')

/** A choice between true and false. */
export const BooleanField = ({ name, schema, value, onChange }: SchemaFieldProps) => {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{name}</label>
      <select
        id={id}
        title={schema.description}
        value={value === undefined ? '' : String(value)}
        onChange={({ currentTarget }) =>
          onChange(currentTarget.value === '' ? undefined : currentTarget.value === 'true')
        }
      >
        <option value="">{words().absent}</option>
        <option value="true">true</option>
        <option value="false">false</option>
      </select>
    </div>
  )
}

/** A text or a number. */
export const PlainField = ({ name, schema, value, isRequired, onChange }: SchemaFieldProps) => {
  const id = useId()
  const isText = typeOf(schema) === 'string'
  const read = (text: string): Json | undefined => {
    if (text === '') return isText && isRequired ? '' : undefined
    // A number that is not one is sent as it was written, and the server says what it thinks of it.
    return isText || !Number.isFinite(Number(text)) ? text : Number(text)
  }
  return (
    <div class="field">
      <label for={id}>
        {name}
        {isRequired && <span title={words().required}> *</span>}
      </label>
      <input
        id={id}
        value={value === undefined || value === null ? '' : String(value)}
        placeholder={isRequired ? '' : words().absent}
        title={schema.description}
        inputMode={isText ? 'text' : 'numeric'}
        autocomplete="off"
        spellcheck={false}
        onInput={({ currentTarget }) => onChange(read(currentTarget.value))}
      />
    </div>
  )
}

/** A value of any shape, as JSON. */
export const JsonField = ({ name, schema, value, onChange }: SchemaFieldProps) => (
  <div class="field">
    <JsonArea
      label={`${name} (JSON)`}
      value={value}
      rows={3}
      title={schema.description}
      isOptional
      onChange={onChange}
    />
  </div>
)
