const MINUTE_MS = 60_000

/** The text of an instant for a field of date and time in the browser's zone, with its minute: Swedish writes it so. */
export const localTextOf = (atMs: number): string =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' })
    .format(atMs)
    .replace(' ', 'T')

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
