import { refuse } from '../../contract/errors/refusals.ts'
import { type DeclaredUpload, PART_LIMITS } from '../../contract/resources/upload-shapes.ts'
import { LIMITS } from '../../kernel/limits.ts'
import { extensionOf } from '../../kernel/text.ts'
import type { StoredFile } from '../../store/blobs/blob-store.ts'
import { takeIds } from '../../store/db/sequences.ts'
import { insertInto } from '../../store/db/statements.ts'
import type { Store } from '../../store/db/store.ts'
import { uploads } from '../../store/db/tables/workspace/uploads.ts'
import type { BareContext } from '../call.ts'
import { keepFile } from '../files/kept-files.ts'
import type { Upload } from './find-upload.ts'

const DEFAULT_PART_BYTES = 8 * 1_048_576

const MAX_PROPOSED = 1_000

const insertUpload = insertInto(uploads)

/** Creates an upload that expires after a lifetime unless it is completed, with its proposed parts. */
export const createUpload = (call: BareContext, declared: DeclaredUpload, lifetimeMs: number) => {
  const partSizeBytes = partSizeFor(declared)
  const upload = openUpload(call, declared, lifetimeMs)
  const partCount = Math.max(1, Math.ceil(declared.size / partSizeBytes))
  return { ...upload, partSizeBytes, partCount }
}

const COUNT_OPEN = `SELECT count(*) FROM uploads
   WHERE status = 'open' AND (expires_at_ms IS NULL OR expires_at_ms > ?)`

/** Records an upload that expires after a lifetime; the path is its own unless another one is given. */
export const openUpload = (
  call: BareContext,
  declared: DeclaredUpload,
  lifetimeMs: number,
  state: Pick<Partial<Upload>, 'filePath' | 'headers'> = {},
) => {
  const { max } = LIMITS.workspaceUploads
  if ((call.store.value<number>(COUNT_OPEN, call.nowMs) ?? 0) >= max)
    throw refuse.tooManyUploads(max)
  return newUpload(call, declared, {
    ...state,
    status: 'open',
    expiresAtMs: call.nowMs + lifetimeMs,
  })
}

/** Records a file that was sent in one request as a completed upload, and returns its path. */
export const keepUpload = (
  call: BareContext,
  declared: { name: string; type?: string },
  file: StoredFile,
  object: Pick<Upload, 'filePath' | 'crc64' | 'headers'> | undefined = undefined,
) => {
  if (object) replaceFile(call.store, object.filePath)
  const fileDigest = keepFile(call.store, file)
  const completed = { status: 'completed', completedAtMs: call.nowMs, fileDigest } as const
  return newUpload(call, { ...declared, size: file.sizeBytes }, { ...completed, ...object })
}

/** Releases the file of a path, and deletes the upload that it came from. */
export const replaceFile = (store: Store, path: string): void => {
  const replaced = store.get<{ id: string; digest: string }>(FILE_AT, path)
  if (replaced === undefined) return
  deleteUpload(store, replaced.id)
  store.run(FORGET_FILE, { digest: replaced.digest })
}

export const deleteUpload = (store: Store, id: string): void => {
  store.run('DELETE FROM upload_parts WHERE upload_id = ?', id)
  store.run('DELETE FROM uploads WHERE id = ?', id)
}

const FILE_AT = `SELECT id, file_digest AS digest FROM uploads
   WHERE file_path = ? AND file_digest IS NOT NULL`

const FORGET_FILE = `DELETE FROM files WHERE digest = :digest
   AND NOT EXISTS (SELECT 1 FROM uploads WHERE file_digest = :digest)
   AND NOT EXISTS (SELECT 1 FROM atoms WHERE file_digest = :digest)
   AND NOT EXISTS (SELECT 1 FROM sub_resources WHERE file_digest = :digest)`

/** Records an upload; the path is its own unless the state has one. */
const newUpload = (
  call: BareContext,
  { name, type, size }: DeclaredUpload,
  state: Pick<Upload, 'status'> & Partial<Upload>,
) => {
  const number = takeIds(call.store, 'upload')
  const id = call.uuid(number)
  const filePath = state.filePath ?? `upload/${id.replaceAll('-', '')}${safeExtension(name)}`
  insertUpload(call.store, {
    id,
    filePath,
    name,
    mediaType: type || 'application/octet-stream',
    sizeBytes: size,
    createdAtMs: call.nowMs,
    expiresAtMs: null,
    completedAtMs: null,
    fileDigest: null,
    crc64: null,
    headers: null,
    ...state,
  })
  return { uploadId: id, filePath }
}

/** The extension of a file for the end of its path; an unusual one is omitted. */
const safeExtension = (name: string): string => {
  const extension = extensionOf(name)
  return /^[a-z0-9]{1,10}$/.test(extension) ? `.${extension}` : ''
}

const partSizeFor = ({ size, partSizeBytes = DEFAULT_PART_BYTES }: DeclaredUpload): number => {
  const { minBytes, maxBytes, parts } = PART_LIMITS
  if (size > maxBytes * parts)
    throw refuse.outOfRange('size', `be at most ${maxBytes * parts}, ${parts} parts of 5 GiB`)
  return Math.min(maxBytes, Math.max(minBytes, partSizeBytes, Math.ceil(size / MAX_PROPOSED)))
}
