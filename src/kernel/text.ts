/** Folds case for comparing names of people, independent of locale and machine. */
export const foldCase = (text: string): string => text.toLowerCase()

/** Folds case for a search: ß is ss, and the ς at the end of a word is σ. Stored texts are folded in the same way. */
export const foldForSearch = (text: string): string =>
  text.toLowerCase().replaceAll('ß', 'ss').replaceAll('ς', 'σ')

/**
 * A copy of a text, well-formed and cut to a maximum length. V8 keeps a whole text alive as long as any slice,
 * match or split of it, so a text that outlives its call must be a copy.
 */
export const ownCopy = (text: string, max = Number.POSITIVE_INFINITY): string =>
  Buffer.from(text.length > max ? text.slice(0, max) : text).toString()

/** A text cut to a maximum length, with an ellipsis at the end of what was cut. */
export const shorten = (text: string, max: number): string =>
  text.length > max ? `${text.slice(0, max - 1).toWellFormed()}…` : text

/** The maximum memory of the characters of a text: one byte each in Latin-1, else two. */
export const sizeOfText = (text: string | null | undefined): number => 2 * (text?.length ?? 0)

/** Controls (C0, DEL, C1), separators that end lines, and marks that change the direction of writing, as ranges of a pattern. */
export const UNPRINTABLE_RANGES =
  '\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069\\ufeff'

const UNPRINTABLE = new RegExp(`[${UNPRINTABLE_RANGES}]`, 'g')

/** Escapes every character except tabs that could control a terminal or hide text; the result is one line. */
export const printable = (text: string): string =>
  text.replace(UNPRINTABLE, (char) => (char === '\t' ? char : escapeOf(char)))

/** The same for a block of text, whose newlines stay; JSON keeps its value. */
export const printableBlock = (text: string): string =>
  text.replace(UNPRINTABLE, (char) => (char === '\n' || char === '\t' ? char : escapeOf(char)))

const escapeOf = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Chinese, Japanese and Korean characters, which take two columns of a terminal; those beyond have two UTF-16 units. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/g

/** The approximate width of a text on a terminal, in columns. */
export const widthOf = (text: string): number => text.length + (text.match(WIDE)?.length ?? 0)

/** The extension of a file name, lower case and without the dot; empty when it has none. */
export const extensionOf = (name: string): string =>
  /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

/**
 * The value of a header without spaces and tabs around it. `trim()` would also take U+00A0, which in a header, read as one
 * character for each byte, is a part of a UTF-8 character such as à or 你.
 */
export const trimBlanks = (value: string): string => {
  let start = 0
  let end = value.length
  while (start < end && isBlank(value.charCodeAt(start))) start += 1
  while (end > start && isBlank(value.charCodeAt(end - 1))) end -= 1
  return value.slice(start, end)
}

const isBlank = (code: number): boolean => code === 0x20 || code === 0x09

export const bareMediaType = (mediaType: string): string =>
  trimBlanks(mediaType.split(';')[0] ?? '').toLowerCase()

export const formatBytes = (bytes: number): string => {
  const unit = UNITS.find(([min]) => bytes >= min)
  if (!unit) return `${bytes} bytes`
  const [size, name] = unit
  return `${(Math.round((bytes / size) * 100) / 100).toLocaleString('en-US')} ${name}`
}

/** Reads a size such as `100MiB` or `4096`; undefined where it is none. */
export const parseBytes = (text: string): number | undefined => {
  const [, count, unit] = /^(\d+)(|[KMG]iB)$/.exec(text) ?? []
  if (count === undefined) return undefined
  const [size = 1] = UNITS.find(([, name]) => name === unit) ?? []
  return Number(count) * size
}

const UNITS = [
  [1_073_741_824, 'GiB'],
  [1_048_576, 'MiB'],
  [1_024, 'KiB'],
] as const

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/** The same on one line, for the end of a sentence. */
export const messageLine = (error: unknown): string => messageOf(error).replaceAll(/\s+/g, ' ')

export const TYPE_NAMES: ReadonlyMap<string, string> = new Map([
  ['integer', 'an integer'],
  ['number', 'a number'],
  ['string', 'a string'],
  ['boolean', 'a boolean'],
  ['object', 'an object'],
  ['array', 'an array'],
  ['null', 'null'],
])

export interface ByteRange {
  start: number
  end: number
}
