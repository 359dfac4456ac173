import { isObject, type Json } from '#src/viewer/page/openapi-parts.ts'
import type { Schema } from './try-document.ts'
import { words } from './try-texts.ts'
import {
  BooleanField,
  JsonField,
  PlainField,
  type SchemaFieldProps,
  typeOf,
} from './value-fields.tsx'

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
