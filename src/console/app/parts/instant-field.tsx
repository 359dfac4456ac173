import { TextField } from './fields.tsx'

/** A field for a date and time of the browser's zone, as epoch milliseconds; undefined while it is empty. */
export const InstantField = ({
  label,
  value,
  onInput,
}: {
  readonly label: string
  /** Text of the field, such as `2026-01-31T12:00`. */
  readonly value: string
  readonly onInput: (value: string) => void
}) => <TextField label={label} type="datetime-local" value={value} onInput={onInput} />

const MINUTE_MS = 60_000

/** The text of an instant for the field, with its minute. */
export const localTextOf = (atMs: number): string => {
  const parts = new Map(
    new Intl.DateTimeFormat('en-CA', {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
      .formatToParts(atMs)
      .map(({ type, value }) => [type, value]),
  )
  const of = (type: Intl.DateTimeFormatPartTypes, digits = 2): string =>
    (parts.get(type) ?? '').padStart(digits, '0')
  return `${of('year', 4)}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}`
}

/** The instant of a text of the field; undefined while it is no date and time. */
export const instantOf = (text: string): number | undefined => {
  const asUtcMs = utcOf(text)
  if (Number.isNaN(asUtcMs)) return undefined
  // The offset at the instant itself counts, which can differ from that of the first guess when the clocks change.
  return asUtcMs - offsetAt(asUtcMs - offsetAt(asUtcMs))
}

const offsetAt = (atMs: number): number => {
  const minuteMs = Math.floor(atMs / MINUTE_MS) * MINUTE_MS
  return utcOf(localTextOf(minuteMs)) - minuteMs
}

/** A field of the browser reads such a text as if its zone were UTC. */
const utcOf = (text: string): number => {
  const input = document.createElement('input')
  input.type = 'datetime-local'
  input.value = text
  return input.valueAsNumber
}
