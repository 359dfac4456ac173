import { useId } from 'preact/hooks'
import { isObject, type Json } from '#src/viewer/page/openapi-parts.ts'
import type { Schema } from './try-document.ts'
import { words } from './try-texts.ts'

/** A value of a schema, and what happens when a person changes it; undefined leaves the field out. */
interface SchemaFieldProps {
  readonly name: string
  readonly schema: Schema
  readonly value: Json | undefined
  readonly isRequired: boolean
  readonly onChange: (value: Json | undefined) => void
}

/** The types of a schema without null. */
const typeOf = ({ type = '' }: Schema): string =>
  typeof type === 'string' ? type : (type.find((name) => name !== 'null') ?? '')

/** Inputs for a value, made of its schema; a value of any shape is written as JSON. */
export const SchemaField = (props: SchemaFieldProps) => {
  const { schema } = props
  const type = typeOf(schema)
  if (type === 'object' && schema.properties) return <ObjectField {...props} />
  if (type === 'array' && schema.items) return <ListField {...props} />
  if (type === 'boolean') return <BooleanField {...props} />
  if (type === 'string' || type === 'integer' || type === 'number') return <PlainField {...props} />
  return <JsonField {...props} />
}

const ObjectField = ({ name, schema, value, onChange }: SchemaFieldProps) => {
  const current = isObject(value) ? value : {}
  const change = (key: string, part: Json | undefined): void => {
    const { [key]: _, ...rest } = current
    if (part !== undefined) onChange({ ...current, [key]: part })
    else onChange(name !== '' && Object.keys(rest).length === 0 ? undefined : rest)
  }
  const fields = Object.entries(schema.properties ?? {}).map(([key, part]) => (
    <SchemaField
      key={key}
      name={key}
      schema={part}
      value={current[key]}
      isRequired={schema.required?.includes(key) ?? false}
      onChange={(changed) => change(key, changed)}
    />
  ))
  if (name === '') return <div class="try-fields">{fields}</div>
  return (
    <fieldset title={schema.description}>
      <legend>{name}</legend>
      {fields}
    </fieldset>
  )
}

const ListField = ({ name, schema, value, onChange }: SchemaFieldProps) => {
  const items = Array.isArray(value) ? value : []
  const { items: itemSchema = {} } = schema
  const { add, remove } = words()
  const replace = (index: number, item: Json | undefined): void =>
    onChange(items.map((before, at) => (at === index ? (item ?? null) : before)))
  return (
    <fieldset title={schema.description}>
      <legend>{name}</legend>
      {items.map((item, index) => (
        <div class="try-item" key={index}>
          <SchemaField
            name={`${name} ${index + 1}`}
            schema={itemSchema}
            value={item}
            isRequired
            onChange={(changed) => replace(index, changed)}
          />
          <button
            type="button"
            aria-label={`${remove} ${name} ${index + 1}`}
            onClick={() => onChange(items.filter((_, at) => at !== index))}
          >
            ×
          </button>
        </div>
      ))}
      <button
        type="button"
        aria-label={`${add} ${name}`}
        onClick={() => onChange([...items, startOf(itemSchema)])}
      >
        {add}
      </button>
    </fieldset>
  )
}

/** The value that a new item begins with. */
const startOf = (schema: Schema): Json => {
  const type = typeOf(schema)
  if (type === 'object') return {}
  if (type === 'array') return []
  return type === 'string' ? '' : type === 'boolean' ? false : 0
}

const BooleanField = ({ name, schema, value, onChange }: SchemaFieldProps) => {
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

const PlainField = ({ name, schema, value, isRequired, onChange }: SchemaFieldProps) => {
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

const JsonField = ({ name, schema, value, onChange }: SchemaFieldProps) => {
  const id = useId()
  const read = (text: string): void => {
    try {
      onChange(text.trim() === '' ? undefined : JSON.parse(text))
    } catch {
      // Half-written JSON stays in the field and is not sent.
    }
  }
  return (
    <div class="field">
      <label for={id}>{name} (JSON)</label>
      <textarea
        id={id}
        rows={3}
        title={schema.description}
        defaultValue={value === undefined ? '' : JSON.stringify(value, null, 2)}
        onInput={({ currentTarget }) => read(currentTarget.value)}
      />
    </div>
  )
}
