import { refuse } from '../../contract/errors/refusals.ts'
import { PART_LIMITS } from '../../contract/resources/upload-shapes.ts'
import type { StoredFile } from '../../store/blobs/blob-store.ts'
import type { Store } from '../../store/db/store.ts'
import type { BareContext } from '../call.ts'
import { deleteUpload, keepUpload, openUpload, replaceFile } from './create-upload.ts'
import { countParts, findCompletedUpload, getUpload, type Upload } from './find-upload.ts'
import { keepPart } from './keep-part.ts'

/** Objects of object storage are uploads: the key is the path, which E13 and E16 take. */
export interface ObjectUpload {
  key: string
  type?: string | undefined
  /** The headers that are answered with it, as JSON. */
  headers?: string | null
}

const declare = ({ key, type }: ObjectUpload) => ({
  name: key.slice(key.lastIndexOf('/') + 1),
  ...(type && { type }),
})

/** Starts a multipart upload, which expires after a lifetime; its size is the size of the received parts. */
export const initiateObject = (
  call: BareContext,
  object: ObjectUpload,
  lifetimeMs: number,
): string => {
  deleteEnded(call.store, object.key, ENDED_WITHOUT_FILE)
  const declared = { ...declare(object), size: 0 }
  const { key: filePath, headers = null } = object
  return openUpload(call, declared, lifetimeMs, { filePath, headers }).uploadId
}

/** Each initiate adds one upload that may end without a file, so a few deletions keep the uploads of a key few. */
const ENDED_WITHOUT_FILE = `SELECT id FROM uploads WHERE file_path = ?
   AND status <> 'open' AND file_digest IS NULL AND status <> 'completed' LIMIT 10`

const deleteEnded = (store: Store, key: string, query: string): void => {
  for (const id of store.values<string>(query, key)) deleteUpload(store, id)
}

export const putObject = (
  call: BareContext,
  object: ObjectUpload,
  file: StoredFile,
  crc64: string,
): void => {
  const { key: filePath, headers = null } = object
  keepUpload(call, declare(object), file, { filePath, crc64, headers })
}

/** The upload with an id and a key; one of another key is unknown. */
export const uploadOfKey = (call: BareContext, id: string, key: string): Upload => {
  const upload = getUpload(call, id)
  if (upload.filePath !== key) throw refuse.unknownUpload('uploadId', id)
  return upload
}

const SUM_PARTS = `UPDATE uploads SET size_bytes = (
  SELECT coalesce(sum(size_bytes), 0) FROM upload_parts WHERE upload_id = :id) WHERE id = :id`

export const keepObjectPart = (
  call: BareContext,
  { id }: Upload,
  partNumber: number,
  file: StoredFile & { crc64: string },
): void => {
  keepPart(call, id, partNumber, file, file.crc64)
  call.store.run(SUM_PARTS, { id })
}

const SMALL_PART = `SELECT part_number FROM upload_parts WHERE upload_id = :id AND size_bytes < :minBytes
   AND part_number < (SELECT max(part_number) FROM upload_parts WHERE upload_id = :id) LIMIT 1`

/** True if a part other than the last is too small (A-limit-3). */
export const hasSmallPart = (store: Store, id: string): boolean =>
  store.value(SMALL_PART, { id, minBytes: PART_LIMITS.minBytes }) !== undefined

/** Removes parts that are not among those to keep. */
export const dropParts = (store: Store, id: string, kept: ReadonlySet<number>): void => {
  store.run(
    `DELETE FROM upload_parts WHERE upload_id = ?
       AND part_number NOT IN (SELECT value FROM json_each(?))`,
    id,
    JSON.stringify([...kept]),
  )
  store.run(SUM_PARTS, { id })
}

/** An object with its file; the ETag is the MD5, followed by the number of parts that it was sent in. */
export const findObject = (store: Store, key: string) => {
  const upload = findCompletedUpload(store, key)
  if (!upload?.file) return undefined
  const { id, file } = upload
  const parts = countParts(store, id)
  return { ...upload, file, etag: parts > 0 ? `${file.md5}-${parts}` : file.md5 }
}

/** Deletes an object with the uploads of its key that have ended; atoms of it keep their file. */
export const deleteObject = (store: Store, key: string): void => {
  replaceFile(store, key)
  deleteEnded(store, key, ENDED)
}

const ENDED = `SELECT id FROM uploads WHERE file_path = ?
   AND status <> 'open' AND file_digest IS NULL LIMIT 1000`

const OPEN_UPLOADS = `SELECT id, file_path AS key, created_at_ms AS createdAtMs FROM uploads
   WHERE status = 'open' AND expires_at_ms > :nowMs AND substr(file_path, 1, length(:prefix)) = :prefix
     AND file_path >= max(:prefix, :keyMarker) AND (file_path, id) > (:keyMarker, :idMarker)
   ORDER BY file_path, id LIMIT :limit`

interface OpenUpload {
  readonly id: string
  readonly key: string
  readonly createdAtMs: number
}

/** Open uploads in the order of their keys and ids, after those of a marker. */
export const openUploads = (
  store: Store,
  wanted: { nowMs: number; prefix: string; keyMarker: string; idMarker: string; limit: number },
) => store.all<OpenUpload>(OPEN_UPLOADS, wanted)
