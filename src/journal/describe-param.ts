import { isObject } from '../kernel/is-object.ts'
import { printable, shorten } from '../kernel/text.ts'
import { isSecretName } from './masking.ts'

/** Maximum number of facts in a description. */
const MAX_FACTS = 4

/** Maximum number of fields of the parameters that are looked at; operations have at most ten. */
const MAX_FIELDS = 40

/** Maximum length of the name of a field; no field of the document has a longer one. */
const MAX_FIELD_NAME = 40

/** Maximum length of a text of the caller. */
const MAX_TEXT = 32

/** Longer texts are no names. */
const MAX_NAME = 4_096

/** What the value of a field is, by the name of the field; the order is that of the description. */
const MEANINGS = ['id', 'size', 'name', 'page'] as const

type Meaning = (typeof MEANINGS)[number]

/** What a field means, and its name in words. */
interface FieldMeaning {
  readonly meaning: Meaning | undefined
  readonly words: string
}

/** Describes parameters in a few words, such as `collection 3001 · 1 asset`: ids, sizes of lists, names and the page. */
export const describeParam = (param: unknown, mask: (text: string) => string): string => {
  if (Array.isArray(param)) return counted(param.length, 'entry')
  if (!isObject(param)) return ''
  const facts: Record<Meaning, string[]> = { id: [], size: [], name: [], page: [] }
  let fields = 0
  for (const field in param) {
    fields += 1
    if (fields > MAX_FIELDS) break
    const { meaning, words } = meaningOf(field)
    const value = param[field]
    if (meaning === undefined) continue
    if (Array.isArray(value)) facts.size.push(counted(value.length, words))
    else if (meaning !== 'size') addValue(facts[meaning], { meaning, words }, value, mask)
  }
  return MEANINGS.flatMap((meaning) => facts[meaning])
    .slice(0, MAX_FACTS)
    .join(' · ')
}

const addValue = (
  facts: string[],
  { meaning, words }: FieldMeaning,
  value: unknown,
  mask: (text: string) => string,
): void => {
  const isText = typeof value === 'string'
  if (!isText && typeof value !== 'number') return
  if (isText && (value === '' || value.length > MAX_NAME)) return
  const text = isText ? shorten(printable(mask(value)), MAX_TEXT) : String(value)
  if (meaning === 'name') facts.push(`“${text}”`)
  else facts.push(`${words} ${text}`)
}

const NOTHING: FieldMeaning = { meaning: undefined, words: '' }

const meaningOf = (field: string): FieldMeaning => {
  if (field.length > MAX_FIELD_NAME || isSecretName(field)) return NOTHING
  // The names of fields are those of the document, or of the caller.
  if (!/^[A-Za-z]\w*$/.test(field)) return NOTHING
  if (/^page(?:Num|Number)?$/.test(field)) return { meaning: 'page', words: 'page' }
  if (/(?:^i|I)d$/.test(field)) return { meaning: 'id', words: spaced(field.slice(0, -2)) || 'id' }
  const words = singular(spaced(field.replace(/(?:Id)?List$|Ids$/, '') || field))
  const isName = /(?:^|[a-z])(?:name|title|keyword)$|^searchText$/i.test(field)
  return { meaning: isName ? 'name' : 'size', words }
}

/** `parentGroup` as `parent group`. */
const spaced = (name: string): string =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()

const singular = (words: string): string => words.replace(/ies$/, 'y').replace(/([^s])s$/, '$1')

const counted = (count: number, words: string): string => {
  if (count === 1) return `1 ${words}`
  return `${count} ${/[^aeiou]y$/.test(words) ? `${words.slice(0, -1)}ies` : `${words}s`}`
}
