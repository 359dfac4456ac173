import type { StoredFile } from '../../blobs/blob-store.ts'
import { type DeclaredUpload, PART_LIMITS } from '../../contract/resources/upload-shapes.ts'
import { takeIds } from '../../db/sequences.ts'
import { insertInto } from '../../db/statements.ts'
import type { Store } from '../../db/store.ts'
import { uploads } from '../../db/tables/workspace/uploads.ts'
import { refuse } from '../../errors/refusals.ts'
import { extensionOf } from '../../kernel/text.ts'
import type { BareContext } from '../call.ts'
import { keepFile } from '../files/kept-files.ts'
import type { Upload } from './find-upload.ts'

const DEFAULT_PART_BYTES = 8 * 1_048_576

const MAX_PROPOSED = 1_000

const insertUpload = insertInto(uploads)

/** Creates an upload that expires after a lifetime unless it is completed, with its proposed parts. */
export const createUpload = (call: BareContext, declared: DeclaredUpload, lifetimeMs: number) => {
  const partSizeBytes = partSizeFor(declared)
  const expiresAtMs = call.nowMs + lifetimeMs
  const upload = newUpload(call, declared, { status: 'open', expiresAtMs })
  const partCount = Math.max(1, Math.ceil(declared.size / partSizeBytes))
  return { ...upload, partSizeBytes, partCount }
}

/** Records a file that was sent in one request as a completed upload, and returns its path. */
export const keepUpload = (
  call: BareContext,
  declared: { name: string; type?: string },
  file: StoredFile,
  object: Pick<Upload, 'filePath' | 'crc64'> | undefined = undefined,
) => {
  if (object) replaceFile(call.store, object.filePath)
  const fileDigest = keepFile(call.store, file)
  const completed = { status: 'completed', completedAtMs: call.nowMs, fileDigest } as const
  return newUpload(call, { ...declared, size: file.sizeBytes }, { ...completed, ...object })
}

/** Releases the file of a path, which gets another one; its upload stays completed. */
export const replaceFile = (store: Store, path: string): void => {
  const digest = store.value<string>(FILE_AT, path)
  if (digest === undefined) return
  store.run('UPDATE uploads SET file_digest = NULL WHERE file_path = ?', path)
  store.run(FORGET_FILE, { digest })
}

const FILE_AT = 'SELECT file_digest FROM uploads WHERE file_path = ? AND file_digest IS NOT NULL'

const FORGET_FILE = `DELETE FROM files WHERE digest = :digest
   AND NOT EXISTS (SELECT 1 FROM uploads WHERE file_digest = :digest)
   AND NOT EXISTS (SELECT 1 FROM atoms WHERE file_digest = :digest)
   AND NOT EXISTS (SELECT 1 FROM sub_resources WHERE file_digest = :digest)`

/** Records an upload; the path is its own unless the state has one. */
export const newUpload = (
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
