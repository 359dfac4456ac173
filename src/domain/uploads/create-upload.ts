import type { StoredFile } from '../../blobs/blob-store.ts'
import { placeholdersFor } from '../../db/placeholders.ts'
import { takeIds } from '../../db/sequences.ts'
import { prepared } from '../../db/store.ts'
import { uploads } from '../../db/tables/workspace/uploads.ts'
import { refuse } from '../../errors/refusals.ts'
import { extensionOf } from '../../kernel/file-names.ts'
import { LIMITS } from '../../limits.ts'
import type { BareContext } from '../call.ts'
import { keepFile } from '../files/keep-file.ts'

/** A file that is going to be uploaded: its name, its media type and its size in bytes, as declared. */
export interface DeclaredUpload {
  name: string
  type?: string
  size: number
  /** How the caller would like to cut it. */
  partSizeBytes?: number
}

/** How an upload can be cut (A-upload-2). */
export const PART_LIMITS = {
  minBytes: 102_400,
  maxBytes: LIMITS.partBytes.max,
  parts: LIMITS.parts.max,
} as const

const USUAL_PART_BYTES = 8 * 1_048_576

/** How many parts are proposed at most: each has an address to sign. */
const MAX_PROPOSED = 1_000

const insertUpload = prepared((store) =>
  store.orm.insert(uploads).values(placeholdersFor(uploads)).prepare(),
)

/** An upload that has begun, and how it should be cut. */
export interface BegunUpload {
  uploadId: string
  filePath: string
  partSizeBytes: number
  partCount: number
}

/** Begins an upload that expires after a time unless it is completed. */
export const beginUpload = (
  call: BareContext,
  declared: DeclaredUpload,
  lifetimeMs: number,
): BegunUpload => {
  const partSizeBytes = partSizeFor(declared)
  const { id, filePath } = newUpload(call, declared, {
    status: 'open',
    expiresAtMs: call.nowMs + lifetimeMs,
    completedAtMs: null,
    fileDigest: null,
  })
  const partCount = Math.max(1, Math.ceil(declared.size / partSizeBytes))
  return { uploadId: id, filePath, partSizeBytes, partCount }
}

/** Records a file that came in one request as a completed upload, and answers its path. */
export const keepUpload = (
  call: BareContext,
  declared: { name: string; type?: string },
  file: StoredFile,
): { filePath: string; uploadId: string } => {
  const { id, filePath } = newUpload(
    call,
    { ...declared, size: file.sizeBytes },
    {
      status: 'completed',
      expiresAtMs: null,
      completedAtMs: call.nowMs,
      fileDigest: keepFile(call.store, file),
    },
  )
  return { uploadId: id, filePath }
}

type State = Pick<
  typeof uploads.$inferSelect,
  'status' | 'expiresAtMs' | 'completedAtMs' | 'fileDigest'
>

const newUpload = (
  call: BareContext,
  { name, type, size }: DeclaredUpload,
  state: State,
): { id: string; filePath: string } => {
  const number = takeIds(call.store, 'upload')
  const id = call.uuid(number)
  const filePath = `upload/${id.replaceAll('-', '')}${safeExtension(name)}`
  insertUpload(call.store).run({
    id,
    filePath,
    name,
    mediaType: type || 'application/octet-stream',
    sizeBytes: size,
    createdAtMs: call.nowMs,
    ...state,
  })
  return { id, filePath }
}

/** As published elsewhere, a path ends with the extension of the file; an odd one is left out. */
const safeExtension = (name: string): string => {
  const extension = extensionOf(name)
  return /^[a-z0-9]{1,10}$/.test(extension) ? `.${extension}` : ''
}

const partSizeFor = ({ size, partSizeBytes = USUAL_PART_BYTES }: DeclaredUpload): number => {
  const { minBytes, maxBytes, parts } = PART_LIMITS
  if (size > maxBytes * parts)
    throw refuse.outOfRange('size', `be at most ${maxBytes * parts}, ${parts} parts of 5 GiB`)
  return Math.min(maxBytes, Math.max(minBytes, partSizeBytes, Math.ceil(size / MAX_PROPOSED)))
}
