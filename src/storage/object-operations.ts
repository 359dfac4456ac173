import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { StoredFile } from '../blobs/blob-store.ts'
import { PART_LIMITS } from '../contract/resources/upload-shapes.ts'
import type { StorageRouteName } from '../contract/supporting-routes.ts'
import type { BareContext } from '../domain/call.ts'
import { completeUpload, mergeParts } from '../domain/uploads/complete-upload.ts'
import { arrivedParts, mustBeAlive, mustBeOpen } from '../domain/uploads/find-upload.ts'
import { mustTakePart } from '../domain/uploads/keep-part.ts'
import {
  abortObject,
  deleteObject,
  dropParts,
  findObject,
  hasSmallPart,
  initiateObject,
  keepObjectPart,
  openUploads,
  partsAfter,
  putObject,
  uploadOfKey,
} from '../domain/uploads/objects.ts'
import { refuse } from '../errors/refusals.ts'
import { NO_FILES } from '../files/files.ts'
import { receiveFile } from '../http/bodies/receive-file.ts'
import { tellToContinue } from '../http/bodies/streamed-body.ts'
import { CallContext } from '../http/service-context.ts'
import { formatInstant } from '../kernel/timestamps.ts'
import { sendContent } from '../routes/send-content.ts'
import { AwsChunked } from './aws-chunked.ts'
import { Checksums } from './checksums.ts'
import { postObject } from './post-object.ts'
import { StorageError } from './protocol.ts'
import { S3_V4 } from './signature.ts'
import { sendEmpty, sendXml } from './storage-answer.ts'
import { isUsualKey, type StorageCall } from './storage-call.ts'
import { encodeKey, type ListedPart, readCompleteParts } from './xml.ts'

type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown

const CRC64 = 'x-oss-hash-crc64ecma'

/** The maximum number of rows of a list, as both protocols have it. */
const MAX_ROWS = 1_000

const put: Handler = async (request, reply) => {
  const { storage, call } = request
  const { key } = storage
  if (!isUsualKey(key)) call.warn('unusual-key')
  const { md5, crc64 } = await receive(request, {
    after: (context, stored) => {
      putObject(context, { key, type: storage.sent.headers['content-type'] }, stored, stored.crc64)
      return stored
    },
  })
  reply.headers({ etag: etagIn(storage, md5), [CRC64]: crc64 })
  return sendEmpty(request, reply)
}

const initiate: Handler = (request, reply) => {
  const { storage, call, server } = request
  const { key } = storage
  if (!isUsualKey(key)) call.warn('unusual-key')
  const lifetimeMs = server.settings.uploadSeconds * 1_000
  const id = inTransaction(request, (context) =>
    initiateObject(context, { key, type: storage.sent.headers['content-type'] }, lifetimeMs),
  )
  const { bucket } = storage.secrets
  const Key = encodeKey(key, storage.query.get('encoding-type'))
  return sendXml(request, reply, 'InitiateMultipartUploadResult', {
    Bucket: bucket,
    Key,
    UploadId: id,
  })
}

const part: Handler = async (request, reply) => {
  const { storage } = request
  const { key } = storage
  const id = uploadIdOf(request)
  const text = storage.query.get('partNumber') ?? ''
  const number = /^[1-9]\d{0,4}$/.test(text) ? Number(text) : Number.NaN
  const { md5, crc64 } = await receive(request, {
    before: (context) => {
      uploadOfKey(context, id, key)
      mustTakePart(context, id, number)
    },
    after: (context, stored) => {
      keepObjectPart(context, uploadOfKey(context, id, key), number, stored)
      if (hasSmallPart(context.store, id)) context.warn('small-part')
      return stored
    },
  })
  reply.headers({ etag: etagIn(storage, md5), [CRC64]: crc64 })
  return sendEmpty(request, reply)
}

const listParts: Handler = (request, reply) => {
  const { storage, call } = request
  const { key, query, secrets } = storage
  const { id } = uploadInTransaction(request)
  const after = countOf(query, 'part-number-marker', 0)
  const max = Math.min(MAX_ROWS, countOf(query, 'max-parts', MAX_ROWS))
  const parts = partsAfter(call.workspace.store, id, after)
  const shown = parts.slice(0, max)
  return sendXml(request, reply, 'ListPartsResult', {
    Bucket: secrets.bucket,
    Key: encodeKey(key, query.get('encoding-type')),
    UploadId: id,
    PartNumberMarker: after,
    NextPartNumberMarker: shown.at(-1)?.partNumber ?? after,
    MaxParts: max,
    IsTruncated: parts.length > shown.length,
    Part: shown.map(({ partNumber, etag, sizeBytes, crc64 }) => ({
      PartNumber: partNumber,
      LastModified: wholeSecond(call.nowMs),
      ETag: etagIn(storage, etag),
      HashCrc64ecma: crc64 ?? undefined,
      Size: sizeBytes,
    })),
  })
}

const listUploads: Handler = (request, reply) => {
  const { storage, call } = request
  const { query, secrets } = storage
  const [prefix, keyMarker, idMarker] = ['prefix', 'key-marker', 'upload-id-marker'].map(
    (name) => query.get(name) ?? '',
  ) as [string, string, string]
  const encodingType = query.get('encoding-type')
  const max = Math.min(MAX_ROWS, countOf(query, 'max-uploads', MAX_ROWS))
  const { nowMs } = call
  const found = openUploads(call.workspace.store, {
    nowMs,
    prefix,
    keyMarker,
    // Without an id the marker stands behind all uploads of its key.
    idMarker: keyMarker !== '' && idMarker === '' ? '~' : idMarker,
    limit: max + 1,
  })
  const shown = found.slice(0, max)
  const last = shown.at(-1)
  return sendXml(request, reply, 'ListMultipartUploadsResult', {
    Bucket: secrets.bucket,
    EncodingType: encodingType ?? undefined,
    KeyMarker: encodeKey(keyMarker, encodingType),
    UploadIdMarker: idMarker,
    NextKeyMarker: encodeKey(last?.key ?? '', encodingType),
    NextUploadIdMarker: last?.id ?? '',
    Prefix: encodeKey(prefix, encodingType),
    MaxUploads: max,
    IsTruncated: found.length > shown.length,
    Upload: shown.map(({ id, key, createdAtMs }) => ({
      Key: encodeKey(key, encodingType),
      UploadId: id,
      StorageClass: 'Standard',
      Initiated: wholeSecond(createdAtMs),
    })),
  })
}

/** The maximum size of the list of parts, for 10,000 parts with checksums. */
const MAX_XML_BYTES = 4 * 1_048_576

const complete: Handler = async (request, reply) => {
  const { storage, call, server } = request
  const { key, query, secrets } = storage
  const upload = uploadInTransaction(request)
  mustBeAlive(upload)
  const listed = readCompleteParts(await readXml(request))
  if (upload.status === 'completed') call.warn('completed-twice')
  else mustBeComplete(request, upload.id, listed)
  const completion = { uploadId: upload.id, filePath: key, partETags: listed }
  await server.sandbox.files.whileHeld(
    async (files) => {
      const merged = await mergeParts(new CallContext(call, files), completion)
      const later = new CallContext(call, files)
      later.store.transaction(() => completeUpload(later, completion, merged))
    },
    { signal: call.signal },
  )
  server.sandbox.sweeper.request()
  const object = findObject(call.workspace.store, key)
  if (object?.crc64) reply.header(CRC64, object.crc64)
  return sendXml(request, reply, 'CompleteMultipartUploadResult', {
    Location: `http://${request.host}/${secrets.bucket}/${encodeKey(key, 'url')}`,
    Bucket: secrets.bucket,
    Key: encodeKey(key, query.get('encoding-type')),
    ETag: etagIn(storage, object?.etag ?? ''),
  })
}

/** Judges the listed parts as both protocols do (A-limit-3), and drops those that are not listed, as an SDK leaves them. */
const mustBeComplete = (
  request: FastifyRequest,
  id: string,
  listed: readonly ListedPart[],
): void => {
  const { store } = request.call.workspace
  const arrived = new Map(arrivedParts(store, id).map((one) => [one.partNumber, one]))
  for (const [index, { partNumber, etag }] of listed.entries()) {
    const { sizeBytes, ...found } = arrived.get(partNumber) ?? { etag: undefined, sizeBytes: 0 }
    if (found.etag !== etag)
      throw new StorageError(
        'InvalidPart',
        `Part ${partNumber} ${found.etag === undefined ? 'has not arrived' : 'has another ETag'}.`,
      )
    if (index < listed.length - 1 && sizeBytes < PART_LIMITS.minBytes)
      throw new StorageError(
        'EntityTooSmall',
        `Part ${partNumber} has ${sizeBytes} bytes; every part but the last must have at least ${PART_LIMITS.minBytes}.`,
      )
  }
  if (listed.length < arrived.size)
    inTransaction(request, (context) => {
      const numbers = new Set(listed.map(({ partNumber }) => partNumber))
      dropParts(context.store, id, numbers)
    })
}

const readXml = async ({ raw, storage }: FastifyRequest): Promise<string> => {
  // A checksum of S3 is that of the object here.
  const headers = Object.entries(storage.sent.headers).filter(
    ([name]) => !name.startsWith('x-amz-checksum-'),
  )
  const sums = new Checksums(Object.fromEntries(headers))
  const pieces: Uint8Array[] = []
  let bytes = 0
  tellToContinue(raw)
  for await (const piece of raw.iterator({ destroyOnReturn: false })) {
    bytes += piece.length
    if (bytes > MAX_XML_BYTES)
      throw new StorageError('MalformedXML', 'The list of parts is too long.')
    pieces.push(piece)
  }
  const xml = Buffer.concat(pieces)
  const [md5 = '', digest = ''] = ['md5', 'sha256'].map((name) =>
    createHash(name).update(xml).digest('hex'),
  )
  sums.verify({ md5, digest })
  return xml.toString()
}

const abort: Handler = (request, reply) => {
  const { key } = request.storage
  inTransaction(request, (context) => abortObject(context, uploadIdOf(request), key))
  request.server.sandbox.sweeper.request()
  return sendEmpty(request, reply, 204)
}

const get: Handler = (request, reply) => {
  const { storage, call, server } = request
  const object = findObject(call.workspace.store, storage.key)
  const { blobs } = server.sandbox.files
  if (!object || blobs.find(object.file.digest) === undefined)
    throw new StorageError('NoSuchKey', 'The specified key does not exist.', {
      Key: storage.key,
    })
  const { file, etag, mediaType, crc64, completedAtMs } = object
  if (crc64) reply.header(CRC64, crc64)
  reply.header('x-oss-object-type', etag.includes('-') ? 'Multipart' : 'Normal')
  call.code = '0'
  return sendContent(request, reply, {
    tag: etagIn(storage, etag).slice(1, -1),
    modifiedAtMs: completedAtMs ?? 0,
    mediaType: /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(mediaType)
      ? mediaType
      : 'application/octet-stream',
    sizeBytes: file.sizeBytes,
    read: (range) => blobs.read(file.digest, range),
  })
}

const remove: Handler = (request, reply) => {
  inTransaction(request, ({ store }) => deleteObject(store, request.storage.key))
  request.server.sandbox.sweeper.request()
  return sendEmpty(request, reply, 204)
}

export const HANDLERS: Readonly<Record<StorageRouteName, Handler>> = {
  'storage-put': put,
  'storage-initiate': initiate,
  'storage-part': part,
  'storage-list-parts': listParts,
  'storage-list-uploads': listUploads,
  'storage-complete': complete,
  'storage-abort': abort,
  'storage-head': get,
  'storage-get': get,
  'storage-delete': remove,
  'storage-post': postObject,
}

interface ObjectReception<T> {
  before?(context: BareContext): void
  after(context: BareContext, stored: StoredFile & { crc64: string }): T
}

/** Receives the bytes of an object and verifies every checksum that came with them before it is kept. */
const receive = <T>(request: FastifyRequest, { before, after }: ObjectReception<T>): Promise<T> => {
  const { storage, call } = request
  const { sent, signature, secrets } = storage
  const isChunked = signature.payload.startsWith('STREAMING-')
  const chunked = isChunked ? new AwsChunked(sent, signature, secrets) : undefined
  const sums = new Checksums(sent.headers, chunked?.trailers)
  if (!sums.isChecked) call.warn('no-integrity-header')
  return receiveFile(request, {
    ...(before && { before }),
    bytesOf: (body) => sums.through(chunked ? chunked.decode(body) : body),
    after: (context, stored) => {
      sums.verify(stored)
      return after(context, { ...stored, crc64: sums.crc64 })
    },
  })
}

const inTransaction = <T>({ call }: FastifyRequest, work: (context: BareContext) => T): T => {
  const context = new CallContext(call, NO_FILES)
  return context.store.transaction(() => work(context))
}

const uploadIdOf = ({ storage }: FastifyRequest): string => storage.query.get('uploadId') ?? ''

const uploadInTransaction = (request: FastifyRequest) =>
  inTransaction(request, (context) => {
    const upload = uploadOfKey(context, uploadIdOf(request), request.storage.key)
    if (request.method === 'GET') mustBeOpen(upload)
    return upload
  })

const countOf = (query: URLSearchParams, name: string, otherwise: number): number => {
  const text = query.get(name)
  if (text === null || text === '') return otherwise
  if (!/^\d{1,9}$/.test(text)) throw refuse.outOfRange(name, 'be a whole number')
  return Number(text)
}

/** oss2 reads no fraction of a second but `.000`. */
const wholeSecond = (ms: number): string => formatInstant(Math.floor(ms / 1_000) * 1_000)

/** In the case of the dialect, which clients compare. */
const etagIn = ({ signature }: StorageCall, etag: string): string =>
  `"${signature.scheme === S3_V4 ? etag : etag.toUpperCase()}"`
