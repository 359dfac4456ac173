import { isObject } from '../../kernel/is-object.ts'
import { referToFixture, templateOf, type Variables } from './variables.ts'

/** An example of a request, and the fixtures that its values are. */
export interface RequestExample {
  readonly value: unknown
  /** Paths in `GET /_sandbox/fixtures` by JSON Pointers into the value. */
  readonly 'x-fixtures'?: Readonly<Record<string, string>>
}

/** A number or a list in the place of a variable loses its quotes, once the body is text. */
const UNQUOTED = /"unquoted \{\{(\w+)\}\}"/g

/** The JSON text of an example, with references to variables in the places of fixtures and credentials. */
export const bodyTemplate = (example: RequestExample, variables: Variables): string => {
  const references = new Map(Object.entries(example['x-fixtures'] ?? {}))
  const refer = (value: unknown, pointer: string): unknown => {
    const path = references.get(pointer)
    if (path === undefined) return parts(value, pointer)
    references.delete(pointer)
    if (typeof value === 'string') return referToFixture(path, value, variables)
    return `unquoted ${referToFixture(path, JSON.stringify(value), variables)}`
  }
  const parts = (value: unknown, pointer: string): unknown => {
    if (typeof value === 'string') return templateOf(value, variables)
    if (Array.isArray(value)) return value.map((item, index) => refer(item, `${pointer}/${index}`))
    if (!isObject(value)) return value
    const entries = Object.entries(value).map(([key, part]) => [
      key,
      refer(part, `${pointer}/${escaped(key)}`),
    ])
    return Object.fromEntries(entries)
  }
  const text = JSON.stringify(refer(example.value, ''), null, 2).replaceAll(UNQUOTED, '{{$1}}')
  const [unknown] = references.keys()
  if (unknown === undefined) return text
  throw new Error(`x-fixtures names ${unknown}, which its example does not have`)
}

/** A key as a token of a JSON Pointer (RFC 6901). */
const escaped = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1')
