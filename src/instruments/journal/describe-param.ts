import { isObject } from '../../kernel/json.ts'
import { printable, shorten } from '../../kernel/text.ts'
import { isSecretName } from './masking.ts'

const MAX_FACTS = 6

const MAX_FIELDS = 40

const MAX_TEXT = 32

/** Longer texts are no names. */
const MAX_NAME = 4_096

const IDENTIFYING = /(?:id|name|title|keyword|searchText)$/i

/**
 * Describes parameters in a few words, such as `collectionId 3001 · assetIds ×1`: numbers, names and sizes of lists,
 * without fields that were ignored.
 */
export const describeParam = (
  param: unknown,
  mask: (text: string) => string,
  ignored: ReadonlySet<string | undefined> = new Set(),
): string =>
  isObject(param)
    ? Object.keys(param)
        .filter((field) => !ignored.has(field))
        .slice(0, MAX_FIELDS)
        .map((field) => factOf(field, param[field], mask))
        .filter((fact) => fact !== '')
        .slice(0, MAX_FACTS)
        .join(' · ')
    : ''

const factOf = (field: string, value: unknown, mask: (text: string) => string): string => {
  // The names of fields are those of the document, or of the caller.
  if (!/^[A-Za-z]\w{0,39}$/.test(field) || isSecretName(field)) return ''
  if (Array.isArray(value)) return `${field} ×${value.length}`
  if (typeof value === 'number') return `${field} ${value}`
  if (typeof value !== 'string' || value === '' || !IDENTIFYING.test(field)) return ''
  return value.length > MAX_NAME ? '' : `${field} “${shorten(printable(mask(value)), MAX_TEXT)}”`
}
