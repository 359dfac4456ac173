import { refuse } from '../../contract/errors/refusals.ts'
import { findAllBy, findBy, selectFrom } from '../../store/db/statements.ts'
import type { Store } from '../../store/db/store.ts'
import { files } from '../../store/db/tables/workspace/files.ts'
import { uploadParts, uploads } from '../../store/db/tables/workspace/uploads.ts'
import type { BareContext } from '../call.ts'

export type Upload = typeof uploads.$inferSelect

export type Part = typeof uploadParts.$inferSelect

/** The stored upload with an id; it may have expired. */
export const storedUpload = findBy(uploads, uploads.id)

/** The upload whose file has the path, else the latest one of the path; each part reads one row of an index. */
const uploadsAt = selectFrom(
  uploads,
  `WHERE rowid = coalesce(
    (SELECT rowid FROM uploads WHERE file_path = :path AND file_digest IS NOT NULL),
    (SELECT max(rowid) FROM uploads WHERE file_path = :path))`,
)

const uploadAt = (store: Store, path: string): Upload | undefined => uploadsAt(store, { path })[0]

const fileByDigest = findBy(files, files.digest)

const partsById = findAllBy(uploadParts, uploadParts.uploadId, uploadParts.partNumber)

/**
 * The completed upload at a path, with its file. Uploads completed by versions that kept no
 * files have none.
 */
export const findCompletedUpload = (store: Store, path: string) => {
  const upload = uploadAt(store, path)
  return upload?.status === 'completed'
    ? { ...upload, file: fileByDigest(store, upload.fileDigest) }
    : undefined
}

export const findUnfinishedUpload = (call: BareContext, path: string): Upload | undefined => {
  const upload = uploadAt(call.store, path)
  return upload && upload.status !== 'completed' ? atPresent(call, upload) : undefined
}

export const arrivedParts = (store: Store, id: string): Part[] => partsById(store, id)

const COUNT_PARTS = 'SELECT count(*) FROM upload_parts WHERE upload_id = ?'

export const countParts = (store: Store, id: string): number =>
  store.value<number>(COUNT_PARTS, id) ?? 0

const FIELD = 'uploadId'

/** The upload with an id; an open one beyond its lifetime counts as expired, also before a sweep. */
export const getUpload = (call: BareContext, id: string): Upload => {
  const upload = storedUpload(call.store, id)
  if (!upload) throw refuse.unknownUpload(FIELD, id)
  return atPresent(call, upload)
}

const atPresent = (call: BareContext, upload: Upload): Upload => {
  const isOver = upload.expiresAtMs !== null && upload.expiresAtMs <= call.nowMs
  return isOver && upload.status === 'open' ? { ...upload, status: 'expired' } : upload
}

export const mustBeAlive = (upload: Upload, field = FIELD): void => {
  if (upload.status === 'aborted') throw refuse.abortedUpload(field, upload.id)
  if (upload.status === 'expired') throw refuse.expiredUpload(field, upload.id)
}

export const mustBeOpen = (upload: Upload): void => {
  mustBeAlive(upload)
  if (upload.status === 'completed') throw refuse.completedUpload(FIELD, upload.id)
}
