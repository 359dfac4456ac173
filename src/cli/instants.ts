import { InvalidArgumentError } from 'commander'
import { parseTimestamp } from '../kernel/timestamps.ts'
import { readDuration } from './durations.ts'

const ISO =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?(\.\d{3})?)?(?:Z|([+-])(\d{2}):?(\d{2}))?$/

/** Reads an instant: epoch milliseconds, or ISO 8601, in UTC without an offset. */
export const readInstant = (text: string): number => {
  const ms = /^\d+$/.test(text) ? Number(text) : readIso(text)
  if (ms === undefined || !Number.isSafeInteger(ms))
    throw new InvalidArgumentError(
      'It must be epoch milliseconds or a time such as 2026-03-04T05:06:07Z.',
    )
  return ms
}

const readIso = (text: string): number | undefined => {
  const match = ISO.exec(text)
  if (!match) return undefined
  const [, day, minutes = '00:00', seconds = ':00', millis = '', sign, hours, rest] = match
  const zoneMs = (Number(hours ?? 0) * 60 + Number(rest ?? 0)) * 60_000
  return parseTimestamp(`${day} ${minutes}${seconds}${millis}`, sign === '-' ? -zoneMs : zoneMs)
}

/** A moment in the past: an instant, or its distance from the time of the workspace. */
export type Since = { atMs: number } | { agoMs: number }

/** Reads an instant, or a distance such as `1h`. */
export const readSince = (text: string): Since => {
  try {
    return { agoMs: readDuration(text) }
  } catch {
    return { atMs: readSinceInstant(text) }
  }
}

const readSinceInstant = (text: string): number => {
  try {
    return readInstant(text)
  } catch {
    throw new InvalidArgumentError(
      'It must be a duration before now such as 1h, epoch milliseconds or a time such as 2026-03-04T05:06:07Z.',
    )
  }
}
