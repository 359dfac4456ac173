import type { E16Result, E21Result } from '#src/client/generated/interface.ts'
import { readFixtures } from '../../api/fixtures.ts'
import { callOperation } from '../../api/operations.ts'
import { optionsOf, sendFile, typeOf, type UploadTarget } from './send-file.ts'
import { uploadWords } from './upload-texts.ts'

/** What became of a file: an asset, or an approval that has to be decided first. */
export type UploadOutcome = { readonly assetId: number } | { readonly approvalId: number }

/** Uploads a file as any client does: begin, parts, E13, E16, then E21 and E22, or E9. */
export const uploadFile = async (file: File, target: UploadTarget): Promise<UploadOutcome> => {
  target.onStep('sending')
  const path = await sendFile(file, target)
  target.onStep('atom')
  const { name, size } = file
  const { assetElementIdList } = await callOperation<E16Result>(
    'E16',
    { fileList: [{ path, name, size, ...typeOf(file) }] },
    optionsOf(target),
  )
  return target.approver === undefined
    ? { assetId: await ingest(assetElementIdList, target) }
    : { approvalId: await askFor(assetElementIdList, target.approver, name, target) }
}

const ingest = async (atoms: readonly number[], target: UploadTarget): Promise<number> => {
  const { collectionId, onStep } = target
  onStep('ingesting')
  const { successMaterialIdList } = await callOperation<E21Result>(
    'E21',
    { assetIdList: atoms },
    optionsOf(target),
  )
  const [assetId] = successMaterialIdList
  if (assetId === undefined) throw new Error(uploadWords().notIngested)
  if (collectionId === undefined) return assetId
  onStep('adding')
  await callOperation('E22', { collectionId, assetIds: [assetId] }, optionsOf(target))
  return assetId
}

const CATEGORY = 'MATERIAL_FROM_EXTERNAL_SOURCE_PUBLISHING'

/** Asks a user to approve atoms (E9), which ingests them. */
const askFor = async (
  objects: readonly number[],
  approver: string,
  name: string,
  target: UploadTarget,
): Promise<number> => {
  target.onStep('asking')
  const { users, approval } = await readFixtures(target.workspace)
  const known = Object.values(users ?? {})
  const idOf = (email: string | undefined) => known.find((user) => user.email === email)?.id
  return callOperation<number>(
    'E9',
    {
      variables: {},
      detailName: name,
      name,
      category: CATEGORY,
      processDefinitionId: approval?.processDefinitionId,
      submitter: idOf(target.as) ?? users?.owner?.id,
      assignees: { task1: [idOf(approver)] },
      objects,
    },
    optionsOf(target),
  )
}
