import { encodePath } from './address.ts'
import { StorageError } from './protocol.ts'

/** The maximum number of parts, as both services have it. */
const MAX_PARTS = 10_000

/** Elements by name; undefined leaves one out, a list makes one for each entry. */
export type XmlElements = { readonly [name: string]: XmlValue }
type XmlValue = string | number | boolean | undefined | XmlElements | XmlElements[]

const isUnsafe = (char: string): boolean => char < ' ' || '&<>"\'\u007f\ufffe\uffff'.includes(char)

const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[^\w ./-]/g, (char) => (isUnsafe(char) ? `&#${char.charCodeAt(0)};` : char))

const element = (name: string, value: XmlValue): string => {
  if (value === undefined) return ''
  if (Array.isArray(value)) return value.map((entry) => element(name, entry)).join('')
  const content = typeof value === 'object' ? elements(value) : escapeXml(String(value))
  return `<${name}>${content}</${name}>`
}

const elements = (values: XmlElements): string =>
  Object.entries(values)
    .map(([name, value]) => element(name, value))
    .join('')

/** An answer such as `InitiateMultipartUploadResult`, with its elements in order. */
export const xmlDocument = (root: string, values: XmlElements): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${element(root, values)}\n`

export const errorXml = (
  { code, message, details }: StorageError,
  ids: { RequestId?: string; HostId?: string },
): string => xmlDocument('Error', { Code: code, Message: message, ...ids, ...details })

/** Encodes keys and prefixes of an answer, which a client wants with `encoding-type=url`. */
export const encodeKey = (key: string, encodingType: string | null): string =>
  encodingType === 'url' ? encodePath(key) : key

const malformed = () =>
  new StorageError('MalformedXML', 'The XML is not a CompleteMultipartUpload with its parts.')

const DOCUMENT =
  /^\s*(?:<\?xml[^>]*>\s*)?<CompleteMultipartUpload(?:\s[^>]*)?>(.*)<\/CompleteMultipartUpload>\s*$/s

export interface ListedPart {
  partNumber: number
  etag: string
}

/** The parts of a `CompleteMultipartUpload`, in ascending order; etags without quotes, in lower case. */
export const readCompleteParts = (xml: string): ListedPart[] => {
  const texts = DOCUMENT.exec(xml)?.[1]?.split('</Part>') ?? []
  if (texts.pop()?.trim() !== '' || texts.length === 0 || texts.length > MAX_PARTS)
    throw malformed()
  const parts = texts.map(readPart)
  if (parts.some(({ partNumber }, index) => partNumber <= (parts[index - 1]?.partNumber ?? 0)))
    throw new StorageError('InvalidPartOrder', 'The parts are not in ascending order.')
  return parts
}

const readPart = (text: string): ListedPart => {
  const content = /^\s*<Part>(.*)$/s.exec(text)?.[1] ?? text
  const found = [...content.matchAll(FIELD)]
  const fields = new Map(found.map(([, name, value = '']) => [name, value.trim()]))
  const partNumber = fields.get('PartNumber') ?? ''
  const etag = (fields.get('ETag') ?? '').replaceAll(/&(?:quot|#34|#x22);|"/g, '').toLowerCase()
  const isWhole = found.length === fields.size && content.replaceAll(FIELD, '').trim() === ''
  if (!isWhole || etag === '' || !/^\d{1,5}$/.test(partNumber)) throw malformed()
  return { partNumber: Number(partNumber), etag }
}

const FIELD = /<(\w+)>([^<]*)<\/\1>/g
