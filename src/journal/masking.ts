import { masked } from '../kernel/masked-secret.ts'
import { maskMarkup, maskPairs } from './mask-loose.ts'
import { maskStructure } from './mask-structure.ts'
import { isOddTokenType, isSecretName, mayNameSecret } from './secret-names.ts'

/** How kept values are shown: secrets are always masked, persons by configuration. */
export interface Masking {
  header(name: string, value: string): string
  /** A path with its query. */
  path(path: string): string
  /** A body, or another text in which secrets may be. */
  text(text: string): string
  /** A value that was found at a place, such as `body.param.token[0]`. */
  value(place: string, value: unknown): unknown
  /** E-mail addresses in a short text. */
  person<T extends string | null>(name: T): T
}

/** Anchored at the start of a word, because a long word without @ would be read again from each character. */
const EMAIL = /(?<![\w.+-])[\w.+-]+@(?=[\w-]+\.)/g

const maskHeader = (name: string, value: string): string => {
  if (!isSecretName(name) && !isOddTokenType(name, value)) return maskPairs(value, isSecretInUrl)
  const [, scheme = '', secret = ''] = /^((?:bearer|basic)\s+)?(.*)$/is.exec(value) ?? []
  return scheme + masked(secret)
}

/** The signature of a URL is a secret, as it gives access to the file; a `key` is often that of an API. */
const isSecretInUrl = (name: string): boolean =>
  isSecretName(name) || /^(?:signature|key)$/i.test(name)

const maskPath = (path: string): string => maskPairs(path, isSecretInUrl)

const maskBody = (text: string): string => {
  if (!mayNameSecret(text)) return text
  if (text.includes('\0')) return maskWide(text)
  return maskPairs(maskMarkup(maskStructure(text, maskBody)))
}

/** UTF-16 has a zero byte beside every ASCII letter; the zeros are removed before secrets are searched. */
const maskWide = (text: string): string => {
  const narrow = text.replaceAll('\0', '')
  const shown = maskBody(narrow)
  return shown === narrow ? text : shown
}

const maskPerson = <T extends string | null>(name: T): T =>
  name === null ? name : (name.replace(EMAIL, '***@') as T)

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

const isSecretPlace = (place: string): boolean => place.split(/[./[\]]/).some(isSecretName)

/** Masks secrets only. */
const SECRETS: Masking = {
  header: maskHeader,
  path: maskPath,
  text: maskBody,
  value: (place, value) => maskValue(isSecretPlace(place), value, maskBody),
  person: (name) => name,
}

const maskAllText = (text: string): string => maskPerson(maskPath(maskBody(text)))

/** Masks e-mail addresses as well, and signatures anywhere in a text. */
const SECRETS_AND_PEOPLE: Masking = {
  header: (name, value) => maskPerson(maskHeader(name, value)),
  path: (path) => maskPerson(maskPath(path)),
  text: maskAllText,
  value: (place, value) => maskValue(isSecretPlace(place), value, maskAllText),
  person: maskPerson,
}

/** The masking of a journal. */
export const maskingFor = (hidesPeople: boolean): Masking =>
  hidesPeople ? SECRETS_AND_PEOPLE : SECRETS
