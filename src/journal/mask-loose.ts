import { masked } from '../kernel/masked-secret.ts'
import { isSecretName } from './secret-names.ts'

/**
 * A name and a value as in queries and forms; a value ends with `&`, a quote or a space, or where a `;` begins another pair, such
 * as a matrix parameter (RFC 3986, section 3.3).
 */
const PAIR = /(?<![\w.%~[\]-])([\w.%~[\]-]+)=((?:\\.|[^&;"\s\\]|;(?![\w.%~[\]-]+=))*)/gs

/** The same in a text that is not JSON, where a value can be in quotes. */
const QUOTED_PAIR = /(?<![\w.:%-])([\w.:%-]+)\s?=\s?("[^"\n]*"|'[^'\n]*')/g

/** The beginning of an element of XML. */
const TAG = /<([\w.:-]+)(?:\s[^<>]*)?>/g

/** Start of a field of a multipart form. */
const FIELD = /form-data\b/gi

/** The name of a field, in the rest of the line that begins it. */
const FIELD_NAME = /\bname=(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i

/** Maximum length of the first line of a field, and maximum number of header lines after it. */
const MAX_LINE = 1_000
const MAX_HEADERS = 8

/** Masks the values of secret names in queries and forms, with the pairs that a `;` adds to a secret: they may be a part of it. */
export const maskPairs = (text: string, isSecret = isSecretName): string => {
  if (!text.includes('=')) return text
  let secretEnd = -1
  return text.replace(PAIR, (pair: string, name: string, value: string, start: number) => {
    const isAdded = text[secretEnd] === ';' && start === secretEnd + 1
    if (!isAdded && !isSecret(name)) return pair
    secretEnd = start + pair.length
    return value === '' ? pair : `${name}=${masked(value)}`
  })
}

/** Masks secrets in XML and multipart forms, and quoted values when the text is not JSON. */
export const maskMarkup = (text: string): string => {
  const elements = text.includes('<') ? maskElements(text) : text
  const fields = /form-data/i.test(elements) ? maskFields(elements) : elements
  return fields.includes('=') && !/^\s*[{["]/.test(fields) ? maskQuotedPairs(fields) : fields
}

const maskQuotedPairs = (text: string): string =>
  text.replace(QUOTED_PAIR, (pair: string, name: string, value: string) =>
    isSecretName(name)
      ? pair.slice(0, -value.length) + value[0] + masked(value.slice(1, -1)) + value[0]
      : pair,
  )

/** An element without an end hides the rest of the text. */
const maskElements = (text: string): string => {
  let result = ''
  let copied = 0
  TAG.lastIndex = 0
  for (let match = TAG.exec(text); match; match = TAG.exec(text)) {
    const [tag, name = ''] = match
    if (tag.endsWith('/>') || !isSecretName(name.split(':').at(-1) ?? '')) continue
    const end = text.indexOf(`</${name}`, TAG.lastIndex)
    const value = text.slice(TAG.lastIndex, end < 0 ? text.length : end)
    result += text.slice(copied, TAG.lastIndex) + (value === '' ? '' : masked(value))
    copied = TAG.lastIndex + value.length
    TAG.lastIndex = copied
  }
  return result + text.slice(copied)
}

/** A field without an end hides the rest of the text. */
const maskFields = (text: string): string => {
  let result = ''
  let copied = 0
  FIELD.lastIndex = 0
  while (FIELD.exec(text)) {
    const lineEnd = text.indexOf('\n', FIELD.lastIndex)
    if (lineEnd < 0) break
    const line = text.slice(FIELD.lastIndex, Math.min(lineEnd, FIELD.lastIndex + MAX_LINE))
    // The line starts a field.
    FIELD.lastIndex = lineEnd
    const [, quoted, bare = ''] = FIELD_NAME.exec(line) ?? []
    const start = isSecretName(quoted ?? bare) ? valueStart(text, lineEnd + 1) : undefined
    if (start === undefined) continue
    const end = text.indexOf('\n--', start)
    const value = text.slice(start, end < 0 ? text.length : end).trimEnd()
    result += text.slice(copied, start) + masked(value)
    copied = start + value.length
    FIELD.lastIndex = copied
  }
  return result + text.slice(copied)
}

/** Start of the value: after the first empty line behind a few headers; undefined without one. */
const valueStart = (text: string, from: number): number | undefined => {
  let start = from
  for (let count = 0; count <= MAX_HEADERS; count += 1) {
    const end = text.indexOf('\n', start)
    if (end < 0) return undefined
    if (text.slice(start, end).trim() === '') return end + 1
    start = end + 1
  }
  return undefined
}
