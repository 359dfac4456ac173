/** How what is kept is shown: secrets never, and on demand nothing that tells who acted. */
export interface Masking {
  header(name: string, value: string): string
  /** A path with its query. */
  path(path: string): string
  /** A body, or another text in which JSON may be. */
  text(text: string): string
  /** A value that was found under a key. */
  value(key: string, value: unknown): unknown
  /** E-mail addresses in something short. */
  person<T extends string | null>(name: T): T
}

const SECRET_HEADER =
  /authorization$|cookie$|secret|password|(^|-)token$|^s-sign$|api-key$|client-?key$/i
const SECRET_KEY =
  /^(token|access_?token|refresh_?token|client_?key|client_?secret|app_?secret|password|s-?sign)$/i
const SECRET_QUERY =
  /((?:^|[?&])(?:signature|token|access_?token|refresh_?token|client_?key|client_?secret|app_?secret|password|s-?sign)=)(?:\\.|[^&"\s\\])*/gi
const EMAIL = /[\w.+-]+@(?=[\w-]+\.)/g

/** What stands in place of a secret; ours begin with the id of their workspace, which is none. */
const masked = (secret: string): string => `${/^[0-9a-f]{8}(?=-)/.exec(secret)?.[0] ?? ''}***`

const maskHeader = (name: string, value: string): string => {
  if (!SECRET_HEADER.test(name)) return value
  const [, scheme = '', secret = ''] = /^((?:bearer|basic)\s+)?(.*)$/is.exec(value) ?? []
  return scheme + masked(secret)
}

/** A string of JSON, whole or cut off, and the colon that makes it a key; else a number or a word. */
const TOKEN = /("(?:[^"\\]|\\.)*(?:"|\\?$))(\s*:\s*)?|[^\s"{}[\],:]+/gs

/** Puts `"***"` in place of the values of secret keys, and changes nothing else, also where it is no JSON. */
const maskText = (text: string): string => {
  let isSecret = false
  return text.replace(TOKEN, (token: string, string: string | undefined, colon?: string) => {
    const wasSecret = isSecret
    isSecret = string !== undefined && colon !== undefined && SECRET_KEY.test(contentOf(string))
    if (!wasSecret || colon !== undefined) return token
    return JSON.stringify(masked(string === undefined ? '' : contentOf(string)))
  })
}

/** What a string of JSON says, its escapes resolved. */
const contentOf = (string: string): string => {
  try {
    return JSON.parse(string)
  } catch {
    return string.slice(1)
  }
}

const maskPath = (path: string): string => path.replace(SECRET_QUERY, '$1***')

/** Secrets of a body that is a form. */
const SECRET_PAIR =
  /((?:^|&)(?:access_?token|refresh_?token|client_?key|client_?secret|app_?secret|password)=)(?:\\.|[^&"\s\\])*/gi

const maskBody = (text: string): string => maskText(text).replace(SECRET_PAIR, '$1***')

const maskPerson = <T extends string | null>(name: T): T =>
  name === null ? name : (name.replace(EMAIL, '***@') as T)

/** Masks the texts in a value; what lies under a secret key is a secret whatever it is, in a list too. */
const maskValue = (key: string, value: unknown, text: (text: string) => string): unknown => {
  if (Array.isArray(value)) return value.map((element) => maskValue(key, element, text))
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [text(name), maskValue(name, one, text)]),
    )
  if (value === undefined) return value
  if (SECRET_KEY.test(key)) return masked(String(value))
  return typeof value === 'string' ? text(value) : value
}

/** Masks secrets only. */
const SECRETS: Masking = {
  header: maskHeader,
  path: maskPath,
  text: maskBody,
  value: (key, value) => maskValue(key, value, maskBody),
  person: (name) => name,
}

const maskAllText = (text: string): string => maskPerson(maskPath(maskText(text)))

/** Masks e-mail addresses as well, and signatures wherever they stand. */
const SECRETS_AND_PEOPLE: Masking = {
  header: (name, value) => maskPerson(maskHeader(name, value)),
  path: (path) => maskPerson(maskPath(path)),
  text: maskAllText,
  value: (key, value) => maskValue(key, value, maskAllText),
  person: maskPerson,
}

/** How a journal is shown. */
export const maskingFor = (hidesPeople: boolean): Masking =>
  hidesPeople ? SECRETS_AND_PEOPLE : SECRETS
