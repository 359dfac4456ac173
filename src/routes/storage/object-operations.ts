import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { quote } from '../../contract/errors/quote.ts'
import { refuse } from '../../contract/errors/refusals.ts'
import { PART_LIMITS, type UploadCompletion } from '../../contract/resources/upload-shapes.ts'
import type { StorageRouteName } from '../../contract/supporting-routes.ts'
import type { BareContext } from '../../domain/call.ts'
import {
  checkedCompletion,
  completeUpload,
  mergeParts,
} from '../../domain/uploads/complete-upload.ts'
import { abortUpload } from '../../domain/uploads/end-upload.ts'
import {
  arrivedParts,
  countParts,
  mustBeAlive,
  mustBeOpen,
  type Upload,
} from '../../domain/uploads/find-upload.ts'
import { mustTakePart } from '../../domain/uploads/keep-part.ts'
import {
  deleteObject,
  dropParts,
  findObject,
  hasSmallPart,
  initiateObject,
  keepObjectPart,
  openUploads,
  putObject,
  uploadOfKey,
} from '../../domain/uploads/objects.ts'
import { tellToContinue } from '../../http/bodies/streamed-body.ts'
import { CallContext } from '../../http/call-context.ts'
import { calledOrigin } from '../../http/request.ts'
import { LIMITS } from '../../kernel/limits.ts'
import { inPieces } from '../../kernel/pieces.ts'
import { formatInstant } from '../../kernel/timestamps.ts'
import type { StoredFile } from '../../store/blobs/blob-store.ts'
import { NO_FILES } from '../../workspaces/files/files.ts'
import { receiveFile } from '../receive-file.ts'
import { sendContent } from '../send-content.ts'
import { AwsChunked } from './aws-chunked.ts'
import { Checksums } from './checksums.ts'
import { headersOfQuery, headersToSend, keptHeaders, WITHOUT_EFFECT } from './object-headers.ts'
import { headerOf, StorageError } from './protocol.ts'
import { S3_V4 } from './signature.ts'
import { sendEmpty, sendXml, sendXmlInPieces } from './storage-answer.ts'
import { type StorageCall, warnOfUnusualKey } from './storage-call.ts'
import { encodeKey, PART_NUMBER, readCompleteParts } from './xml.ts'

type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown

const CRC64 = 'x-oss-hash-crc64ecma'

/** The maximum number of rows of a list, as both protocols have it. */
const MAX_ROWS = 1_000

/** Makes entries of a list while it is sent. */
function* mapped<Row, Entry>(rows: Iterable<Row>, map: (row: Row) => Entry): Generator<Entry> {
  for (const row of rows) yield map(row)
}

const put: Handler = (request, reply) => {
  const { storage } = request
  warnOfUnusualKey(request, storage.key)
  warnOfHeaders(request)
  return receive(request, reply, {
    before: (context) => requireNew(storage, context),
    after: (context, stored) => {
      requireNew(storage, context)
      putObject(context, declaredIn(storage), stored, stored.crc64)
    },
  })
}

const initiate: Handler = (request, reply) => {
  const { storage, server } = request
  warnOfUnusualKey(request, storage.key)
  warnOfHeaders(request)
  const lifetimeMs = server.settings.uploadSeconds * 1_000
  const UploadId = inTransaction(request, (context) => {
    requireNew(storage, context)
    return initiateObject(context, declaredIn(storage), lifetimeMs)
  })
  return sendXml(reply, 'InitiateMultipartUploadResult', { ...namesIn(storage), UploadId })
}

const part: Handler = (request, reply) => {
  const { key, query } = request.storage
  const id = uploadIdOf(request)
  const number = countOf(query, 'partNumber', 0)
  return receive(request, reply, {
    before: (context) => {
      uploadOfKey(context, id, key)
      mustTakePart(context, id, number)
    },
    after: (context, stored) => {
      keepObjectPart(context, uploadOfKey(context, id, key), number, stored)
      if (hasSmallPart(context.store, id)) context.warn('small-part')
    },
  })
}

const listParts: Handler = (request, reply) => {
  const { storage, call } = request
  const upload = uploadOf(request)
  mustBeOpen(upload)
  const after = countOf(storage.query, 'part-number-marker', 0)
  const max = Math.min(MAX_ROWS, countOf(storage.query, 'max-parts', MAX_ROWS))
  const arrived = arrivedParts(call.workspace.store, upload.id)
  const parts = arrived.filter(({ partNumber }) => partNumber > after)
  const shown = parts.slice(0, max)
  return sendXmlInPieces(reply, 'ListPartsResult', {
    ...namesIn(storage),
    UploadId: upload.id,
    PartNumberMarker: after,
    NextPartNumberMarker: shown.at(-1)?.partNumber ?? after,
    MaxParts: max,
    IsTruncated: parts.length > max,
    Part: mapped(shown, ({ partNumber, etag, sizeBytes, crc64, arrivedAtMs }) => ({
      PartNumber: partNumber,
      LastModified: wholeSecond(arrivedAtMs ?? upload.createdAtMs),
      ETag: etagIn(storage, etag),
      HashCrc64ecma: crc64 ?? undefined,
      Size: sizeBytes,
    })),
  })
}

const listUploads: Handler = ({ storage, call }, reply) => {
  const { query, secrets } = storage
  const textOf = (name: string) => query.get(name) ?? ''
  const prefix = textOf('prefix')
  const keyMarker = textOf('key-marker')
  const idMarker = textOf('upload-id-marker')
  const encodingType = query.get('encoding-type')
  const max = Math.min(MAX_ROWS, countOf(query, 'max-uploads', MAX_ROWS))
  const found = openUploads(call.workspace.store, {
    nowMs: call.nowMs,
    prefix,
    keyMarker,
    // Without an id the marker stands behind all uploads of its key.
    idMarker: keyMarker !== '' && idMarker === '' ? '~' : idMarker,
    limit: max + 1,
  })
  const shown = found.slice(0, max)
  const last = shown.at(-1)
  return sendXmlInPieces(reply, 'ListMultipartUploadsResult', {
    Bucket: secrets.bucket,
    EncodingType: encodingType ?? undefined,
    KeyMarker: encodeKey(keyMarker, encodingType),
    UploadIdMarker: idMarker,
    NextKeyMarker: encodeKey(last?.key ?? '', encodingType),
    NextUploadIdMarker: last?.id ?? '',
    Prefix: encodeKey(prefix, encodingType),
    MaxUploads: max,
    IsTruncated: found.length > max,
    Upload: mapped(shown, ({ id, key, createdAtMs }) => ({
      Key: encodeKey(key, encodingType),
      UploadId: id,
      StorageClass: 'Standard',
      Initiated: wholeSecond(createdAtMs),
    })),
  })
}

const complete: Handler = async (request, reply) => {
  const { storage, call, server } = request
  const { key } = storage
  const upload = uploadOf(request)
  mustBeAlive(upload)
  const maxBytes = MAX_XML_BYTES + PART_BYTES * countParts(call.workspace.store, upload.id)
  const xml = (await readBody(request, maxBytes)).toString()
  const partETags = await inPieces(readCompleteParts(xml), call.workspace, call.lifetime.signal)
  const completion = { uploadId: upload.id, filePath: key, partETags }
  if (upload.status === 'completed') call.notes.warn('completed-twice')
  else
    inTransaction(request, (context) => {
      requireNew(storage, context)
      keepListed(context, completion)
    })
  await server.sandbox.files.whileHeld(
    async (files) => {
      const merged = await mergeParts(new CallContext(call, files), completion)
      const later = new CallContext(call, files)
      later.store.transaction(() => {
        if (uploadOf(request).status === 'open') requireNew(storage, later)
        completeUpload(later, completion, merged)
      })
    },
    { signal: call.lifetime.signal },
  )
  server.sandbox.sweeper.request()
  const object = findObject(call.workspace.store, key)
  if (object?.crc64) reply.header(CRC64, object.crc64)
  return sendXml(reply, 'CompleteMultipartUploadResult', {
    Location: `${calledOrigin(request)}/${storage.secrets.bucket}/${encodeKey(key, 'url')}`,
    ...namesIn(storage),
    ETag: etagIn(storage, object?.etag ?? ''),
  })
}

/** Drops parts that are not listed, as an SDK leaves them; the others must be complete (A-limit-3). */
const keepListed = (context: BareContext, completion: UploadCompletion): void => {
  const { uploadId, partETags } = completion
  dropParts(context.store, uploadId, new Set(partETags.map(({ partNumber }) => partNumber)))
  const { minBytes } = PART_LIMITS
  const others = arrivedParts(context.store, uploadId).slice(0, -1)
  const small = others.find(({ sizeBytes }) => sizeBytes < minBytes)
  if (small)
    throw new StorageError(
      'EntityTooSmall',
      `Part ${small.partNumber} has ${small.sizeBytes} bytes; every part but the last must have at least ${minBytes}.`,
    )
  checkedCompletion(context, completion)
}

/** The maximum size of a list of parts, to which each part that has arrived adds some bytes for its checksums. */
const MAX_XML_BYTES = 1_048_576

const PART_BYTES = 120

/** The approximate memory of a piece of a body beside its bytes. */
const PIECE_OVERHEAD_BYTES = 160

/** Reads a body that is no file, and verifies what came with it. All that is held of it counts as under way. */
const readBody = async (request: FastifyRequest, maxBytes: number): Promise<Buffer> => {
  const { raw, call } = request
  const sums = sumsOf(request)
  const pieces: Uint8Array[] = []
  let bytes = 0
  tellToContinue(raw)
  for await (const piece of raw.iterator({ destroyOnReturn: false })) {
    bytes += piece.length
    if (bytes > maxBytes)
      throw new StorageError('EntityTooLarge', `The body must have at most ${maxBytes} bytes.`)
    call.body.count(piece.length + PIECE_OVERHEAD_BYTES)
    pieces.push(piece)
  }
  // The whole body, and its text.
  call.body.count(2 * bytes)
  const body = Buffer.concat(pieces)
  sums.verify({ md5: hash('md5', body), digest: hash('sha256', body) })
  return body
}

/** Verifies a body that is no file. A checksum of S3 is that of the object there. */
const sumsOf = ({ storage }: FastifyRequest): Checksums => {
  const claims = Object.entries(claimsIn(storage))
  return new Checksums(
    Object.fromEntries(claims.filter(([name]) => !name.startsWith('x-amz-checksum-'))),
  )
}

/** The headers, and the SHA-256 that a signature covers: a presigned URL has it in its query. */
const claimsIn = ({ sent, signature: { scheme, payload } }: StorageCall) => ({
  ...sent.headers,
  ...(scheme && { [`${scheme.prefix}content-sha256`]: payload }),
})

const NO_BYTES = { md5: hash('md5', ''), digest: hash('sha256', '') }

/** An operation that needs no body; what a request says of its body is verified all the same. */
const withoutBody =
  (handle: Handler): Handler =>
  (request, reply) => {
    const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers
    if (length !== '0' || coding !== undefined)
      return readBody(request, LIMITS.smallBodyBytes.max).then(() => handle(request, reply))
    sumsOf(request).verify(NO_BYTES)
    return handle(request, reply)
  }

const get: Handler = (request, reply) => {
  const { storage, call, server } = request
  const object = findObject(call.workspace.store, storage.key)
  const { blobs } = server.sandbox.files
  const { id } = call.workspace
  const problem = object && blobs.problemOf(object.file.digest, object.file.sizeBytes, id)
  if (!object || problem !== undefined) {
    const message = `The specified key does not exist${problem ?? ''}.`
    throw new StorageError('NoSuchKey', message, { Key: storage.key })
  }
  const { file, etag, mediaType, crc64, headers, completedAtMs } = object
  const overrides = headersOfQuery(storage.query)
  if (crc64) reply.header(CRC64, crc64)
  reply.header('x-oss-object-type', etag.includes('-') ? 'Multipart' : 'Normal')
  call.code = '0'
  return sendContent(request, reply, {
    tag: etagIn(storage, etag).slice(1, -1),
    modifiedAtMs: completedAtMs ?? 0,
    mediaType: MEDIA_TYPE.test(mediaType) ? mediaType : 'application/octet-stream',
    headers: { ...headersToSend(headers), ...overrides },
    sizeBytes: file.sizeBytes,
    read: (range) => blobs.open(file.digest, range),
  })
}

/** A media type with its parameters as it was sent; uploads that were begun elsewhere can declare any text. */
const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:[\t ]*;[\t -~\u0080-\u00ff]*)?$/

/** Removes an upload or an object, and its bytes later. */
const remove =
  (work: (context: BareContext, request: FastifyRequest) => void): Handler =>
  (request, reply) => {
    inTransaction(request, (context) => work(context, request))
    request.server.sandbox.sweeper.request()
    return sendEmpty(reply, 204)
  }

export const HANDLERS: Readonly<Record<StorageRouteName, Handler>> = {
  'storage-put': put,
  'storage-initiate': withoutBody(initiate),
  'storage-part': part,
  'storage-list-parts': withoutBody(listParts),
  'storage-list-uploads': withoutBody(listUploads),
  'storage-complete': complete,
  'storage-abort': withoutBody(
    remove((context, request) => abortUpload(context, uploadOf(request).id)),
  ),
  'storage-head': withoutBody(get),
  'storage-get': withoutBody(get),
  'storage-delete': withoutBody(
    remove(({ store }, { storage }) => deleteObject(store, storage.key)),
  ),
}

interface ObjectReception {
  before?(context: BareContext): void
  after(context: BareContext, stored: StoredFile & { crc64: string }): void
}

/** Receives the bytes of an object and verifies every checksum that came with them before it is kept. */
const receive = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { before = () => undefined, after }: ObjectReception,
): Promise<FastifyReply> => {
  const { storage, call } = request
  const { sent, signature } = storage
  const isChunked = signature.payload.startsWith('STREAMING-')
  const chunked = isChunked ? new AwsChunked(sent) : undefined
  const sums = new Checksums(claimsIn(storage), chunked?.trailers)
  if (!sums.isChecked) call.notes.warn('no-integrity-header')
  const { md5 } = await receiveFile(request, {
    before,
    bytesOf: (body) => sums.through(chunked ? chunked.decode(body) : body),
    after: (context, stored) => {
      sums.verify(stored)
      after(context, { ...stored, crc64: sums.crc64 })
      return stored
    },
  })
  reply.headers({ etag: etagIn(storage, md5), [CRC64]: sums.crc64 })
  return sendEmpty(reply)
}

const inTransaction = <T>({ call }: FastifyRequest, work: (context: BareContext) => T): T => {
  const context = new CallContext(call, NO_FILES)
  return context.store.transaction(() => work(context))
}

const uploadIdOf = ({ storage }: FastifyRequest): string => storage.query.get('uploadId') ?? ''

const uploadOf = (request: FastifyRequest): Upload =>
  uploadOfKey(new CallContext(request.call, NO_FILES), uploadIdOf(request), request.storage.key)

const countOf = (query: URLSearchParams, name: string, otherwise: number): number => {
  const text = query.get(name) || String(otherwise)
  if (!PART_NUMBER.test(text))
    throw refuse.outOfRange(name, `be a whole number without leading zeros, got ${quote(text)}`)
  return Number(text)
}

const declaredIn = ({ key, sent }: StorageCall) => ({
  key,
  type: sent.headers['content-type'],
  headers: keptHeaders(sent.headers),
})

/** Refuses to replace an object where the request forbids it. */
const requireNew = ({ key, sent }: StorageCall, { store }: BareContext): void => {
  const isForbidden = headerOf(sent.headers, 'x-oss-forbid-overwrite')?.toLowerCase() === 'true'
  if (isForbidden && findObject(store, key))
    throw new StorageError(
      'FileAlreadyExists',
      'The object already exists, and x-oss-forbid-overwrite protects it.',
    )
}

const warnOfHeaders = ({ storage, call }: FastifyRequest): void => {
  for (const name of Object.keys(storage.sent.headers))
    if (WITHOUT_EFFECT.test(name)) call.notes.warn('header-without-effect', name)
}

const namesIn = ({ key, query, secrets }: StorageCall) => ({
  Bucket: secrets.bucket,
  Key: encodeKey(key, query.get('encoding-type')),
})

/** oss2 reads no fraction of a second but `.000`. */
const wholeSecond = (ms: number): string => formatInstant(Math.floor(ms / 1_000) * 1_000)

/** In the case of the dialect, which clients compare. */
const etagIn = ({ signature }: StorageCall, etag: string): string =>
  `"${signature.scheme === S3_V4 ? etag : etag.toUpperCase()}"`
