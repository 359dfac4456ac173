import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { texts } from '../texts/language.ts'

const words = texts({
  en: { unit: 'Unit', s: 'seconds', m: 'minutes', h: 'hours', d: 'days' },
  zh: { unit: '单位', s: '秒', m: '分钟', h: '小时', d: '天' },
})

const UNITS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

type Unit = keyof typeof UNITS

/** A field for a duration with its unit, as milliseconds; undefined while it is empty. */
export const DurationField = ({
  label,
  onInput,
  unit: firstUnit = 'h',
}: {
  readonly label: string
  readonly onInput: (ms: number | undefined) => void
  readonly unit?: Unit
}) => {
  const id = useId()
  const amount = useSignal('')
  const unit = useSignal<Unit>(firstUnit)
  const tell = (): void => {
    const ms = Math.round(Number(amount.value) * UNITS[unit.value])
    onInput(amount.value === '' || !Number.isFinite(ms) || ms < 0 ? undefined : ms)
  }
  const text = words()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <span class="row">
        <input
          id={id}
          type="number"
          min="0"
          step="any"
          size={8}
          value={amount.value}
          onInput={({ currentTarget }) => {
            amount.value = currentTarget.value
            tell()
          }}
        />
        <select
          aria-label={`${label}: ${text.unit}`}
          value={unit.value}
          onChange={({ currentTarget }) => {
            unit.value = currentTarget.value as Unit
            tell()
          }}
        >
          {(Object.keys(UNITS) as Unit[]).map((key) => (
            <option key={key} value={key}>
              {text[key]}
            </option>
          ))}
        </select>
      </span>
    </div>
  )
}
