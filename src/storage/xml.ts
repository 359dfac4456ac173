import { encodePath } from './address.ts'
import { StorageError } from './protocol.ts'

/** The maximum number of parts, as both services have it. */
const MAX_PARTS = 10_000

/** Elements by name; undefined leaves one out, a list makes one for each entry. */
export type XmlElements = { readonly [name: string]: XmlValue }
type XmlValue = string | number | boolean | undefined | XmlElements | Iterable<XmlElements>

const isUnsafe = (char: string): boolean => char < ' ' || '&<>"\'\u007f\ufffe\uffff'.includes(char)

const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[^\w ./-]/g, (char) => (isUnsafe(char) ? `&#${char.charCodeAt(0)};` : char))

const isList = (value: XmlValue): value is Iterable<XmlElements> =>
  typeof value === 'object' && Symbol.iterator in value

const element = (name: string, value: XmlValue): string => {
  if (value === undefined) return ''
  if (isList(value)) return Array.from(value, (entry) => element(name, entry)).join('')
  const content = typeof value === 'object' ? elements(value) : escapeXml(String(value))
  return `<${name}>${content}</${name}>`
}

const elements = (values: XmlElements): string =>
  Object.entries(values)
    .map(([name, value]) => element(name, value))
    .join('')

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** An answer such as `InitiateMultipartUploadResult`, with its elements in order. */
export const xmlDocument = (root: string, values: XmlElements): string =>
  `${HEAD}${element(root, values)}\n`

/** The same in small steps, one for each entry of a list. */
export function* xmlSteps(root: string, values: XmlElements): Generator<string> {
  yield `${HEAD}<${root}>`
  for (const [name, value] of Object.entries(values))
    if (isList(value)) for (const entry of value) yield element(name, entry)
    else yield element(name, value)
  yield `</${root}>\n`
}

export const errorXml = (
  { code, message, details }: StorageError,
  ids: { RequestId: string; HostId: string },
): string => xmlDocument('Error', { Code: code, Message: message, ...ids, ...details })

/** Encodes keys and prefixes of an answer, which a client wants with `encoding-type=url`. */
export const encodeKey = (key: string, encodingType: string | null): string =>
  encodingType === 'url' ? encodePath(key) : key

const malformed = (reason = 'The XML is not a CompleteMultipartUpload with its parts.') =>
  new StorageError('MalformedXML', reason)

/** The maximum length of one `<Part>`, with the checksums that it may have. */
const MAX_PART_LENGTH = 2_048

/** What comes before the parts, with its attributes. */
const MAX_HEAD_LENGTH = 2_048

const OPENING = /^\s*(?:<\?xml[^>]*>\s*)?<CompleteMultipartUpload(?:\s[^>]*)?>/

const CLOSING = '</CompleteMultipartUpload>'

const PART = '<Part>'

const END_OF_PART = '</Part>'

export interface ListedPart {
  partNumber: number
  etag: string
}

/** The parts of a `CompleteMultipartUpload`, in ascending order; etags without quotes, in lower case. */
export const readCompleteParts = (xml: string): ListedPart[] => {
  const parts: ListedPart[] = []
  let at = skipBlanks(xml, OPENING.exec(xml.slice(0, MAX_HEAD_LENGTH))?.[0].length ?? xml.length)
  while (xml.startsWith(PART, at)) {
    const end = xml.indexOf(END_OF_PART, at)
    if (end < 0 || parts.length === MAX_PARTS) throw malformed()
    if (end - at > MAX_PART_LENGTH)
      throw malformed(`A <Part> must have at most ${MAX_PART_LENGTH} characters.`)
    const part = readPart(xml.slice(at + PART.length, end))
    if (part.partNumber <= (parts.at(-1)?.partNumber ?? 0))
      throw new StorageError('InvalidPartOrder', 'The parts are not in ascending order.')
    parts.push(part)
    at = skipBlanks(xml, end + END_OF_PART.length)
  }
  if (parts.length === 0 || !xml.startsWith(CLOSING, at)) throw malformed()
  if (skipBlanks(xml, at + CLOSING.length) < xml.length) throw malformed()
  return parts
}

const skipBlanks = (xml: string, start: number): number => {
  let at = start
  while (at < xml.length && ' \t\r\n'.includes(xml.charAt(at))) at += 1
  return at
}

const readPart = (content: string): ListedPart => {
  const found = [...content.matchAll(FIELD)]
  const fields = new Map(found.map(([, name, value = '']) => [name, value.trim()]))
  const number = fields.get('PartNumber') ?? ''
  const etag = (fields.get('ETag') ?? '').replaceAll(/&(?:quot|#34|#x22);|"/g, '').toLowerCase()
  const isWhole = found.length === fields.size && content.replaceAll(FIELD, '').trim() === ''
  if (!isWhole || etag === '' || !PART_NUMBER.test(number)) throw malformed()
  const partNumber = Number(number)
  if (partNumber > MAX_PARTS)
    throw new StorageError('InvalidArgument', `PartNumber must be at most ${MAX_PARTS}.`)
  return { partNumber, etag }
}

const FIELD = /<(\w+)>([^<]*)<\/\1>/g

/** As `partNumber` of a query: without signs and leading zeros. */
export const PART_NUMBER = /^(?:0|[1-9]\d{0,8})$/
