import { sql } from 'drizzle-orm'
import type { StoredFile } from '../../blobs/blob-store.ts'
import { PART_LIMITS } from '../../contract/supporting/declared-upload.ts'
import type { ArrivedPart, UploadState } from '../../contract/supporting/upload-state.ts'
import { placeholdersFor } from '../../db/sql.ts'
import { prepared } from '../../db/store.ts'
import { uploadParts } from '../../db/tables/workspace/uploads.ts'
import { refuse } from '../../errors/refusals.ts'
import type { BareContext } from '../call.ts'
import { arrivedParts, getUpload, mustBeOpen } from './find-upload.ts'

const upsertPart = prepared((store) =>
  store.orm
    .insert(uploadParts)
    .values(placeholdersFor(uploadParts))
    .onConflictDoUpdate({
      target: [uploadParts.uploadId, uploadParts.partNumber],
      set: {
        etag: sql`excluded.etag`,
        sizeBytes: sql`excluded.size_bytes`,
        digest: sql`excluded.digest`,
      },
    })
    .prepare(),
)

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
): ArrivedPart => {
  mustTakePart(call, uploadId, partNumber)
  upsertPart(call.store).run({ uploadId, partNumber, etag: md5, sizeBytes, digest })
  return { partNumber, etag: md5, size: sizeBytes }
}

/** The status of an upload, and the received parts. */
export const uploadState = (call: BareContext, uploadId: string): UploadState => {
  const { id, filePath, status } = getUpload(call, uploadId)
  const parts = arrivedParts(call.store, id).map(({ partNumber, etag, sizeBytes }) => ({
    partNumber,
    etag,
    size: sizeBytes,
  }))
  return { uploadId: id, filePath, status, parts }
}
