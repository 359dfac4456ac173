import { masked } from './masked-secret.ts'
import { isSecretName } from './secret-names.ts'

/** A name and a value as in queries and forms; a value ends with `&`, a quote or a space. */
const PAIR = /(?<![\w.%~[\]-])([\w.%~[\]-]+)=((?:\\.|[^&"\s\\])*)/gs

/** The same in a text that is no JSON, where a value can be in quotes. */
const QUOTED_PAIR = /(?<![\w.:%-])([\w.:%-]+)\s?=\s?("[^"\n]*"|'[^'\n]*')/g

/** The beginning of an element of XML. */
const TAG = /<([\w.:-]+)(?:\s[^<>]*)?>/g

/** The head of a field of a form in parts, up to its value. */
const FIELD =
  /form-data\b[^\r\n]{0,500}?\bname=("[^"\r\n]{1,200}"|[^\s;"]{1,200})[^\r\n]{0,500}\r?\n(?:[^\r\n]{1,500}\r?\n){0,8}\r?\n/gi

/** Masks the values of secret names, and of those that only an address has, in queries and forms. */
export const maskPairs = (text: string, isSecret = isSecretName): string =>
  text.includes('=')
    ? text.replace(PAIR, (pair: string, name: string, value: string) =>
        value !== '' && isSecret(name) ? `${name}=${masked(value)}` : pair,
      )
    : text

/** Masks secrets of XML and of forms in parts, and values in quotes where the text is not JSON. */
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
  for (let match = FIELD.exec(text); match; match = FIELD.exec(text)) {
    if (!isSecretName(match[1] ?? '')) continue
    const end = text.indexOf('\n--', FIELD.lastIndex)
    const value = text.slice(FIELD.lastIndex, end < 0 ? text.length : end).trimEnd()
    result += text.slice(copied, FIELD.lastIndex) + masked(value)
    copied = FIELD.lastIndex + value.length
    FIELD.lastIndex = copied
  }
  return result + text.slice(copied)
}
