/** The deepest nesting of a JSON text that is taken apart (A-request-3); what goes through its value may call itself. */
export const MAX_JSON_DEPTH = 64

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPENING_BRACKET = 0x5b
const CLOSING_BRACKET = 0x5d
const OPENING_BRACE = 0x7b
const CLOSING_BRACE = 0x7d

/** Whether the bytes of a JSON text are nested more deeply than that. */
export const isTooDeep = (text: Buffer): boolean => {
  let depth = 0
  for (let index = 0; index < text.length; index += 1) {
    const byte = text[index]
    if (byte === QUOTE) index = endOfString(text, index)
    else if (byte === CLOSING_BRACKET || byte === CLOSING_BRACE) depth -= 1
    else if (byte === OPENING_BRACKET || byte === OPENING_BRACE) {
      depth += 1
      if (depth > MAX_JSON_DEPTH) return true
    }
  }
  return false
}

/** The index of the quote that ends the string that begins at `start`, or the end of the text. */
const endOfString = (text: Buffer, start: number): number => {
  for (let end = text.indexOf(QUOTE, start + 1); end !== -1; end = text.indexOf(QUOTE, end + 1)) {
    let first = end
    while (text[first - 1] === BACKSLASH) first -= 1
    if ((end - first) % 2 === 0) return end
  }
  return text.length
}
