/** Whole names of secrets, as letters in lower case. */
const NAMES = new Set(['pwd', 'ssign', 'sign'])

/** Suffixes and parts of longer names of secrets. */
const PARTS =
  /(?:token|cookie|authorization|apikey|clientkey|secretkey|accesskey|privatekey)$|secret|passw(?:or)?d|passphrase/

/** A part of every name of a secret in any spelling, or a mark that can hide its letters. */
const TRACE = /token|secret|passw|passphrase|pwd|sign|key|cookie|authoriz|[\\%\0]/i

/** Whether a text may contain the name of a secret; a cheap test before the exact one. */
export const mayNameSecret = (text: string): boolean => TRACE.test(text)

/**
 * Whether a header, a query parameter, a field or a tag of this name has a secret as its value, in any case
 * and with any marks between its letters.
 */
export const isSecretName = (name: string): boolean => {
  if (!mayNameSecret(name)) return false
  const letters = decoded(name)
    .replaceAll(/[^a-z]+/gi, '')
    .toLowerCase()
  return NAMES.has(letters) || PARTS.test(letters)
}

const decoded = (name: string): string => {
  if (!name.includes('%')) return name
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** Whether the header of the token type has another value, such as the token itself. */
export const isOddTokenType = (name: string, value: string): boolean =>
  /^token[-_]?type$/i.test(name) && !/^[a-z ,]{0,40}$/i.test(value)
