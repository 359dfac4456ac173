import { LIMITS } from './limits.ts'

/** The deepest nesting of a JSON text that is parsed (A-limit-3); code that walks its value may recurse. */
export const MAX_JSON_DEPTH = LIMITS.bodyDepth.max

/** A UTF-8 text without its byte order mark; the same buffer if it has none. */
export const withoutByteOrderMark = (bytes: Buffer): Buffer =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes

const QUOTE = 0x22
const BACKSLASH = 0x5c

const OTHER = 0
const STRING = 1
const OPENING = 2
const CLOSING = 3
const SEPARATOR = 4

/** The kind of every byte outside of strings; `OTHER` is a byte of a number or of a word. */
const KINDS = new Uint8Array(256)
KINDS[QUOTE] = STRING
for (const mark of '[{') KINDS[mark.charCodeAt(0)] = OPENING
for (const mark of ']}') KINDS[mark.charCodeAt(0)] = CLOSING
for (const mark of ',: \t\r\n') KINDS[mark.charCodeAt(0)] = SEPARATOR

/**
 * Measures nesting and the number of keys and values (objects, lists, texts, numbers and words, one each) without
 * parsing, up to `maxValues`: `JSON.parse` takes seconds, and memory by the value, for a text that this reads in milliseconds.
 */
export const scanJson = (text: Buffer, maxValues = Number.POSITIVE_INFINITY) => {
  let depth = 0
  let values = 0
  let previous = SEPARATOR
  for (let index = 0; index < text.length; index += 1) {
    const kind: number = KINDS[text[index] as number] as number
    if (kind === STRING) {
      values += 1
      index = endOfString(text, index)
    } else if (kind === OPENING) {
      values += 1
      depth += 1
      if (depth > MAX_JSON_DEPTH) return { isTooDeep: true, values }
    } else if (kind === CLOSING) depth -= 1
    else if (kind === OTHER && previous !== OTHER) values += 1
    previous = kind
    if (values > maxValues) break
  }
  return { isTooDeep: false, values }
}

/** True if a JSON text is nested more deeply than the parser allows. */
export const isTooDeep = (text: Buffer): boolean => scanJson(text).isTooDeep

/** The index of the closing quote of the string that starts at `start`, or the end of the text. */
const endOfString = (text: Buffer, start: number): number => {
  for (let end = start + 1; end < text.length; end += 1) {
    const byte = text[end]
    if (byte === QUOTE) return end
    if (byte === BACKSLASH) end += 1
  }
  return text.length
}
