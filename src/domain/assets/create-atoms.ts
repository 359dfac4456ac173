import mime from 'mime-types'
import { refuse } from '../../contract/errors/refusals.ts'
import type { DeclaredFile } from '../../contract/resources/asset-shapes.ts'
import { extensionOf } from '../../kernel/text.ts'
import { takeIds } from '../../store/db/sequences.ts'
import { insertInto } from '../../store/db/statements.ts'
import type { Store } from '../../store/db/store.ts'
import { atoms } from '../../store/db/tables/workspace/assets.ts'
import type { FileFacts } from '../../store/media/media.ts'
import { displayedSize } from '../../store/media/work.ts'
import type { ServiceContext, WaitingContext } from '../call.ts'
import { isRightType } from '../files/media-types.ts'
import { placeholderPicture } from '../files/placeholder-picture.ts'
import { findCompletedUpload, findUnfinishedUpload, mustBeAlive } from '../uploads/find-upload.ts'
import { findMeantPath } from '../uploads/meant-path.ts'
import { isKind } from './kinds.ts'

interface UploadedFile {
  digest: string | null
  sizeBytes: number
  declaredType: string
  /** Undefined when its bytes are missing. */
  facts: FileFacts | undefined
}

/** Facts of an atom from its file (A-16-2), or the declared ones without a file. */
type AtomFacts = Pick<
  typeof atoms.$inferSelect,
  'sizeBytes' | 'mediaType' | 'fileDigest' | 'width' | 'height' | 'durationMs' | 'wordNum'
>

const insertAtom = insertInto(atoms)

const NOT_READ = { width: null, height: null, durationMs: null, wordNum: null }

const UNKNOWN_MEDIA_TYPE = 'application/octet-stream'

export const hasUploadedFile = (store: Store, files: readonly DeclaredFile[]): boolean =>
  files.some(({ path }) => findCompletedUpload(store, path) !== undefined)

/** Reads the facts of the files at the paths, until the client leaves. */
export const readUploadedFiles = async (
  call: WaitingContext,
  files: readonly DeclaredFile[],
): Promise<(UploadedFile | undefined)[]> => {
  const read = new Map<string, UploadedFile | undefined>()
  const found: (UploadedFile | undefined)[] = []
  for (const file of files) {
    if (found.length > 0) call.signal.throwIfAborted()
    const key = JSON.stringify([file.path, file.name, file.type])
    if (!read.has(key)) read.set(key, await readUploadedFile(call, file))
    found.push(read.get(key))
  }
  return found
}

const readUploadedFile = async (
  call: WaitingContext,
  { path, name, type }: DeclaredFile,
): Promise<UploadedFile | undefined> => {
  const upload = findCompletedUpload(call.store, path)
  if (!upload) return undefined
  const { mediaType: declaredType, sizeBytes, file } = upload
  if (!file) return { digest: null, sizeBytes, declaredType, facts: undefined }
  const hint = { name, mediaType: type || declaredType }
  const facts = await call.files.readFacts(file.digest, hint)
  return { digest: file.digest, sizeBytes: file.sizeBytes, declaredType, facts }
}

/** Makes one atom per file, in order, and returns their ids (E16). */
export const createAtoms = (
  call: ServiceContext,
  files: readonly DeclaredFile[],
  uploaded: readonly (UploadedFile | undefined)[] = [],
): number[] => {
  if (files.length === 0) call.warn('empty-list', 'fileList')
  return files.map((file, index) => {
    const facts = factsOf(call, file, `fileList[${index}]`, uploaded[index])
    const id = takeIds(call.store, 'assetOrFile')
    insertAtom(call.store, {
      id,
      path: file.path,
      name: file.name,
      extension: fileExtensionOf(file.name),
      ...facts,
      createUser: call.actor.id,
      createdAtMs: call.nowMs,
      assetId: null,
    })
    return id
  })
}

/** That of a name; the file of an atom never has the kind of another asset as its extension. */
const fileExtensionOf = (name: string): string => {
  const extension = extensionOf(name)
  return isKind(extension) ? '' : extension
}

const factsOf = (
  call: ServiceContext,
  file: DeclaredFile,
  field: string,
  uploaded: UploadedFile | undefined,
): AtomFacts => {
  const { type = '' } = file
  if (isKind(type))
    throw refuse.wrongFormat(`${field}.type`, 'the media type of a file, not a kind of asset', type)
  if (!(uploaded && isStillThere(call, file, uploaded))) return declaredFacts(call, file, field)
  const { digest, sizeBytes, declaredType: uploadedAs, facts } = uploaded
  if (file.size !== undefined && file.size !== sizeBytes)
    throw refuse.wrongSize(`${field}.size`, file.size, sizeBytes)
  const common = { sizeBytes, fileDigest: digest }
  if (!facts) {
    call.warn('bytes-missing', `${field}.path`)
    return { ...NOT_READ, ...common, mediaType: file.type || uploadedAs }
  }
  reportFacts(call, file, field, facts)
  const { mediaType, durationMs, wordNum } = facts
  return { ...common, mediaType, durationMs, wordNum, ...displayedSize(facts) }
}

/** Files are read before the transaction, and a state can take them away meanwhile. */
const isStillThere = (call: ServiceContext, { path }: DeclaredFile, { digest }: UploadedFile) => {
  const now = findCompletedUpload(call.store, path)
  return now !== undefined && (now.file?.digest ?? null) === digest
}

const reportFacts = (
  call: ServiceContext,
  file: DeclaredFile,
  field: string,
  facts: FileFacts,
): void => {
  if (file.type && !isRightType(file.type, facts.mediaType))
    call.warn('type-differs-from-file', `${field}.type`, facts.mediaType)
  if (!facts.isReadable) call.warn('unreadable-file', `${field}.path`)
}

const declaredFacts = (call: ServiceContext, file: DeclaredFile, field: string): AtomFacts => {
  judgeMissingFile(call, file.path, `${field}.path`)
  const { size: sizeBytes = 0 } = file
  const mediaType = declaredType(file)
  const picture = placeholderPicture(mediaType, sizeBytes)
  if (picture && file.size !== undefined && sizeBytes < picture.bytes.length)
    call.warn('size-below-picture', `${field}.size`)
  const { width = null, height = null } = picture ?? {}
  return { ...NOT_READ, width, height, sizeBytes, mediaType, fileDigest: null }
}

/** The declared type, or by default the type that the name implies (A-16-2). */
const declaredType = ({ name, type = '' }: DeclaredFile): string =>
  type || mime.lookup(extensionOf(name)) || UNKNOWN_MEDIA_TYPE

/** Refuses a path without a completed upload, or reports what is known of it (A-16-1). */
const judgeMissingFile = (call: ServiceContext, path: string, field: string): void => {
  const upload = findUnfinishedUpload(call, path)
  const meant = upload ? undefined : findMeantPath(call.store, path)
  if (call.variant('A-16-1') === 'refused') throw refuse.neverUploaded(field, path, meant)
  if (!upload) {
    call.warn(meant === undefined ? 'path-never-uploaded' : 'path-in-other-form', field, meant)
    call.outcome('never-uploaded')
  } else if (upload.status === 'open') {
    if (call.variant('A-16-1.taken') === 'refused') throw refuse.openUpload(field, upload.id)
    call.warn('upload-not-completed', field)
  } else {
    if (call.variant('A-16-1.taken') === 'refused') mustBeAlive(upload, field)
    call.warn('upload-ended', field)
  }
}
