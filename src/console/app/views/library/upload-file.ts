import type { ServerInfo } from '#src/client/generated/control.ts'
import type { BeginUploadAnswer, E16Result, E21Result } from '#src/client/generated/interface.ts'
import { payloadOf } from '#src/client/operation-answer.ts'
import { control } from '../../api/control.ts'
import { callOperation, type OperationId, readFixtures } from '../../api/operations.ts'
import { ownFileUrl } from '../../api/own-files.ts'
import { BASE } from '../../api/place.ts'
import { t } from '../../texts/words.ts'

/** A step of an upload, in order. */
export type UploadStep = 'sending' | 'merging' | 'atom' | 'ingesting' | 'adding' | 'asking'

/** Where a file goes, and who is told. */
export interface UploadTarget {
  readonly workspace: string
  /** E-mail address of the acting user; the owner of the application without it. */
  readonly as: string | undefined
  /** E-mail address of the user who has to approve; E21 ingests at once without it. */
  readonly approver: string | undefined
  /** The collection that the asset is added to, if any. */
  readonly collectionId: number | undefined
  readonly signal: AbortSignal
  readonly onStep: (step: UploadStep) => void
  readonly onSent: (bytes: number) => void
}

/** What became of a file: an asset, or an approval that has to be decided first. */
export type UploadOutcome = { readonly assetId: number } | { readonly approvalId: number }

const CATEGORY = 'MATERIAL_FROM_EXTERNAL_SOURCE_PUBLISHING'

/** Calls an operation for an upload. */
const call = <T>(
  id: OperationId,
  param: object,
  { workspace, as, signal }: UploadTarget,
): Promise<T> => callOperation<T>(id, param, { workspace, signal, ...(as !== undefined && { as }) })

/** Uploads a file as any client does: begin, parts, E13, E16, then E21 and E22, or E9. */
export const uploadFile = async (file: File, target: UploadTarget): Promise<UploadOutcome> => {
  const { onStep, approver } = target
  onStep('sending')
  const path = await sendFile(file, target)
  onStep('atom')
  const fileList = [{ path, ...factsOf(file) }]
  const { assetElementIdList } = await call<E16Result>('E16', { fileList }, target)
  return approver === undefined
    ? { assetId: await ingest(assetElementIdList, target) }
    : { approvalId: await askFor(assetElementIdList, approver, file.name, target) }
}

/** A browser does not know every media type, and the server reads it from the bytes then. */
const factsOf = ({ name, size, type }: File) => ({ name, size, ...(type !== '' && { type }) })

const ingest = async (assetIdList: readonly number[], target: UploadTarget): Promise<number> => {
  const { collectionId, onStep } = target
  onStep('ingesting')
  const { successMaterialIdList } = await call<E21Result>('E21', { assetIdList }, target)
  const [assetId] = successMaterialIdList
  if (assetId === undefined)
    throw new Error(t('E21 did not ingest the atom; the journal shows the call.'))
  if (collectionId === undefined) return assetId
  onStep('adding')
  await call('E22', { collectionId, assetIds: [assetId] }, target)
  return assetId
}

/** Asks a user to approve atoms (E9), which ingests them. */
const askFor = async (
  objects: readonly number[],
  approver: string,
  name: string,
  target: UploadTarget,
): Promise<number> => {
  target.onStep('asking')
  const { users, approval } = await readFixtures(target.workspace)
  const idOf = (wanted: string | undefined) =>
    Object.values(users ?? {}).find(({ email }) => email === wanted)?.id
  const param = {
    variables: {},
    detailName: name,
    name,
    category: CATEGORY,
    processDefinitionId: approval?.processDefinitionId,
    submitter: idOf(target.as) ?? users?.owner?.id,
    assignees: { task1: [idOf(approver)] },
    objects,
  }
  return call<number>('E9', param, target)
}

type Begun = Extract<BeginUploadAnswer, { code: '0' }>['result']

/** Sends all parts of a file and merges them; an upload that is not merged is aborted. Returns its path. */
const sendFile = async (file: File, target: UploadTarget): Promise<string> => {
  const [{ app }, { filesPath }] = await Promise.all([
    readFixtures(target.workspace),
    control<ServerInfo>('GET', '/server', { workspace: null }),
  ])
  const uploads = `${BASE}/w/${target.workspace}${filesPath}/uploads`
  const headers = { 'access-token': app?.accessToken ?? '' }
  const begun = await ask<Begun>('begin-upload', uploads, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(factsOf(file)),
    signal: target.signal,
  })
  const { uploadId, filePath } = begun
  try {
    const partETags = await sendParts(file, begun, target)
    target.onStep('merging')
    await call('E13', { filePath, uploadId, partETags }, target)
    return filePath
  } catch (error) {
    const url = `${uploads}/${encodeURIComponent(uploadId)}`
    await ask('abort-upload', url, { method: 'DELETE', headers }).catch(() => undefined)
    throw error
  }
}

const ask = async <T>(name: string, url: string, request: RequestInit): Promise<T> => {
  const reply = await fetch(url, { ...request, credentials: 'omit' }).catch((error: unknown) => {
    throw request.signal?.aborted
      ? error
      : new Error(t('The connection was lost while the file was sent.'))
  })
  return payloadOf(name, 'plain', reply.status, await reply.text()) as T
}

const sendParts = async (
  file: File,
  { parts, partSizeBytes }: Begun,
  { signal, onSent }: UploadTarget,
): Promise<{ partNumber: number; etag: string }[]> => {
  const etags: { partNumber: number; etag: string }[] = []
  for (const { partNumber, url } of parts) {
    const start = (partNumber - 1) * partSizeBytes
    const body = file.slice(start, start + partSizeBytes)
    const part = { method: 'PUT', body, signal }
    const { etag } = await ask<{ etag: string }>('send-part', ownFileUrl(url) ?? url, part)
    etags.push({ partNumber, etag })
    onSent(start + body.size)
  }
  return etags
}
