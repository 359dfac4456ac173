import { refuse } from '../../contract/errors/refusals.ts'
import {
  type ArrivedPart,
  PART_LIMITS,
  type UploadState,
} from '../../contract/resources/upload-shapes.ts'
import type { StoredFile } from '../../store/blobs/blob-store.ts'
import type { BareContext } from '../call.ts'
import { arrivedParts, getUpload, mustBeOpen, type Part } from './find-upload.ts'

const REPLACE_PART = `REPLACE INTO upload_parts (upload_id, part_number, etag, size_bytes, digest, crc64, arrived_at_ms)
   VALUES (:uploadId, :partNumber, :etag, :sizeBytes, :digest, :crc64, :arrivedAtMs)`

/** Refuses a part that its upload does not take, before its bytes are read. */
export const mustTakePart = (call: BareContext, uploadId: string, partNumber: number): void => {
  if (!(Number.isInteger(partNumber) && partNumber >= 1 && partNumber <= PART_LIMITS.parts))
    throw refuse.outOfRange('partNumber', `be a whole number from 1 to ${PART_LIMITS.parts}`)
  mustBeOpen(getUpload(call, uploadId))
}

/** Records a received part, which replaces an earlier one of the same number. */
export const keepPart = (
  call: BareContext,
  uploadId: string,
  partNumber: number,
  { digest, md5, sizeBytes }: StoredFile,
  crc64: string | null = null,
): ArrivedPart => {
  mustTakePart(call, uploadId, partNumber)
  const arrivedAtMs = call.nowMs
  const part = { uploadId, partNumber, etag: md5, sizeBytes, digest, crc64, arrivedAtMs }
  call.store.run(REPLACE_PART, part)
  return toWire(part)
}

export const uploadState = (call: BareContext, uploadId: string): UploadState => {
  const { id, filePath, status } = getUpload(call, uploadId)
  return { uploadId: id, filePath, status, parts: arrivedParts(call.store, id).map(toWire) }
}

const toWire = ({ partNumber, etag, sizeBytes }: Part): ArrivedPart => ({
  partNumber,
  etag,
  size: sizeBytes,
})
