/**
 * Formatted times of the document. They carry no zone; all of them are read and written in one
 * zone, a fixed distance from UTC, independent of the zone of the process.
 */
export const ZONE_OFFSET_MS = 8 * 3_600_000

const LAST_OF_9999 = 253_402_300_799_999

const PATTERN = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(\.\d{3})?$/

/** Reads `YYYY-MM-DD HH:mm:ss` with or without `.SSS`; undefined for other texts. */
export const parseTimestamp = (text: string, zoneOffsetMs: number): number | undefined => {
  if (!PATTERN.test(text)) return undefined
  const ms = Date.parse(`${text.replace(' ', 'T')}Z`)
  // A day that a month does not have is read as one of the next, and the hour 24 as the next day.
  return new Date(ms).getUTCDate() === Number(text.slice(8, 10)) ? ms - zoneOffsetMs : undefined
}

/** Writes an instant as HTTP does, in whole seconds: `Sun, 06 Nov 1994 08:49:37 GMT`. */
export const formatHttpDate = (ms: number): string =>
  new Date(Math.min(ms, LAST_OF_9999)).toUTCString()

/** Reads an instant as HTTP writes it; undefined for anything else. */
export const parseHttpDate = (text: string): number | undefined => {
  const ms = Date.parse(text)
  return Number.isNaN(ms) ? undefined : ms
}

export const dateOf = (ms: number): Date => new Date(ms)

export const formatInstant = (ms: number): string => `${formatUtc(ms).replace(' ', 'T')}Z`

/** Reads an instant with a zone, such as `2027-01-31T00:00:00Z`; undefined for other texts. */
export const parseInstant = (text: string): number | undefined => {
  const ms = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text)
    ? Date.parse(text)
    : Number.NaN
  return Number.isNaN(ms) ? undefined : ms
}

/** Writes an instant as `YYYY-MM-DD HH:mm:ss`. */
export const formatTimestamp = (ms: number, zoneOffsetMs: number): string =>
  formatUtc(ms + zoneOffsetMs).slice(0, 19)

/** Writes the time of day as `HH:mm:ss.SSS` in the zone of the process, for people at a terminal. */
export const formatLocalTime = (ms: number): string => {
  const date = new Date(ms)
  return `${date.toTimeString().slice(0, 8)}.${String(date.getMilliseconds()).padStart(3, '0')}`
}

const formatUtc = (ms: number): string => {
  const date = new Date(ms)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().replace('T', ' ').slice(0, 23)
}
