import { masked } from '../kernel/masked-secret.ts'
import { isSecretName } from './secret-names.ts'

/** A string in double quotes, whole or cut off, and the colon that makes it a key; a key in single quotes or none. */
const KEY =
  /"(?:[^"\\]|\\.)*(?:"|\\?$)(\s*:\s*)?|'([^'\n]*)'\s*:[ \t]*|(?<![\w.%-])([\w.%-]+)[ \t]*:[ \t]*/gs

/** The same strings, else a number or a word, else a mark: what the value of a secret key is made of. */
const PART =
  /"(?:[^"\\]|\\.)*(?:"|\\?$)(\s*:\s*)?|('(?:[^'\\]|\\.)*(?:'|\\?$))(\s*:\s*)?|([^\s"'{}[\],:][^\s"{}[\],:]*)|[{}[\],]/gs

/** A value without quotes: in an object on one line up to what ends it there, else to the end of the line. */
const INLINE = /[^\n,;}\])]*/y
const LINE = /[^\n]*/y

/** Closing brackets by their opening ones. */
const CLOSER_OF: ReadonlyMap<string, string> = new Map([
  ['{', '}'],
  ['[', ']'],
])

/**
 * Replaces the values of secret keys by `"***"`, in JSON and similar text: keys with single quotes or
 * without quotes, lines of names and values. Nothing else changes. In text that is not JSON or is truncated,
 * a secret ends where it would in JSON, else at the end. `maskContent` masks the content of a string.
 */
export const maskStructure = (text: string, maskContent: (text: string) => string): string =>
  new Structure(text, maskContent).mask()

class Structure {
  readonly #text: string
  readonly #maskContent: (text: string) => string
  /** Closing brackets of the open lists and objects of the secret, the innermost last. */
  readonly #closers: string[] = []
  #isSecret = false
  #result = ''
  /** The text is copied to the result up to `#copied` and read up to `#read`. */
  #copied = 0
  #read = 0

  constructor(text: string, maskContent: (text: string) => string) {
    this.#text = text
    this.#maskContent = maskContent
  }

  mask(): string {
    for (;;) {
      const isSecret = this.#isSecret
      const pattern = isSecret ? PART : KEY
      pattern.lastIndex = this.#read
      const match = pattern.exec(this.#text)
      if (!match) break
      this.#read = pattern.lastIndex
      if (isSecret) this.#readPart(match)
      else this.#readKey(match)
    }
    return this.#copied === 0 ? this.#text : this.#result + this.#text.slice(this.#copied)
  }

  /** A string, or the name of a value. */
  #readKey(match: RegExpExecArray): void {
    const [whole, colon, single, word] = match
    if (single !== undefined || word !== undefined) {
      if (isSecretName(single ?? word ?? '')) this.#readLoose(match.index)
      else if (word !== undefined) this.#read = match.index + word.length
      return
    }
    const string = colon === undefined ? whole : whole.slice(0, -colon.length)
    if (colon !== undefined && isSecretName(contentOf(string))) this.#isSecret = true
    this.#maskString(match.index, string)
  }

  /** A part of a secret: a key in it, a value, or a mark that continues or ends it. */
  #readPart(match: RegExpExecArray): void {
    const [whole, colon, single, singleColon, word] = match
    const isBelow = this.#closers.length > 0
    const mark = colon ?? singleColon
    if (mark !== undefined) {
      const string = whole.slice(0, -mark.length)
      const content = single === undefined ? contentOf(string) : single.slice(1, -1)
      this.#isSecret = isBelow || isSecretName(content)
      if (single === undefined) this.#maskString(match.index, string)
      return
    }
    if (single !== undefined) this.#replace(match.index, single, `'${masked(inside(single))}'`)
    else if (word !== undefined) this.#replace(match.index, word, quoted(word))
    else if (whole.startsWith('"')) this.#replace(match.index, whole, quoted(contentOf(whole)))
    else {
      this.#isSecret = this.#continuesAfter(whole)
      return
    }
    if (word === undefined) this.#isSecret = isBelow
  }

  /** The value of a key without double quotes: like that of JSON, else the rest of the line or of the place. */
  #readLoose(keyStart: number): void {
    const next = this.#text[this.#read] ?? ''
    if (/["'{[]/.test(next)) {
      this.#isSecret = true
      return
    }
    const pattern = /[{,([]\s*$/.test(this.#text.slice(Math.max(0, keyStart - 40), keyStart))
      ? INLINE
      : LINE
    pattern.lastIndex = this.#read
    const value = pattern.exec(this.#text)?.[0].trimEnd() ?? ''
    if (value !== '') this.#replace(this.#read, value, masked(value))
    this.#read += value.length
  }

  #maskString(start: number, string: string): void {
    const content = contentOf(string)
    const shown = this.#maskContent(content)
    if (shown !== content) this.#replace(start, string, JSON.stringify(shown))
  }

  #replace(start: number, part: string, by: string): void {
    if (part === by) return
    this.#result += this.#text.slice(this.#copied, start) + by
    this.#copied = start + part.length
  }

  /** Whether a secret continues after a mark; an unmatched closing bracket is ignored. */
  #continuesAfter(mark: string): boolean {
    const closer = CLOSER_OF.get(mark)
    if (closer !== undefined) this.#closers.push(closer)
    else if (mark === this.#closers.at(-1)) this.#closers.pop()
    return this.#closers.length > 0
  }
}

const quoted = (secret: string): string => JSON.stringify(masked(secret))

const inside = (string: string): string => string.replace(/^'|'$/g, '')

/**
 * The content of a JSON string with escapes resolved, also of a truncated or invalid one: each level of
 * strings in strings is shorter, which bounds the number of levels.
 */
const contentOf = (string: string): string => {
  const isClosed = string.length > 1 && string.endsWith('"')
  if (!string.includes('\\')) return isClosed ? string.slice(1, -1) : string.slice(1)
  try {
    return JSON.parse(isClosed ? string : `${string.replace(/\\$/, '')}"`)
  } catch {
    return string
      .slice(1)
      .replace(ESCAPE, (_, code: string | undefined, char: string = '') =>
        code === undefined ? char : String.fromCharCode(Number.parseInt(code, 16)),
      )
  }
}

const ESCAPE = /\\(?:u([0-9a-f]{4})|(.|$))/gis
