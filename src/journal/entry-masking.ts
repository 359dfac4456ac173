import { masked } from '../kernel/masked-secret.ts'
import type { CallFacts } from './journal-entry.ts'
import type { Masking } from './masking.ts'
import { isOddTokenType, isSecretName } from './secret-names.ts'

/** Shorter values are words that may occur anywhere. */
const MIN_LENGTH = 8

/** Maximum number of values of one call that are searched; no client sends more. */
const MAX_VALUES = 50

/** Issued tokens start with the id of their workspace. */
const TOKEN = /\b([0-9a-f]{8})-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\b/gi

/** The beginning of one, where a message or a finding was cut. */
const CUT_TOKEN = /\b([0-9a-f]{8})-[0-9a-f-]{1,27}(?=\u2026|$)/gi

/** Longer beginnings of a value do not stand in messages. */
const MAX_CUT = 100

/** A text in which the beginning of a secret value, before a cut, is masked. */
const hideCut = (text: string, value: string): string =>
  text
    .split('…')
    .map((part, index, { length: parts }) => {
      if (index === parts - 1) return part
      let length = Math.min(value.length, part.length, MAX_CUT)
      while (length >= MIN_LENGTH && !part.endsWith(value.slice(0, length))) length -= 1
      return length < MIN_LENGTH ? part : part.slice(0, -length) + masked(value)
    })
    .join('…')

/** The masking of one call: the values of its secret headers and tokens of its workspace are masked everywhere. */
export const maskingOfEntry = (
  { headers, workspace }: Pick<CallFacts, 'headers' | 'workspace'>,
  masking: Masking,
): Masking => {
  const values = secretValuesOf(headers)
  const hideValues = (text: string): string => {
    let hidden = text
    for (const value of values) {
      if (hidden.includes(value)) hidden = hidden.replaceAll(value, masked(value))
      if (hidden.includes('…')) hidden = hideCut(hidden, value)
    }
    return hidden
  }
  const hideToken = (token: string, id: string): string =>
    id.toLowerCase() === workspace ? masked(token) : token
  const hide = (text: string): string =>
    hideValues(text).replace(TOKEN, hideToken).replace(CUT_TOKEN, hideToken)
  return {
    header: (name, value) =>
      isNonce(name) ? hideValues(masking.header(name, value)) : hide(masking.header(name, value)),
    path: (path) => {
      const plain = withoutNeedlessEscapes(path)
      const hidden = hide(masking.path(plain))
      // A path is shown as it was sent, unless an escape hides a secret from the masking.
      return plain === path || hidden !== plain ? hidden : path
    },
    text: (text) => hide(masking.text(text)),
    value: (place, value) => hideIn(masking.value(place, value), hide),
    person: <T extends string | null>(name: T): T =>
      (name === null ? name : hide(masking.person(name))) as T,
  }
}

/** A URL with letters, digits and marks in place of their escapes, which mean the same (RFC 3986, section 2.3). */
const withoutNeedlessEscapes = (url: string): string =>
  url.includes('%')
    ? url.replaceAll(/%(?:2[DE]|3\d|[46][1-9A-F]|[57][0-9A]|5F|7E)/gi, decodeURIComponent)
    : url

/** A nonce has the form of a token and is not secret. */
const isNonce = (name: string): boolean => name.toLowerCase() === 's-nonce'

/** A value that has the same form in URLs and in JSON. */
const PLAIN = /^[\w.~-]*$/

/** Cache by header name as sent: whether its value is a secret. Names are few, and every call has them. */
const knownHeaders = new Map<string, boolean>()
const MAX_KNOWN = 200

const isSecretHeader = (name: string): boolean => {
  const known = knownHeaders.get(name)
  if (known !== undefined) return known
  const isSecret = isSecretName(name)
  if (knownHeaders.size < MAX_KNOWN && name.length < 64) knownHeaders.set(name, isSecret)
  return isSecret
}

/** The forms that a value, or a part of it, can have in a URL or in JSON. */
const formsOf = (value: string): string[] => {
  const parts = PLAIN.test(value) ? [value] : [value, ...value.split(/[\s,;]+/)]
  return parts
    .filter(({ length }) => length >= MIN_LENGTH)
    .flatMap((part) =>
      PLAIN.test(part) ? part : [part, encodeURIComponent(part), JSON.stringify(part).slice(1, -1)],
    )
}

/** The longest first, as one may be part of another. */
const secretValuesOf = (headers: string): string[] => {
  const values = new Set<string>()
  const lines = headers.split('\n')
  for (let index = 0; index + 1 < lines.length && values.size < MAX_VALUES; index += 2) {
    const name = lines[index] ?? ''
    const value = lines[index + 1] ?? ''
    if (!isSecretHeader(name) && !isOddTokenType(name, value)) continue
    for (const form of formsOf(value)) values.add(form)
  }
  return [...values].sort((a, b) => b.length - a.length)
}

const hideIn = (value: unknown, hide: (text: string) => string): unknown => {
  if (typeof value === 'string') return hide(value)
  if (Array.isArray(value)) return value.map((element) => hideIn(element, hide))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [hide(key), hideIn(one, hide)]),
  )
}
