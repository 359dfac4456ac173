import { masked } from '../../kernel/masked-secret.ts'

/** How kept values are shown: secrets by their names, and persons by configuration. */
export interface Masking {
  header(name: string, value: string): string
  path(path: string): string
  /** A sentence, or a JSON text without secret keys. */
  text(text: string): string
  /** A value that was found at a place, such as `body.param.token[0]`. */
  value(place: string, value: unknown): unknown
  /** E-mail addresses in a short text. */
  person<T extends string | null>(name: T): T
}

const SECRET_NAME =
  /(?:token|cookie|authorization|apikey|clientkey|secretkey|accesskey|privatekey)$|secret|passw(?:or)?d|passphrase|^(?:pwd|s?sign)$/

/** True if the value of a header, query parameter or key of this name, in any spelling, is a secret. */
export const isSecretName = (name: string): boolean =>
  SECRET_NAME.test(name.replaceAll(/[^a-z]+/gi, '').toLowerCase())

/** The signature of a URL is a secret, as it gives access to the file. */
const isSecretInText = (name: string): boolean =>
  isSecretName(name) || /^(?:x-(?:amz|oss)-)?signature$/i.test(name)

/** In the URL of a call, a `key` is often an API key. */
const isSecretInUrl = (name: string): boolean => isSecretInText(name) || /^key$/i.test(name)

/** True if the token type header has another value, such as the token itself. */
const isOddTokenType = (name: string, value: string): boolean =>
  /^token[-_]?type$/i.test(name) && !/^[a-z ,]{0,40}$/i.test(value)

/** A parameter of a query, or of a path (RFC 3986, section 3.3), also where JSON has escaped what separates them. */
const PARAMETER = /([?&;]|\\u00(?:26|3[bf]))([^=?&;#"\\\s]+)=([^&;#"\\\s]+)/gi

const maskParameters = (text: string, isSecret: (name: string) => boolean): string =>
  text.replace(PARAMETER, (whole: string, mark: string, name: string, value: string) =>
    isSecret(decoded(name)) ? `${mark}${name}=${masked(value)}` : whole,
  )

/** A name without percent-encoding. */
const decoded = (name: string): string =>
  name.replaceAll(/%([\da-f]{2})/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  )

const maskHeader = (name: string, value: string): string => {
  if (!isSecretName(name) && !isOddTokenType(name, value)) return maskPath(value)
  const [, scheme = '', secret = ''] = /^((?:bearer|basic)\s+)?(.*)$/is.exec(value) ?? []
  return scheme + masked(secret)
}

const maskPath = (path: string): string => maskParameters(path, isSecretInUrl)

/** Anchored at the start of a word, because a long word without @ would be read again from each character. */
const EMAIL = /(?<![\w.+-])[\w.+-]+@(?=[\w-]+\.)/g

const maskPerson = <T extends string | null>(name: T): T =>
  name === null ? name : (name.replace(EMAIL, '***@') as T)

/** A string of JSON, or one that the end of the text cuts; where it is a key, with its value unless that is a list or an object. */
const STRING =
  /"([^"\\]*(?:\\.[^"\\]*)*)(?:\\?$|"(?:(\s*:\s*)("[^"\\]*(?:\\.[^"\\]*)*"?|[^\s"{}[\],]+)?)?)/gs

/** Masks the values of secret keys in a JSON text, or in the beginning of one; undefined where one is a list or an object. */
export const maskKeys = (text: string): string | undefined => {
  let isMasked = true
  const shown = text.replace(
    STRING,
    (whole: string, key: string, colon?: string, value?: string) => {
      if (colon === undefined || !isSecretName(unescaped(key))) return whole
      if (value === undefined) isMasked = false
      return `"${key}"${colon}"${masked((value ?? '').replace('"', ''))}"`
    },
  )
  return isMasked ? shown : undefined
}

export const unescaped = (content: string): string =>
  content.replaceAll(/\\u([\da-f]{4})/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  )

/** Masks the texts in a value; every value under a secret key is a secret. */
const maskValue = (isSecret: boolean, value: unknown, text: (text: string) => string): unknown => {
  if (Array.isArray(value)) return value.map((element) => maskValue(isSecret, element, text))
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [
        text(key),
        maskValue(isSecret || isSecretName(key), one, text),
      ]),
    )
  if (value === undefined) return value
  if (isSecret) return masked(String(value))
  return typeof value === 'string' ? text(value) : value
}

export const maskingFor = (hidesPeople: boolean): Masking => {
  const person = hidesPeople ? maskPerson : <T extends string | null>(name: T): T => name
  const text = (text: string) =>
    hidesPeople ? maskPerson(maskPath(text)) : maskParameters(text, isSecretInText)
  return {
    header: (name, value) => person(maskHeader(name, value)),
    path: (path) => person(maskPath(path)),
    text,
    value: (place, value) => maskValue(place.split(/[./[\]]/).some(isSecretName), value, text),
    person,
  }
}
