import { useId } from 'preact/hooks'
import { t } from '../../texts/words.ts'
import { Labelled } from './labelled.tsx'
import { choices, type FieldProps } from './schema.ts'

export const CheckField = ({ name, schema, value, onChange }: FieldProps) => (
  <label class="check">
    <input
      type="checkbox"
      checked={value === true}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
    {schema.title ?? name}
  </label>
)

/** Boxes for the values of a list that has each of some at most once. */
export const ChecksField = ({ name, schema, value, onChange }: FieldProps) => {
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

export const SelectField = ({ name, schema, value = '', onChange }: FieldProps) => {
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

/** A flag that can be absent. */
export const BooleanField = ({ schema, value, onChange, ...props }: FieldProps) => (
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
