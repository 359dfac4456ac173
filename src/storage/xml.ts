import { formatInstant } from '../kernel/timestamps.ts'
import { StorageError } from './protocol.ts'

export const XML_TYPE = 'application/xml'

/** The maximum number of parts, as both services have it. */
const MAX_PARTS = 10_000

/** Elements by name; undefined leaves one out, a list makes one for each entry. */
type Elements = { readonly [name: string]: XmlValue }
type XmlValue = string | number | boolean | undefined | Elements | readonly Elements[]

const ESCAPED = /[&<>"'\u0000-\u001f\u007f\ufffe\uffff]/g

const escapeXml = (text: string): string =>
  text.toWellFormed().replaceAll(ESCAPED, (char) => `&#${char.charCodeAt(0)};`)

const element = (name: string, value: XmlValue): string => {
  if (value === undefined) return ''
  if (Array.isArray(value)) return value.map((entry) => element(name, entry)).join('')
  const content = typeof value === 'object' ? elements(value as Elements) : escapeXml(String(value))
  return `<${name}>${content}</${name}>`
}

const elements = (values: Elements): string =>
  Object.entries(values)
    .map(([name, value]) => element(name, value))
    .join('')

const xmlDocument = (root: string, values: Elements): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${element(root, values)}\n`

export interface AnsweredError {
  requestId: string
  hostId: string
}

export const errorXml = (
  { code, message, details }: StorageError,
  { requestId, hostId }: AnsweredError,
): string =>
  xmlDocument('Error', {
    Code: code,
    Message: message,
    RequestId: requestId,
    HostId: hostId,
    ...details,
  })

/** The object that an answer is about. */
interface Subject {
  bucket: string
  key: string
  /** `url` encodes keys. */
  encodingType?: string | undefined
}

const encoder =
  (encodingType: string | undefined) =>
  (text: string): string =>
    encodingType === 'url' ? encodeURIComponent(text.toWellFormed()).replaceAll('%2F', '/') : text

const subjectOf = ({ bucket, key, encodingType }: Subject): Elements => ({
  EncodingType: encodingType,
  Bucket: bucket,
  Key: encoder(encodingType)(key),
})

const quoted = (etag: string): string => `"${etag}"`

export const initiateXml = (subject: Subject & { uploadId: string }): string =>
  xmlDocument('InitiateMultipartUploadResult', {
    ...subjectOf(subject),
    UploadId: subject.uploadId,
  })

export interface Completed extends Subject {
  location: string
  /** Without quotes. */
  etag: string
}

export const completeXml = (completed: Completed): string =>
  xmlDocument('CompleteMultipartUploadResult', {
    Location: completed.location,
    ...subjectOf(completed),
    ETag: quoted(completed.etag),
  })

/** The answer to a form with `success_action_status` 201. */
export const postXml = ({ location, etag, ...subject }: Completed): string =>
  xmlDocument('PostResponse', { Location: location, ...subjectOf(subject), ETag: quoted(etag) })

export interface ListedParts extends Subject {
  uploadId: string
  partNumberMarker: number
  maxParts: number
  isTruncated: boolean
  parts: readonly { partNumber: number; etag: string; sizeBytes: number; modifiedMs: number }[]
}

export const listPartsXml = (list: ListedParts): string =>
  xmlDocument('ListPartsResult', {
    ...subjectOf(list),
    UploadId: list.uploadId,
    PartNumberMarker: list.partNumberMarker,
    NextPartNumberMarker: list.parts.at(-1)?.partNumber ?? list.partNumberMarker,
    MaxParts: list.maxParts,
    IsTruncated: list.isTruncated,
    StorageClass: 'Standard',
    Part: list.parts.map(({ partNumber, etag, sizeBytes, modifiedMs }) => ({
      PartNumber: partNumber,
      LastModified: formatInstant(modifiedMs),
      ETag: quoted(etag),
      Size: sizeBytes,
    })),
  })

export interface ListedUploads {
  bucket: string
  prefix: string
  keyMarker: string
  uploadIdMarker: string
  maxUploads: number
  isTruncated: boolean
  encodingType?: string | undefined
  uploads: readonly { key: string; uploadId: string; initiatedMs: number }[]
}

export const listUploadsXml = (list: ListedUploads): string => {
  const encode = encoder(list.encodingType)
  const last = list.isTruncated ? list.uploads.at(-1) : undefined
  return xmlDocument('ListMultipartUploadsResult', {
    EncodingType: list.encodingType,
    Bucket: list.bucket,
    KeyMarker: encode(list.keyMarker),
    UploadIdMarker: list.uploadIdMarker,
    NextKeyMarker: last && encode(last.key),
    NextUploadIdMarker: last?.uploadId,
    Prefix: encode(list.prefix),
    MaxUploads: list.maxUploads,
    IsTruncated: list.isTruncated,
    Upload: list.uploads.map(({ key, uploadId, initiatedMs }) => ({
      Key: encode(key),
      UploadId: uploadId,
      Initiated: formatInstant(initiatedMs),
      StorageClass: 'Standard',
    })),
  })
}

const malformed = () =>
  new StorageError(
    'MalformedXML',
    400,
    'The XML you provided was not well-formed or did not validate against our published schema.',
  )

/** The parts of a `CompleteMultipartUpload`, in ascending order; etags without quotes, in lower case. */
export const readCompleteParts = (xml: string): { partNumber: number; etag: string }[] => {
  const [, list] =
    /^\s*(?:<\?xml[^>]*\?>\s*)?<CompleteMultipartUpload(?:\s[^>]*)?>(.*)<\/CompleteMultipartUpload>\s*$/s.exec(
      xml,
    ) ?? []
  const parts = list?.split('</Part>') ?? []
  if (list === undefined || parts.pop()?.trim() !== '') throw malformed()
  if (parts.length === 0 || parts.length > MAX_PARTS) throw malformed()
  const read = parts.map(readPart)
  if (read.some(({ partNumber }, index) => partNumber <= (read[index - 1]?.partNumber ?? 0)))
    throw new StorageError('InvalidPartOrder', 400, 'The list of parts was not in ascending order.')
  return read
}

const readPart = (text: string): { partNumber: number; etag: string } => {
  const [, content = ''] = /^\s*<Part>(.*)$/s.exec(text) ?? []
  const fields = new Map<string, string>()
  const rest = content.replaceAll(/<(\w+)>([^<]*)<\/\1>/g, (_, name: string, value: string) => {
    if (fields.has(name)) throw malformed()
    fields.set(name, value.trim())
    return ''
  })
  const partNumber = fields.get('PartNumber') ?? ''
  const etag = (fields.get('ETag') ?? '').replaceAll(/&quot;|&#34;|&#x22;|"/g, '').toLowerCase()
  if (rest.trim() !== '' || etag === '' || !/^\d{1,5}$/.test(partNumber)) throw malformed()
  return { partNumber: Number(partNumber), etag }
}
