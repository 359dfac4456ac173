/** Words that a shell reads as they are. */
const PLAIN = /^[\w@%+=:,./-]+$/

/** A text as one word of a POSIX shell, always in quotes. */
export const quotedWord = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** A text as one word of a POSIX shell, in quotes where it needs them. */
export const shellWord = (text: string): string => (PLAIN.test(text) ? text : quotedWord(text))

/** A request that a curl command sends. */
export interface CurlRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** A text, or the name of a file to send. */
  readonly body?: { text: string } | { file: string }
}

/** The shell variables that stand for values. */
export type HiddenValues = ReadonlyMap<string, string>

/** A request as a curl command for a POSIX shell; hidden values become variables. */
export const formatCurl = (request: CurlRequest, hidden: HiddenValues = new Map()): string => {
  const { method, url, headers, body } = request
  const word = (text: string): string => wordOf(text, hidden)
  const given = Object.keys(headers).map((name) => name.toLowerCase())
  const lines = [
    // Brackets and braces of a URL are no patterns.
    `curl -sS${/[[\]{}]/.test(url) ? 'g' : ''}${method === 'HEAD' ? ' --head' : ''} ${word(url)}`,
    ...(method === (body ? 'POST' : 'GET') || method === 'HEAD'
      ? []
      : [`-X ${/^[A-Z]+$/.test(method) ? method : word(method)}`]),
    ...Object.entries(headers).map(([name, value]) => `-H ${word(headerLine(name, value))}`),
    // Without it curl would declare a form.
    ...(body && !given.includes('content-type') ? [`-H 'Content-Type:'`] : []),
    ...(body ? [dataOption(body, word)] : []),
  ]
  return lines.join(' \\\n  ')
}

/** curl sends a header without a value only in this form. */
const headerLine = (name: string, value: string): string =>
  value === '' ? `${name};` : `${name}: ${value}`

const dataOption = (
  body: NonNullable<CurlRequest['body']>,
  word: (text: string) => string,
): string =>
  'text' in body ? `--data-raw ${word(body.text)}` : `--data-binary ${word(`@${body.file}`)}`

/** A text as one word of a shell, with variables in the places of hidden values. */
const wordOf = (text: string, hidden: HiddenValues): string => {
  for (const [value, variable] of hidden)
    if (value !== '' && text.includes(value)) {
      const parts = text.split(value).map((part) => (part === '' ? '' : wordOf(part, hidden)))
      return parts.join(`"$${variable}"`)
    }
  return quotedWord(text)
}
