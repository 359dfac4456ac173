import { and, asc, eq, ne, sql } from 'drizzle-orm'
import { prepared, type Store } from '../../db/store.ts'
import { files } from '../../db/tables/workspace/files.ts'
import { uploadParts, uploads } from '../../db/tables/workspace/uploads.ts'
import { refuse } from '../../errors/refusals.ts'
import type { BareContext } from '../call.ts'

const byId = prepared((store) =>
  store.orm
    .select()
    .from(uploads)
    .where(eq(uploads.id, sql.placeholder('id')))
    .prepare(),
)

const statusById = prepared((store) =>
  store.sqlite
    .prepare<[string], Upload['status']>('SELECT status FROM uploads WHERE id = ?')
    .pluck(),
)

const isCompletedAt = prepared((store) =>
  store.sqlite
    .prepare<[string], number>("SELECT 1 FROM uploads WHERE file_path = ? AND status = 'completed'")
    .pluck(),
)

const partsById = prepared((store) =>
  store.orm
    .select()
    .from(uploadParts)
    .where(eq(uploadParts.uploadId, sql.placeholder('id')))
    .orderBy(asc(uploadParts.partNumber))
    .prepare(),
)

const unfinishedByPath = prepared((store) =>
  store.orm
    .select()
    .from(uploads)
    .where(and(eq(uploads.filePath, sql.placeholder('path')), ne(uploads.status, 'completed')))
    .prepare(),
)

const completedByPath = prepared((store) =>
  store.orm
    .select({
      declaredType: uploads.mediaType,
      declaredBytes: uploads.sizeBytes,
      file: files,
    })
    .from(uploads)
    .leftJoin(files, eq(files.digest, uploads.fileDigest))
    .where(and(eq(uploads.filePath, sql.placeholder('path')), eq(uploads.status, 'completed')))
    .prepare(),
)

/** An upload in any state. */
export type Upload = typeof uploads.$inferSelect

/** A part that has arrived. */
export type Part = typeof uploadParts.$inferSelect

/**
 * The file of a completed upload at a path, with its declared facts. Uploads completed by versions that kept no
 * files have none.
 */
export const findCompletedUpload = (store: Store, path: string) =>
  completedByPath(store).get({ path })

/** Whether an upload at a path is completed. */
export const hasCompletedUpload = (store: Store, path: string): boolean =>
  isCompletedAt(store).get(path) !== undefined

/** The stored status of an upload, which says nothing of its lifetime; undefined for an unknown id. */
export const statusOfUpload = (store: Store, id: string): Upload['status'] | undefined =>
  statusById(store).get(id)

/** The parts of an upload that have arrived, by their numbers. */
export const arrivedParts = (store: Store, id: string): Part[] => partsById(store).all({ id })

/** The field of the upload id in all requests. */
const FIELD = 'uploadId'

/** The upload with an id; an open one beyond its lifetime counts as expired, also before a sweep. */
export const getUpload = (call: BareContext, id: string): Upload => {
  const upload = byId(call.store).get({ id })
  if (!upload) throw refuse.unknownUpload(FIELD, id)
  return atPresent(call, upload)
}

/** The upload with a path that is not completed: open, aborted or expired. */
export const findUnfinishedUpload = (call: BareContext, path: string): Upload | undefined => {
  const upload = unfinishedByPath(call.store).get({ path })
  return upload && atPresent(call, upload)
}

const atPresent = (call: BareContext, upload: Upload): Upload => {
  const isOver = upload.expiresAtMs !== null && upload.expiresAtMs <= call.nowMs
  return isOver && upload.status === 'open' ? { ...upload, status: 'expired' } : upload
}

/** Refuses an upload that was aborted or has expired. */
export const mustBeAlive = (upload: Upload, field = FIELD): void => {
  if (upload.status === 'aborted') throw refuse.abortedUpload(field, upload.id)
  if (upload.status === 'expired') throw refuse.expiredUpload(field, upload.id)
}

/** Refuses an upload that takes no more parts. */
export const mustBeOpen = (upload: Upload): void => {
  mustBeAlive(upload)
  if (upload.status === 'completed') throw refuse.completedUpload(FIELD, upload.id)
}
