/** How what is kept is shown: secrets never, and on demand nothing that tells who acted. */
export interface Masking {
  header(name: string, value: string): string
  /** A path with its query. */
  path(path: string): string
  /** A body, or another text in which JSON may be. */
  text(text: string): string
  /** A value that was found at a place, such as `body.param.token[0]`. */
  value(place: string, value: unknown): unknown
  /** E-mail addresses in something short. */
  person<T extends string | null>(name: T): T
}

const SECRET_HEADER =
  /authorization$|cookie$|secret|password|(^|-)token$|^s-sign$|api-key$|client-?key$/i
const SECRET_KEY =
  /^(token|access_?token|refresh_?token|client_?key|client_?secret|app_?secret|password|s-?sign)$/i
const SECRET_QUERY =
  /((?:^|[?&])(?:signature|token|access_?token|refresh_?token|client_?key|client_?secret|app_?secret|password|s-?sign)=)(?:\\.|[^&"\s\\])*/gi
/** From the first character of a word only, or a long one without @ would be read from each of its characters. */
const EMAIL = /(?<![\w.+-])[\w.+-]+@(?=[\w-]+\.)/g

/** What stands in place of a secret; ours begin with the id of their workspace, which is none. */
const masked = (secret: string): string => `${/^[0-9a-f]{8}(?=-)/.exec(secret)?.[0] ?? ''}***`

const maskHeader = (name: string, value: string): string => {
  if (!SECRET_HEADER.test(name)) return value
  const [, scheme = '', secret = ''] = /^((?:bearer|basic)\s+)?(.*)$/is.exec(value) ?? []
  return scheme + masked(secret)
}

/** A string of JSON, whole or cut off, and the colon that makes it a key; else a number or a word; else a mark. */
const TOKEN = /("(?:[^"\\]|\\.)*(?:"|\\?$))(\s*:\s*)?|([^\s"{}[\],:]+)|[{}[\],]/gs

/** What the value of a secret key ends with that begins with a bracket. */
const CLOSER_OF: ReadonlyMap<string, string> = new Map([
  ['{', '}'],
  ['[', ']'],
])

/**
 * Puts `"***"` in place of what lies under secret keys, and changes nothing else. Where a text is no JSON,
 * or cut off, a secret ends with what would end it in JSON, if with anything.
 */
const maskText = (text: string): string => {
  let isSecret = false
  /** What ends the lists and objects of the secret that have begun, the innermost last. */
  const closers: string[] = []
  return text.replace(
    TOKEN,
    (token: string, string: string | undefined, colon?: string, word?: string) => {
      const isBelow = isSecret && closers.length > 0
      if (colon !== undefined && string !== undefined) {
        isSecret = isBelow || SECRET_KEY.test(contentOf(string))
        return token
      }
      if (!isSecret) return token
      const secret = string === undefined ? word : contentOf(string)
      if (secret === undefined) isSecret = goesOn(closers, token)
      else if (string !== undefined) isSecret = isBelow
      return secret === undefined ? token : JSON.stringify(masked(secret))
    },
  )
}

/** Whether a secret goes on after a mark; one that closes what has not begun does not count. */
const goesOn = (closers: string[], mark: string): boolean => {
  const closer = CLOSER_OF.get(mark)
  if (closer !== undefined) closers.push(closer)
  else if (mark === closers.at(-1)) closers.pop()
  return closers.length > 0
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

/** Masks the texts in a value; what lies under a secret key is a secret whatever it is. */
const maskValue = (isSecret: boolean, value: unknown, text: (text: string) => string): unknown => {
  if (Array.isArray(value)) return value.map((element) => maskValue(isSecret, element, text))
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [
        text(key),
        maskValue(isSecret || SECRET_KEY.test(key), one, text),
      ]),
    )
  if (value === undefined) return value
  if (isSecret) return masked(String(value))
  return typeof value === 'string' ? text(value) : value
}

const isSecretPlace = (place: string): boolean =>
  place.split(/[./[\]]/).some((key) => SECRET_KEY.test(key))

/** Masks secrets only. */
const SECRETS: Masking = {
  header: maskHeader,
  path: maskPath,
  text: maskBody,
  value: (place, value) => maskValue(isSecretPlace(place), value, maskBody),
  person: (name) => name,
}

const maskAllText = (text: string): string => maskPerson(maskPath(maskText(text)))

/** Masks e-mail addresses as well, and signatures wherever they stand. */
const SECRETS_AND_PEOPLE: Masking = {
  header: (name, value) => maskPerson(maskHeader(name, value)),
  path: (path) => maskPerson(maskPath(path)),
  text: maskAllText,
  value: (place, value) => maskValue(isSecretPlace(place), value, maskAllText),
  person: maskPerson,
}

/** How a journal is shown. */
export const maskingFor = (hidesPeople: boolean): Masking =>
  hidesPeople ? SECRETS_AND_PEOPLE : SECRETS
