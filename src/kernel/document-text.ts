interface ListedServer {
  readonly url: string
  readonly description: string
}

/** The form of a document's text. */
export type DocumentForm = 'json' | 'yaml'

/** The text of a document with other words in place of some; all at once, so that none is replaced twice. */
export const replaceWords = (text: string, words: ReadonlyMap<string, string>): string => {
  const known = [...words.keys()].filter((word) => words.get(word) !== word)
  if (known.length === 0) return text
  known.sort((one, two) => two.length - one.length)
  const pattern = new RegExp(`(?:${known.map(wholeWord).join('|')})(?!\\w)`, 'g')
  return text.replaceAll(pattern, (word) => JSON.stringify(words.get(word)).slice(1, -1))
}

/** A path can follow a host; a code follows no other digit. */
const wholeWord = (word: string): string =>
  (word.startsWith('/') ? '' : '(?<!\\w)') + word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The text of a document with a server before all others. */
export const withServerFirst = (text: string, form: DocumentForm, server: ListedServer): string =>
  form === 'json'
    ? text.replace(/^ {2}"servers": \[\n/m, (list) => `${list}    ${JSON.stringify(server)},\n`)
    : text.replace(/^servers:\n/m, (list) => `${list}  - ${JSON.stringify(server)}\n`)

/** The text of a document in which an operation has a server of its own. */
export const withServerOf = (
  text: string,
  form: DocumentForm,
  operationId: string,
  server: ListedServer,
): string =>
  form === 'json'
    ? text.replace(
        `"operationId": "${operationId}",\n`,
        (line) => `${line}        "servers": [${JSON.stringify(server)}],\n`,
      )
    : text.replace(
        `operationId: ${operationId}\n`,
        (line) => `${line}      servers: [${JSON.stringify(server)}]\n`,
      )
