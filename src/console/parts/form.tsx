import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { isObject } from '#src/kernel/json.ts'
import { t } from '../texts/words.ts'
import { Action, type ActionProps, Button } from './action.tsx'
import { BooleanField, CheckField, ChecksField, SelectField } from './fields/choice-fields.tsx'
import { JsonField } from './fields/json-field.tsx'
import { choice, type FieldProps, type Json, type Schema, typeOf } from './fields/schema.ts'
import { InstantField, PlainField } from './fields/text-fields.tsx'
import './form.css'

type FormFields<T extends object> = Readonly<Partial<Record<keyof T & string, Schema | false>>>

export const Form = <T extends object>({
  fields,
  required = [],
  value,
  class: kind = 'form',
}: {
  fields: FormFields<T>
  required?: readonly string[]
  value: { value: T }
  class?: string
}) => (
  <div class={kind}>
    {Object.entries<Schema | false | undefined>(fields).map(
      ([name, schema]) =>
        schema && (
          <SchemaField
            key={name}
            name={name}
            schema={schema}
            value={(value.value as Record<string, Json | undefined>)[name]}
            isRequired={required.includes(name)}
            onChange={(changed) => {
              value.value = { ...value.value, [name]: changed }
            }}
          />
        ),
    )}
  </div>
)

/** A value for a form as it is at any moment, and what happens when a person changes it. */
export const held = <T,>(read: () => T, change: (changed: T) => void): { value: T } => ({
  get value() {
    return read()
  },
  set value(changed) {
    change(changed)
  },
})

/** True if all JSON texts and times in a form are valid; otherwise moves the focus to the first invalid one. */
export const isComplete = (form: HTMLElement | null): boolean => {
  const invalid = form?.querySelector<HTMLElement>('textarea:invalid, input:invalid')
  invalid?.focus()
  return !invalid
}

/** Fields, and the button that does something with them; once it is done, they begin anew. */
export const ActionForm = <T extends object>({
  start,
  fields,
  run,
  isReady = () => true,
  ...action
}: Omit<ActionProps, 'run' | 'isDisabled' | 'submits'> & {
  start: T
  fields: (draft: T) => FormFields<T>
  run: (draft: T) => Promise<unknown>
  isReady?: (draft: T) => boolean
}) => {
  const draft = useSignal(start)
  const form = useRef<HTMLFormElement>(null)
  const send = async (): Promise<void> => {
    if (!isComplete(form.current)) return
    await run(draft.value)
    draft.value = start
  }
  return (
    <form class="form" ref={form} onSubmit={(event) => event.preventDefault()}>
      <Form value={draft} fields={fields(draft.value)} />
      <div class="row">
        <Action {...action} run={send} isDisabled={!isReady(draft.value)} submits />
      </div>
    </form>
  )
}

export const SchemaField = (props: FieldProps) => {
  const { schema } = props
  const type = typeOf(schema)
  if (schema.widget === 'check') return <CheckField {...props} />
  if (schema.widget === 'duration') return <DurationField {...props} />
  if (schema.format === 'instant') return <InstantField {...props} />
  if (schema.oneOf) return <SelectField {...props} />
  if (type === 'object' && schema.properties) return <ObjectField {...props} />
  if (type === 'array' && schema.items?.oneOf) return <ChecksField {...props} />
  if (type === 'array' && schema.items) return <ListField {...props} />
  if (type === 'boolean') return <BooleanField {...props} />
  if (['string', 'integer', 'number'].includes(type)) return <PlainField {...props} />
  return <JsonField {...props} />
}

const ObjectField = ({ name = '', schema, value, onChange }: FieldProps) => {
  const { properties = {}, required = [], description, title = name } = schema
  const current = isObject(value) ? (value as Record<string, Json>) : {}
  const change = (changed: typeof current): void => {
    const isEmpty = Object.values(changed).every((part) => part === undefined)
    onChange(name !== '' && isEmpty ? undefined : changed)
  }
  const fields = (
    <Form fields={properties} required={required} value={held(() => current, change)} />
  )
  if (name === '') return fields
  return (
    <fieldset title={description}>
      <legend>{title}</legend>
      {fields}
    </fieldset>
  )
}

const ListField = ({ name, schema, value, onChange }: FieldProps) => {
  const items = Array.isArray(value) ? value : []
  const { items: itemSchema = {} } = schema
  return (
    <fieldset title={schema.description}>
      <legend>{name}</legend>
      {items.map((item, index) => (
        <div class="form-item" key={index}>
          <SchemaField
            name={`${name} ${index + 1}`}
            schema={itemSchema}
            value={item}
            isRequired
            onChange={(changed = null) => onChange(items.with(index, changed))}
          />
          <Button
            aria-label={`${t('Remove')} ${name} ${index + 1}`}
            onClick={() => onChange(items.toSpliced(index, 1))}
          >
            ×
          </Button>
        </div>
      ))}
      <Button
        aria-label={`${t('Add')} ${name}`}
        onClick={() => onChange([...items, STARTS.get(typeOf(itemSchema)) ?? 0])}
      >
        {t('Add')}
      </Button>
    </fieldset>
  )
}

/** The values that new items begin with, by their types; numbers begin with 0. */
const STARTS: ReadonlyMap<string, Json> = new Map<string, Json>([
  ['object', {}],
  ['array', []],
  ['string', ''],
  ['boolean', false],
])

const UNITS = { seconds: 1_000, minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const

type Unit = keyof typeof UNITS

/** A duration with its unit, as milliseconds; undefined while it is empty. */
const DurationField = ({ schema: { title }, value, onChange }: FieldProps) => {
  const draft = useSignal<{ amount?: Json; unit: Unit }>({ unit: 'hours' })
  useLayoutEffect(() => {
    if (value === undefined) draft.value = { unit: draft.value.unit }
  }, [value])
  const change = (changed: typeof draft.value): void => {
    draft.value = changed
    const { amount, unit } = changed
    const isAmount = typeof amount === 'number' && amount >= 0
    onChange(isAmount ? Math.round(amount * UNITS[unit]) : undefined)
  }
  const units = Object.keys(UNITS) as Unit[]
  return (
    <Form
      class="row"
      value={held(() => draft.value, change)}
      fields={{ amount: { type: 'number', title }, unit: choice('Unit', units, (unit) => t(unit)) }}
    />
  )
}
