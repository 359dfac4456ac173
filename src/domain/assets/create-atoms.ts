import { placeholdersFor } from '../../db/placeholders.ts'
import { takeIds } from '../../db/sequences.ts'
import { prepared } from '../../db/store.ts'
import { atoms } from '../../db/tables/world/assets.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Call } from '../call.ts'
import { findCompletedUpload } from '../uploads/uploads.ts'
import { extensionOf } from './kinds.ts'

/** One file of E16; `size` in bytes, `type` a media type. */
export interface DeclaredFile {
  path: string
  name: string
  size?: number
  type?: string
}

const UNKNOWN_MEDIA_TYPE = 'application/octet-stream'

const insertAtom = prepared((store) =>
  store.orm.insert(atoms).values(placeholdersFor(atoms)).prepare(),
)

/** Makes one atom per file, in order, and answers their ids (E16). */
export const createAtoms = (call: Call, files: readonly DeclaredFile[]): number[] => {
  const facts = files.map((file, index) => factsOf(call, file, `param.fileList[${index}]`))
  const firstId = files.length === 0 ? 0 : takeIds(call.store, 'atom', files.length)
  return facts.map((fact, index) => {
    const id = firstId + index
    insertAtom(call.store).run({
      ...fact,
      id,
      extension: extensionOf(fact.name),
      createUser: call.actor.id,
      createdAtMs: call.nowMs,
      assetId: null,
    })
    return id
  })
}

const factsOf = (call: Call, file: DeclaredFile, field: string) => {
  const upload = findCompletedUpload(call.store, file.path)
  if (!upload) return declaredFacts(call, file, field)
  if (file.size !== undefined && file.size !== upload.sizeBytes)
    throw refuse.wrongSize(`${field}.size`, file.size, upload.sizeBytes)
  if (file.type !== undefined && file.type !== upload.mediaType)
    call.find('type-differs-from-file', `${field}.type`)
  return {
    path: file.path,
    name: file.name,
    sizeBytes: upload.sizeBytes,
    mediaType: upload.mediaType,
  }
}

const declaredFacts = (call: Call, file: DeclaredFile, field: string) => {
  if (call.assume('A-16-1') === 'refused') throw refuse.neverUploaded(`${field}.path`, file.path)
  call.find('path-never-uploaded', `${field}.path`)
  return {
    path: file.path,
    name: file.name,
    sizeBytes: file.size ?? 0,
    mediaType: file.type || UNKNOWN_MEDIA_TYPE,
  }
}
