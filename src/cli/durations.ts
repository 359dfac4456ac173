import { InvalidArgumentError } from 'commander'

const UNITS: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['s', 1_000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
])

const PART = /(\d+(?:\.\d+)?)(ms|s|m|h|d)/g

/** Reads a duration such as `3601s`, `2h`, `1h30m` or `500ms`, in milliseconds. */
export const readDuration = (text: string): number => {
  const parts = [...text.matchAll(PART)]
  if (parts.length === 0 || parts.map(([whole]) => whole).join('') !== text)
    throw new InvalidArgumentError('It must be a duration such as 3601s, 2h, 1h30m or 500ms.')
  const ms = parts.reduce(
    (sum, [, count, unit = '']) => sum + Number(count) * (UNITS.get(unit) ?? 0),
    0,
  )
  return Math.round(ms)
}

/** Formats a duration in the largest unit that leaves no fraction. */
export const formatDuration = (ms: number): string => {
  const [unit = 'ms', size = 1] =
    [...UNITS].findLast(([, size]) => ms >= size && ms % size === 0) ?? []
  return `${ms / size}${unit}`
}
