import { useSignal } from '@preact/signals'
import type { ComponentChildren, InputHTMLAttributes } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { isObject } from '#src/kernel/is-object.ts'
import { t } from '../texts/words.ts'
import { Notice } from './panel.tsx'
import './form.css'

/** A value of JSON. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** A JSON schema that a form is made of. */
export interface Schema {
  readonly type?: string | readonly string[]
  /** Label of the field; the name of the property without it. */
  readonly title?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  /** The values to choose from, each with its text. */
  readonly oneOf?: readonly { readonly const: string; readonly title: ComponentChildren }[]
  readonly examples?: readonly string[]
  /** Texts that a field proposes; others are allowed. */
  readonly suggestions?: readonly string[]
  /** What the text of a field is. */
  readonly format?: 'search' | 'password' | 'datetime-local'
  /** What a value is written with, where it is no line of text: a box to check, or a number with a unit (ms). */
  readonly widget?: 'check' | 'duration'
  /** What stands below the field. */
  readonly hint?: string
}

/** A value of a schema, and what happens when a person changes it; undefined leaves the field out. */
export interface FieldProps {
  readonly name: string
  readonly schema: Schema
  readonly value: Json | undefined
  readonly isRequired: boolean
  readonly onChange: (value: Json | undefined) => void
}

/** What an object of JSON may hold in a form. */
export type Draft = Readonly<Record<string, Json | undefined>>

/** The fields of an object, made of its schema, in a row or below each other. */
export const Form = <T extends object>({
  fields,
  value,
  class: kind = 'form',
}: {
  fields: Readonly<Partial<Record<keyof T & string, Schema | false>>>
  value: { value: T }
  class?: string
}) => {
  const shown = Object.entries<Schema | false | undefined>(fields)
  return (
    <div class={kind}>
      {shown.map(
        ([name, schema]) =>
          schema && (
            <SchemaField
              key={name}
              name={name}
              schema={schema}
              value={(value.value as Draft)[name]}
              isRequired={false}
              onChange={(changed) => {
                value.value = { ...value.value, [name]: changed }
              }}
            />
          ),
      )}
    </div>
  )
}

/** A value for a form as it is at any moment, and what happens when a person changes it. */
export const held = <T,>(read: () => T, change: (changed: T) => void): { value: T } => ({
  get value() {
    return read()
  },
  set value(changed) {
    change(changed)
  },
})

/** A part of a value, to be changed like the whole. */
export const partOf = <T extends object, Name extends keyof T>(whole: { value: T }, name: Name) =>
  held(
    () => {
      const { [name]: part } = whole.value
      return part as NonNullable<T[Name]>
    },
    (changed) => {
      whole.value = { ...whole.value, [name]: changed }
    },
  )

/** Whether all texts of JSON in a form can be read; else the first that cannot has the focus. */
export const isComplete = (form: HTMLElement | null): boolean => {
  const invalid = form?.querySelector<HTMLTextAreaElement>('textarea:invalid')
  invalid?.focus()
  return !invalid
}

/** Values to choose from, each shown as itself or by its text. */
export const choices = <T extends string>(
  values: readonly T[],
  textOf: (value: T) => ComponentChildren = (value) => value,
): NonNullable<Schema['oneOf']> => values.map((value) => ({ const: value, title: textOf(value) }))

/** The type of a schema without null. */
const typeOf = ({ type = '' }: Schema): string =>
  typeof type === 'string' ? type : (type.find((name) => name !== 'null') ?? '')

/** Inputs for a value, made of its schema; a value of any shape is written as JSON. */
export const SchemaField = (props: FieldProps) => {
  const { schema } = props
  const type = typeOf(schema)
  if (schema.widget === 'check') return <CheckField {...props} />
  if (schema.widget === 'duration') return <DurationField {...props} />
  if (schema.oneOf) return <SelectField {...props} />
  if (type === 'object' && schema.properties) return <ObjectField {...props} />
  if (type === 'array' && schema.items?.oneOf) return <ChecksField {...props} />
  if (type === 'array' && schema.items) return <ListField {...props} />
  if (type === 'boolean') return <BooleanField {...props} />
  if (['string', 'integer', 'number'].includes(type)) return <PlainField {...props} />
  return (
    <div class="field">
      <JsonArea {...props} label={schema.title ?? `${props.name} (JSON)`} rows={3} isOptional />
      {schema.hint && <small class="hint">{schema.hint}</small>}
    </div>
  )
}

const ObjectField = ({ name, schema, value, onChange }: FieldProps) => {
  const current: Draft = isObject(value) ? value : {}
  const change = (key: string, part: Json | undefined): void => {
    const { [key]: _, ...rest } = current as Record<string, Json>
    if (part !== undefined) onChange({ ...(current as Record<string, Json>), [key]: part })
    else onChange(name !== '' && Object.keys(rest).length === 0 ? undefined : rest)
  }
  const values = new Map(Object.entries(current))
  const fields = Object.entries(schema.properties ?? {}).map(([key, part]) => (
    <SchemaField
      key={key}
      name={key}
      schema={part}
      value={values.get(key)}
      isRequired={schema.required?.includes(key) ?? false}
      onChange={(changed) => change(key, changed)}
    />
  ))
  if (name === '') return <div class="form">{fields}</div>
  return (
    <fieldset title={schema.description}>
      <legend>{name}</legend>
      {fields}
    </fieldset>
  )
}

const ListField = ({ name, schema, value, onChange }: FieldProps) => {
  const items = Array.isArray(value) ? value : []
  const { items: itemSchema = {} } = schema
  const replace = (index: number, item: Json | undefined): void =>
    onChange(items.map((before, at) => (at === index ? (item ?? null) : before)))
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
            onChange={(changed) => replace(index, changed)}
          />
          <button
            type="button"
            aria-label={`${t('Remove')} ${name} ${index + 1}`}
            onClick={() => onChange(items.filter((_, at) => at !== index))}
          >
            ×
          </button>
        </div>
      ))}
      <button
        type="button"
        aria-label={`${t('Add')} ${name}`}
        onClick={() => onChange([...items, STARTS.get(typeOf(itemSchema)) ?? 0])}
      >
        {t('Add')}
      </button>
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

/** Which of several known values a list has, in their order. */
const ChecksField = ({ name, schema, value, onChange }: FieldProps) => {
  const known = schema.items?.oneOf ?? []
  const chosen = Array.isArray(value) ? value : []
  const toggle = (one: string): void =>
    onChange(
      known.map((each) => each.const).filter((each) => chosen.includes(each) !== (each === one)),
    )
  return (
    <fieldset class="form-checks">
      <legend>{schema.title ?? name}</legend>
      {known.map(({ const: one, title }) => (
        <CheckField
          key={one}
          name={one}
          schema={{}}
          label={title}
          value={chosen.includes(one)}
          isRequired={false}
          onChange={() => toggle(one)}
        />
      ))}
    </fieldset>
  )
}

const CheckField = ({
  name,
  schema,
  label = schema.title ?? name,
  value,
  onChange,
}: FieldProps & { label?: ComponentChildren }) => (
  <label class="check">
    <input
      type="checkbox"
      checked={value === true}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
    {label}
  </label>
)

/** A choice between true and false, or neither. */
const BooleanField = (props: FieldProps) => (
  <SelectField
    {...props}
    schema={{
      ...props.schema,
      oneOf: choices(['', 'true', 'false'], (value) => value || t('absent')),
    }}
    value={props.value === undefined ? '' : String(props.value)}
    onChange={(value) => props.onChange(value === '' ? undefined : value === 'true')}
  />
)

/** A choice among few values, and the one that is chosen now. */
export const SelectField = ({
  name,
  schema: { title = name, oneOf = [], description },
  value = '',
  onChange,
}: Pick<FieldProps, 'name' | 'schema' | 'value' | 'onChange'>) => {
  const id = useId()
  const chosen = String(value)
  const isKnown = oneOf.some((one) => one.const === chosen)
  return (
    <div class="field">
      <label for={id}>{title}</label>
      <select
        id={id}
        title={description}
        value={chosen}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        {(isKnown ? oneOf : [...oneOf, ...choices([chosen])]).map((one) => (
          <option key={one.const} value={one.const}>
            {one.title}
          </option>
        ))}
      </select>
    </div>
  )
}

type Input = InputHTMLAttributes<HTMLInputElement>

/** A text or a number. */
const PlainField = ({ name, schema, value, isRequired, onChange }: FieldProps) => {
  const id = useId()
  const { title = name, format, hint, description } = schema
  const isText = typeOf(schema) === 'string'
  // A field of numbers may take words, too.
  const isNumeric = !isText && typeof schema.type === 'string'
  const read = (text: string): Json | undefined => {
    if (text === '') return isText && (isRequired || schema.title) ? '' : undefined
    // A number that is not one is sent as it was written, and the server says what it thinks of it.
    return isText || !Number.isFinite(Number(text)) ? text : Number(text)
  }
  const input = {
    id,
    value: value === undefined || value === null ? '' : String(value),
    placeholder: schema.examples?.[0] ?? (isRequired || schema.title ? '' : t('absent')),
    list: schema.suggestions && `${id}-list`,
    title: description,
    spellcheck: false,
    inputMode: isNumeric ? 'numeric' : 'text',
    'aria-describedby': hint && `${id}-hint`,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange(read(currentTarget.value)),
  }
  return (
    <div class="field">
      <label for={id}>
        {title}
        {isRequired && <span title={t('required')}> *</span>}
      </label>
      <input {...({ ...input, type: format ?? 'text', autocomplete: 'off' } as Input)} />
      {schema.suggestions && (
        <datalist id={`${id}-list`}>
          {schema.suggestions.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
      {hint && (
        <small id={`${id}-hint`} class="hint">
          {hint}
        </small>
      )}
    </div>
  )
}

const UNITS = { seconds: 1_000, minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const

type Unit = keyof typeof UNITS

/** A duration with its unit, as milliseconds; undefined while it is empty. */
const DurationField = ({ name, schema: { title = name }, onChange }: FieldProps) => {
  const draft = useSignal({ amount: undefined as Json | undefined, unit: 'hours' as Unit })
  const change = (changed: Partial<typeof draft.value>): void => {
    draft.value = { ...draft.value, ...changed }
    const { amount, unit } = draft.value
    onChange(
      typeof amount === 'number' && amount >= 0 ? Math.round(amount * UNITS[unit]) : undefined,
    )
  }
  return (
    <div class="row">
      <PlainField
        name={title}
        schema={{ type: 'number', title }}
        value={draft.value.amount}
        isRequired={false}
        onChange={(amount) => change({ amount })}
      />
      <SelectField
        name={t('Unit')}
        schema={{ oneOf: choices(Object.keys(UNITS) as Unit[], (unit) => t(unit)) }}
        value={draft.value.unit}
        onChange={(unit) => change({ unit: unit as Unit })}
      />
    </div>
  )
}

const textOf = (value: Json | undefined): string =>
  value === undefined ? '' : JSON.stringify(value, null, 2)

/** A labelled text area for JSON. While its text is not JSON, it says so and is invalid, and nothing is passed on. */
export const JsonArea = ({
  label,
  value,
  rows,
  schema,
  isOptional = false,
  onChange,
}: Pick<FieldProps, 'schema' | 'value' | 'onChange'> & {
  label: string
  rows: number
  /** Whether an empty text leaves the value out. */
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
    <>
      <label for={id} class="muted">
        {label}
      </label>
      <textarea
        ref={area}
        id={id}
        class="form-json"
        rows={rows}
        title={schema.description}
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
    </>
  )
}

/** The text of an instant for a field of date and time in the browser's zone, with its minute: Swedish writes it so. */
export const localTextOf = (atMs: number): string =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' })
    .format(atMs)
    .replace(' ', 'T')

/** The instant of a text of the field; undefined while it is no date and time. */
export const instantOf = (text: string): number | undefined => {
  // biome-ignore lint/style/noRestrictedGlobals: only the browser knows the offset of its zone at an instant
  const atMs = new Date(text).getTime()
  return Number.isNaN(atMs) ? undefined : atMs
}
