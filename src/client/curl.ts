/** Words that a shell does not change. */
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

/** A request as a curl command for a POSIX shell. */
export const formatCurl = ({ method, url, headers, body }: CurlRequest): string => {
  const isUsual = method === (body ? 'POST' : 'GET') || method === 'HEAD'
  const names = Object.keys(headers).map((name) => name.toLowerCase())
  return [
    // Brackets and braces in a URL are not patterns.
    `curl -sS${/[[\]{}]/.test(url) ? 'g' : ''}${method === 'HEAD' ? ' --head' : ''} ${quotedWord(url)}`,
    ...(isUsual ? [] : [`-X ${shellWord(method)}`]),
    // curl sends a header without a value only with a semicolon.
    ...Object.entries(headers).map(
      ([name, value]) => `-H ${quotedWord(value === '' ? `${name};` : `${name}: ${value}`)}`,
    ),
    // Without this header, curl would declare a form.
    ...(body && !names.includes('content-type') ? [`-H 'Content-Type:'`] : []),
    ...(body ? [dataOption(body)] : []),
  ].join(' \\\n  ')
}

const dataOption = (body: NonNullable<CurlRequest['body']>): string =>
  'text' in body
    ? `--data-raw ${quotedWord(body.text)}`
    : `--data-binary ${quotedWord(`@${body.file}`)}`
