type Expected = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end' | 'end'

const SPACE = /[ \t\n\r]*/y
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
const STRING_PIECE = /(?:[^"\\\p{Cc}]|[\x7f-\x9f]){1,4096}|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/uy

/** The position of the first syntax error; undefined for JSON. It quotes nothing of the text, unlike the parser's messages. */
export const findJsonError = (text: string) => {
  const index = indexOfError(text)
  if (index === undefined) return undefined
  const before = text.slice(0, index)
  const line = before.split('\n').length
  return { line, column: index - before.lastIndexOf('\n') }
}

const indexOfError = (text: string): number | undefined => {
  const open: string[] = []
  let expected: Expected = 'value'
  for (let at = after(SPACE, text, 0); at < text.length; ) {
    const character = text.charAt(at)
    const end = endOfToken(text, at, expected, open)
    if (end <= at) return at
    expected = nextExpected(character, expected, open)
    at = after(SPACE, text, end)
  }
  return expected === 'end' ? undefined : text.length
}

/** The index after the token at `at`, or 0 for an unexpected token. */
const endOfToken = (
  text: string,
  at: number,
  expected: Expected,
  open: readonly string[],
): number => {
  const character = text.charAt(at)
  switch (character) {
    case '"':
      return /value|key/.test(expected) ? endOfString(text, at) : 0
    case '{':
    case '[':
      return expected.startsWith('value') ? at + 1 : 0
    case '}':
    case ']':
      return expected.endsWith('or end') && open.at(-1) === character ? at + 1 : 0
    case ':':
      return expected === 'colon' ? at + 1 : 0
    case ',':
      return expected === 'comma or end' ? at + 1 : 0
    default:
      return expected.startsWith('value') ? after(SCALAR, text, at) : 0
  }
}

/** The next expected token; `open` has the closing brackets of open values. */
const nextExpected = (character: string, expected: Expected, open: string[]): Expected => {
  if (character === '{' || character === '[') {
    open.push(character === '{' ? '}' : ']')
    return character === '{' ? 'key or end' : 'value or end'
  }
  if (character === ':') return 'value'
  if (character === ',') return open.at(-1) === '}' ? 'key' : 'value'
  if (character === '"' && expected.startsWith('key')) return 'colon'
  if (character === '}' || character === ']') open.pop()
  return open.length > 0 ? 'comma or end' : 'end'
}

const endOfString = (text: string, start: number): number => {
  let at = start + 1
  while (at < text.length && text.charAt(at) !== '"') {
    const end = after(STRING_PIECE, text, at)
    if (end === at) return 0
    at = end
  }
  return at < text.length ? at + 1 : 0
}

const after = (pattern: RegExp, text: string, at: number): number => {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}
