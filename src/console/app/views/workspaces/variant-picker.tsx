import { useSignal } from '@preact/signals'
import type { ChangeableAssumption } from '#src/client/generated/control.ts'
import { control } from '../../api/control.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { SelectField, setterOf } from '../../parts/fields.tsx'
import { changeWords } from './workspace-change-texts.ts'

type Choices = Readonly<Record<string, string>>

/** The choice of variants that a workspace begins with. */
export const VariantPicker = ({
  chosen,
  onChange,
}: {
  readonly chosen: Choices
  readonly onChange: (chosen: Choices) => void
}) => {
  const text = changeWords()
  const { data } = useLoaded(
    (signal) => control<{ assumptions: ChangeableAssumption[] }>('GET', '/variants', { signal }),
    [],
    { isLive: false },
  )
  const number = useSignal('')
  const variant = useSignal('')
  const assumptions = data?.assumptions ?? []
  const current = assumptions.find((one) => one.number === number.value) ?? assumptions[0]
  if (!current) return null
  const names = Object.keys(current.variants)
  const name = names.includes(variant.value) ? variant.value : (names[1] ?? names[0] ?? '')
  return (
    <fieldset class="workspaces-variants">
      <legend>{text.variants}</legend>
      <ChosenVariants chosen={chosen} onChange={onChange} />
      <div class="row workspaces-take">
        <SelectField
          label={text.assumption}
          value={current.number}
          options={assumptions.map((one) => ({
            value: one.number,
            text: `${one.number} · ${one.shown}`,
          }))}
          onChange={setterOf(number)}
        />
        <SelectField
          label={text.variant}
          value={name}
          options={Object.entries(current.variants).map(([value, means]) => ({
            value,
            text: `${value} · ${means}`,
          }))}
          onChange={setterOf(variant)}
        />
        <button type="button" onClick={() => onChange({ ...chosen, [current.number]: name })}>
          {text.addVariant}
        </button>
      </div>
    </fieldset>
  )
}

const ChosenVariants = ({
  chosen,
  onChange,
}: {
  readonly chosen: Choices
  readonly onChange: (chosen: Choices) => void
}) => {
  const text = changeWords()
  const entries = Object.entries(chosen)
  if (entries.length === 0) return null
  return (
    <ul class="plain-list">
      {entries.map(([number, variant]) => (
        <li key={number} class="row">
          <code>
            {number}={variant}
          </code>
          <button
            type="button"
            class="quiet"
            aria-label={text.dropVariant(number)}
            onClick={() => onChange(Object.fromEntries(entries.filter(([one]) => one !== number)))}
          >
            {text.drop}
          </button>
        </li>
      ))}
    </ul>
  )
}
