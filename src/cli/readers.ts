import { InvalidArgumentError } from 'commander'
import { didYouMean } from '../contract/errors/did-you-mean.ts'
import { isObject } from '../kernel/json.ts'
import { parseBytes } from '../kernel/text.ts'
import { parseTimestamp } from '../kernel/timestamps.ts'

const UNITS: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['s', 1_000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
])

export const readDuration = (text: string): number => {
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/g)]
  if (parts.length === 0 || parts.map(([whole]) => whole).join('') !== text)
    throw new InvalidArgumentError('It must be a duration such as 3601s, 2h, 1h30m or 500ms.')
  const sizes = parts.map(([, count, unit = '']) => Number(count) * (UNITS.get(unit) ?? 0))
  return Math.round(sizes.reduce((sum, ms) => sum + ms, 0))
}

const ISO =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?(\.\d{3})?)?(?:Z|([+-])(\d{2}):?(\d{2}))?$/

export const readInstant = (text: string): number => {
  const ms = /^\d+$/.test(text) ? Number(text) : readIso(text)
  if (ms !== undefined && Number.isSafeInteger(ms)) return ms
  throw new InvalidArgumentError(
    'It must be epoch milliseconds or a time such as 2026-03-04T05:06:07Z.',
  )
}

const readIso = (text: string): number | undefined => {
  const match = ISO.exec(text)
  if (!match) return undefined
  const [, day, minutes = '00:00', seconds = ':00', millis = '', sign, hours, rest] = match
  const zoneMs = (Number(hours ?? 0) * 60 + Number(rest ?? 0)) * 60_000
  return parseTimestamp(`${day} ${minutes}${seconds}${millis}`, sign === '-' ? -zoneMs : zoneMs)
}

/** Reads pairs such as `A-20-1=envelope,A-9-2=at-once`, behind those before them. */
export const readPairs = (
  text: string,
  before: Readonly<Record<string, string>> = {},
): Record<string, string> => {
  const pairs = text.split(',').map((pair) => /^([^=]+)=(.+)$/.exec(pair.trim()))
  if (pairs.includes(null))
    throw new InvalidArgumentError('It must be pairs such as A-20-1=envelope.')
  return { ...before, ...Object.fromEntries(pairs.map((pair) => [pair?.[1], pair?.[2]])) }
}

/** Collects the values of an option that may be repeated. */
export const readEach = (text: string, before: readonly string[] = []): string[] => [
  ...before,
  text,
]

export const readName = (text: string): string => {
  if (text === '') throw new InvalidArgumentError('It must not be empty.')
  return text
}

export const readLifetime = (text: string): number | 'never' =>
  text === 'never' ? text : readDuration(text)

const labelOf = (text: string): [name: string, value: string] => {
  const [, name, value = ''] = /^([^=]+)=(.*)$/.exec(text) ?? []
  if (name === undefined) throw new InvalidArgumentError('It must be a label such as team=web.')
  return [name, value]
}

type Labels = Readonly<Record<string, string | null>>

/** Reads a label such as `team=web`, behind those before it. */
export const readLabels = (text: string, before: Labels = {}): Labels => {
  const [name, value] = labelOf(text)
  return { ...before, [name]: value }
}

/** The same where one without a value stands for its removal. */
export const readLabelChanges = (text: string, before: Labels = {}): Labels => {
  const [name, value] = labelOf(text)
  return { ...before, [name]: value === '' ? null : value }
}

/** Reads a size in bytes, such as `100MiB`. */
export const readSize = (text: string): number => {
  const bytes = parseBytes(text)
  if (bytes === undefined) throw new InvalidArgumentError('It must be a size such as 100MiB.')
  return bytes
}

/** Reads sizes by their names, such as `fileBytes=1GiB`; null stands for `none`. */
export const readSizes = (text: string): Record<string, number | null> =>
  Object.fromEntries(
    Object.entries(readPairs(text)).map(([name, size]) => {
      const bytes = parseBytes(size)
      if (bytes === undefined && size !== 'none')
        throw new InvalidArgumentError('It must be sizes such as fileBytes=1GiB.')
      return [name, bytes ?? null]
    }),
  )

export const readObject = (text: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(text)
    if (isObject(value)) return value
  } catch {
    // Refused below, like any other text that is not an object.
  }
  throw new InvalidArgumentError('It must be a JSON object.')
}

export const readBetween =
  (min: number, max = Number.MAX_SAFE_INTEGER) =>
  (text: string): number => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
    if (value >= min && value <= max) return value
    const bounds = max < Number.MAX_SAFE_INTEGER ? ` from ${min} to ${max}` : ''
    throw new InvalidArgumentError(`It must be a whole number${bounds}.`)
  }

export const readNumberOrText = (text: string): number | string =>
  /^\d+$/.test(text) ? Number(text) : text

export const readOneOf =
  <T extends string>(known: readonly T[]) =>
  (text: string): T => {
    const found = known.find((value) => value === text)
    if (found !== undefined) return found
    const hint = didYouMean(text, known) || '.'
    throw new InvalidArgumentError(`It must be one of ${known.join(', ')}${hint}`)
  }

export const readChoice = <T extends string>(choices: readonly T[]) =>
  Object.assign(readOneOf(choices), { choices })

/** A reader of values of a closed list, given as several arguments or separated by commas. */
export const readChoices = <T extends string>(choices: readonly T[]) => {
  const readOne = readOneOf(choices)
  const read = (text: string, before: readonly T[] = []): T[] => {
    const values = text.split(',').filter((value) => value !== '')
    return [...before, ...values.map(readOne)]
  }
  return Object.assign(read, { choices })
}
