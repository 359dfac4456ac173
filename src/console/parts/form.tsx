import { useSignal } from '@preact/signals'
import type { ComponentChildren, InputHTMLAttributes } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { isObject } from '#src/kernel/json.ts'
import { instantOf } from '../texts/language.ts'
import { type Phrase, t } from '../texts/words.ts'
import { Action, type ActionProps, Button } from './action.tsx'
import { Notice } from './panel.tsx'
import './form.css'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json | undefined }

export interface Schema {
  readonly type?: string | readonly string[]
  readonly title?: ComponentChildren
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly oneOf?: readonly { readonly const: string; readonly title: ComponentChildren }[]
  readonly examples?: readonly string[]
  readonly suggestions?: readonly string[]
  readonly format?: 'search' | 'password' | 'instant'
  /** What a value is written with, where it is no line of text: a box to check, or a number with a unit (ms). */
  readonly widget?: 'check' | 'duration'
  readonly hint?: string | undefined
}

export const field = (title: Phrase, more: Schema = {}): Schema => ({
  type: 'string',
  title: t(title),
  ...more,
})

export const choices = <T extends string>(
  values: readonly T[],
  textOf: (value: T) => ComponentChildren = (value) => value,
): NonNullable<Schema['oneOf']> => values.map((value) => ({ const: value, title: textOf(value) }))

export const choice = <T extends string>(
  title: Phrase,
  values: readonly T[],
  textOf?: (value: T) => ComponentChildren,
): Schema => ({ title: t(title), oneOf: choices(values, textOf) })

/** A value of a schema, and what happens when a person changes it; undefined leaves the field out. */
export interface FieldProps {
  /** Name of the property; empty for what is none. */
  readonly name?: string
  readonly schema: Schema
  readonly value: Json | undefined
  readonly isRequired?: boolean
  readonly onChange: (value: Json | undefined) => void
}

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

const typeOf = ({ type = '' }: Schema): string =>
  typeof type === 'string' ? type : (type.find((name) => name !== 'null') ?? '')

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
          schema={{ title }}
          value={chosen.includes(one)}
          onChange={() => toggle(one)}
        />
      ))}
    </fieldset>
  )
}

const CheckField = ({ name, schema, value, onChange }: FieldProps) => (
  <label class="check">
    <input
      type="checkbox"
      checked={value === true}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
    {schema.title ?? name}
  </label>
)

const BooleanField = ({ schema, value, onChange, ...props }: FieldProps) => (
  <SelectField
    {...props}
    schema={{
      ...schema,
      oneOf: choices(['', 'true', 'false'], (one) => one || t('absent')),
    }}
    value={value === undefined ? '' : String(value)}
    onChange={(one) => onChange(one === '' ? undefined : one === 'true')}
  />
)

interface LabelledProps extends Pick<Schema, 'title' | 'hint'> {
  readonly id: string
  readonly children: ComponentChildren
}

const Labelled = ({ id, title, hint, children }: LabelledProps) => (
  <div class="field">
    <label for={id}>{title}</label>
    {children}
    {hint && (
      <small id={`${id}-hint`} class="hint">
        {hint}
      </small>
    )}
  </div>
)

const SelectField = ({ name, schema, value = '', onChange }: FieldProps) => {
  const { title = name, oneOf = [], description, hint } = schema
  const id = useId()
  const chosen = String(value)
  const isKnown = oneOf.some((one) => one.const === chosen)
  return (
    <Labelled id={id} title={title} hint={hint}>
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
    </Labelled>
  )
}

const INSTANT = '2026-11-22 07:36:05'

/** A date and time as the page writes them; while it is none, it says so and is invalid. */
const InstantField = ({ schema: { title }, value = '', onChange }: FieldProps) => {
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

const PlainField = ({ name, schema, value, isRequired = false, onChange }: FieldProps) => {
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
