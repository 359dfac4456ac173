import type { StoredFile } from '../../blobs/blob-store.ts'
import { type DeclaredUpload, PART_LIMITS } from '../../contract/resources/upload-shapes.ts'
import { takeIds } from '../../db/sequences.ts'
import { insertInto } from '../../db/statements.ts'
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
) => {
  const fileDigest = keepFile(call.store, file)
  const completed = { status: 'completed', completedAtMs: call.nowMs, fileDigest } as const
  return newUpload(call, { ...declared, size: file.sizeBytes }, completed)
}

const newUpload = (
  call: BareContext,
  { name, type, size }: DeclaredUpload,
  state: Pick<Upload, 'status'> & Partial<Upload>,
) => {
  const number = takeIds(call.store, 'upload')
  const id = call.uuid(number)
  const filePath = `upload/${id.replaceAll('-', '')}${safeExtension(name)}`
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
