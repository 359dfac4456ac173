import { quote } from '../../contract/errors/quote.ts'
import { refuse } from '../../contract/errors/refusals.ts'
import { PART_LIMITS, type UploadCompletion } from '../../contract/resources/upload-shapes.ts'
import { combineCrc64 } from '../../kernel/crc64.ts'
import { MissingBytesError, type StoredFile } from '../../store/blobs/blob-store.ts'
import type { Store } from '../../store/db/store.ts'
import type { BareContext } from '../call.ts'
import { keepFile } from '../files/kept-files.ts'
import { replaceFile } from './create-upload.ts'
import { releaseParts } from './end-upload.ts'
import {
  arrivedParts,
  getUpload,
  mustBeAlive,
  type Part,
  storedUpload,
  type Upload,
} from './find-upload.ts'

/** The file that parts were merged into, and the parts, to see whether they are still the same. */
interface Merged {
  file: StoredFile
  parts: readonly Part[]
}

const MARK_COMPLETED =
  "UPDATE uploads SET status = 'completed', completed_at_ms = ?, file_digest = ?, crc64 = ? WHERE id = ?"

/** True if parts may have to be merged before the upload can be completed (E13). */
export const hasPartsToMerge = (store: Store, uploadId: string): boolean =>
  storedUpload(store, uploadId)?.status === 'open'

/** Merges the parts of an open upload into a file, in order of their numbers; undefined for a completed upload. */
export const mergeParts = async (
  call: BareContext,
  request: UploadCompletion,
): Promise<Merged | undefined> => {
  const { upload, parts } = checkedCompletion(call, request)
  if (upload.status === 'completed') return undefined
  const digests = parts.map(({ digest, partNumber }) => {
    if (digest !== null) return digest
    const problem = `the bytes of part ${partNumber} are missing; send it again`
    throw refuse.wrongParts('partETags', problem)
  })
  return { file: await merge(call, digests, parts), parts }
}

const merge = async (
  call: BareContext,
  digests: readonly string[],
  parts: readonly Part[],
): Promise<StoredFile> => {
  try {
    const file = await call.files.merge(digests)
    if (file.sizeBytes === sizeOf(parts)) return file
  } catch (error) {
    if (!(error instanceof MissingBytesError)) throw error
  }
  throw refuse.wrongParts('partETags', 'the bytes of a part are incomplete; send it again')
}

const sizeOf = (parts: readonly Part[]): number =>
  parts.reduce((sum, part) => sum + part.sizeBytes, 0)

/** Gives the merged file to its upload; a completed one answers true again (E13). */
export const completeUpload = (
  call: BareContext,
  request: UploadCompletion,
  merged: Merged | undefined,
): true => {
  const { upload, parts } = checkedCompletion(call, request)
  if (upload.status === 'completed') {
    call.outcome('completed-upload')
    return true
  }
  const isSame = parts.every((part, index) => part.digest === merged?.parts[index]?.digest)
  if (!(merged && isSame && parts.length === merged.parts.length))
    throw refuse.wrongParts('partETags', 'a part was sent again while the parts were merged')
  replaceFile(call.store, upload.filePath)
  const digest = keepFile(call.store, merged.file)
  call.store.run(MARK_COMPLETED, call.nowMs, digest, crc64Of(parts), upload.id)
  releaseParts(call.store, upload.id)
  return true
}

/** That of the file, where every part has one. */
const crc64Of = (parts: readonly Part[]): string | null => {
  const known = parts.flatMap(({ crc64, sizeBytes }) => (crc64 ? [{ crc64, sizeBytes }] : []))
  return known.length === parts.length ? combineCrc64(known) : null
}

/** The upload and its parts, which must match the request. */
export const checkedCompletion = (
  call: BareContext,
  request: UploadCompletion,
): { upload: Upload; parts: Part[] } => {
  const upload = getUpload(call, request.uploadId)
  if (upload.filePath !== request.filePath)
    throw refuse
      .wrongUploadPath('filePath', request.filePath)
      .with(`; its path is ${quote(upload.filePath)}`)
  mustBeAlive(upload)
  if (upload.status === 'completed' && call.variant('A-13-3') === 'refused')
    throw refuse.completedUpload('uploadId', upload.id)
  const parts = arrivedParts(call.store, upload.id)
  const problem = problemOfList(request.partETags, parts) ?? problemOfSizes(call, upload, parts)
  if (problem) throw refuse.wrongParts('partETags', problem)
  const numbers = request.partETags.map(({ partNumber }) => partNumber)
  if (numbers.some((number, index) => number < (numbers[index - 1] ?? 0)))
    call.warn('parts-out-of-order', 'partETags')
  return { upload, parts }
}

const problemOfList = (
  listed: UploadCompletion['partETags'],
  arrived: readonly Part[],
): string | undefined => {
  const etags = new Map(arrived.map((part) => [part.partNumber, plainEtag(part.etag)]))
  const seen = new Set<number>()
  for (const { partNumber, etag } of listed) {
    const expected = etags.get(partNumber)
    if (expected === undefined)
      return `part ${partNumber} has not arrived${partNumber === 0 ? '; part numbers start at 1' : ''}`
    if (seen.has(partNumber)) return `part ${partNumber} is listed twice`
    if (expected !== plainEtag(etag))
      return `part ${partNumber} has another etag; its etag is ${quote(expected)}`
    seen.add(partNumber)
  }
  if (arrived.length === 0) return 'no part has arrived'
  const unlisted = arrived.find((part) => !seen.has(part.partNumber))
  return unlisted && `part ${unlisted.partNumber} has arrived but is not listed`
}

const problemOfSizes = (
  call: BareContext,
  upload: Upload,
  parts: readonly Part[],
): string | undefined => {
  const small = parts.slice(0, -1).find((part) => part.sizeBytes < PART_LIMITS.minBytes)
  if (small)
    return `part ${small.partNumber} has ${small.sizeBytes} bytes; every part but the last must have at least ${PART_LIMITS.minBytes}`
  const arrivedBytes = sizeOf(parts)
  if (arrivedBytes === upload.sizeBytes) return undefined
  if (call.variant('A-13-1') === 'refused')
    return `the parts have ${arrivedBytes} bytes together, but ${upload.sizeBytes} were declared`
  call.warn('size-differs-from-declared')
  return undefined
}

const plainEtag = (etag: string): string => etag.replaceAll('"', '').toLowerCase()
