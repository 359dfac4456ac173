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

const MAX_ETAG_LENGTH = 200

const OPENING = /^\s*(?:<\?xml[^>]*>\s*)?<CompleteMultipartUpload(?:\s[^>]*)?>/

const CLOSING = '</CompleteMultipartUpload>'

const PART = '<Part>'

const END_OF_PART = '</Part>'

export interface ListedPart {
  partNumber: number
  etag: string
}

/** Reads the parts of a `CompleteMultipartUpload` in small steps: in ascending order, etags without quotes, in lower case. */
export function* readCompleteParts(xml: string): Generator<undefined, ListedPart[]> {
  const parts: ListedPart[] = []
  let at = skipBlanks(xml, OPENING.exec(xml.slice(0, MAX_HEAD_LENGTH))?.[0].length ?? xml.length)
  while (xml.startsWith(PART, at)) {
    const end = xml.indexOf(END_OF_PART, at)
    if (end < 0 || parts.length === MAX_PARTS) throw malformed()
    if (end - at > MAX_PART_LENGTH)
      throw malformed(`A <Part> must have at most ${MAX_PART_LENGTH} characters.`)
    const part = readPart(readFields(xml, at + PART.length, end))
    if (part.partNumber <= (parts.at(-1)?.partNumber ?? 0))
      throw new StorageError('InvalidPartOrder', 'The parts are not in ascending order.')
    parts.push(part)
    at = skipBlanks(xml, end + END_OF_PART.length)
    yield
  }
  const isWhole = xml.startsWith(CLOSING, at) && skipBlanks(xml, at + CLOSING.length) === xml.length
  if (parts.length === 0 || !isWhole) throw malformed()
  return parts
}

const BLANKS = /[ \t\r\n]*/y

const skipBlanks = (xml: string, start: number): number => {
  BLANKS.lastIndex = start
  BLANKS.test(xml)
  return BLANKS.lastIndex
}

/** The values between two places, by name. The end of the part bounds both searches. */
const readFields = (xml: string, start: number, end: number): ReadonlyMap<string, string> => {
  const fields = new Map<string, string>()
  for (let at = skipBlanks(xml, start); at < end; at = skipBlanks(xml, at)) {
    const nameEnd = xml.indexOf('>', at)
    const valueEnd = xml.indexOf('<', nameEnd)
    const name = xml.slice(at + 1, nameEnd)
    const closing = `</${name}>`
    const isField = xml[at] === '<' && valueEnd < end && xml.startsWith(closing, valueEnd)
    if (!isField || !FIELD_NAME.test(name) || fields.has(name)) throw malformed()
    fields.set(name, xml.slice(nameEnd + 1, valueEnd).trim())
    at = valueEnd + closing.length
  }
  return fields
}

/** Other fields, such as the checksums that an SDK adds, are not looked at. */
const readPart = (fields: ReadonlyMap<string, string>): ListedPart => {
  const number = fields.get('PartNumber') ?? ''
  const quoted = fields.get('ETag') ?? ''
  if (!PART_NUMBER.test(number) || quoted.length > MAX_ETAG_LENGTH) throw malformed()
  const etag = quoted.replaceAll(/&(?:quot|#34|#x22);|"/g, '').toLowerCase()
  if (etag === '') throw malformed()
  const partNumber = Number(number)
  if (partNumber > MAX_PARTS)
    throw new StorageError('InvalidArgument', `PartNumber must be at most ${MAX_PARTS}.`)
  return { partNumber, etag }
}

const FIELD_NAME = /^\w+$/

/** As `partNumber` of a query: without signs and leading zeros. */
export const PART_NUMBER = /^(?:0|[1-9]\d{0,8})$/
