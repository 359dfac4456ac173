import { signal } from '@preact/signals'
import { OperationError } from '#src/client/errors.ts'
import type { ServerInfo } from '#src/client/generated/control.ts'
import type { BeginUploadAnswer, E16Result, E21Result } from '#src/client/generated/interface.ts'
import { payloadOf } from '#src/client/operation-answer.ts'
import { control } from '../../api/control.ts'
import { atMost, noteChange } from '../../api/loaded.ts'
import { callOperation, type OperationId, readFixtures } from '../../api/operations.ts'
import { ownFileUrl } from '../../api/own-files.ts'
import { BASE } from '../../api/place.ts'
import { t } from '../../texts/words.ts'

/** A file on its way into the library. */
export interface Upload {
  readonly id: number
  readonly workspace: string
  readonly name: string
  readonly size: number
  readonly sent: number
  readonly step: 'waiting' | UploadStep | 'done' | 'asked' | 'cancelled' | 'failed'
  readonly problem?: string
  readonly assetId?: number
  /** The approval that has to be decided before there is an asset. */
  readonly approvalId?: number
  readonly cancel: () => void
}

/** Where dropped files go. */
export type Destination = Pick<UploadTarget, 'workspace' | 'as' | 'approver' | 'collectionId'>

/** A file that was dropped or chosen; a folder has no bytes to send. */
export interface Dropped {
  readonly file: File
  readonly isFolder: boolean
}

/** Files of one drop. */
const MAX_FILES = 200

/** All uploads of the page, which go on when another view is opened. */
export const uploads = signal<readonly Upload[]>([])

const ENDED: ReadonlySet<Upload['step']> = new Set(['done', 'asked', 'cancelled', 'failed'])

/** Whether an upload is over. */
export const hasEnded = ({ step }: Upload): boolean => ENDED.has(step)

let lastId = 0
const inTurn = atMost(2)

const change = (id: number, by: Partial<Upload>): void => {
  uploads.value = uploads.value.map((upload) => (upload.id === id ? { ...upload, ...by } : upload))
}

/** Uploads files one after the other; of more than a person drops at once the rest is refused with a sentence. */
export const addFiles = (
  dropped: readonly Dropped[],
  destination: Destination,
): string | undefined => {
  for (const one of dropped.slice(0, MAX_FILES)) add(one, destination)
  return dropped.length > MAX_FILES
    ? t('At most {1} files can be uploaded at once.', MAX_FILES)
    : undefined
}

/** Forgets the uploads of a workspace that are over. */
export const clearEnded = (workspace: string): void => {
  uploads.value = uploads.value.filter((one) => one.workspace !== workspace || !hasEnded(one))
}

const add = ({ file, isFolder }: Dropped, destination: Destination): void => {
  lastId += 1
  const id = lastId
  const ending = new AbortController()
  const { name, size } = file
  const begun: Upload = {
    id,
    workspace: destination.workspace,
    name,
    size,
    sent: 0,
    step: isFolder ? 'failed' : 'waiting',
    ...(isFolder && { problem: t('This is a folder; drop the files in it instead.') }),
    cancel: () => ending.abort(new DOMException('cancelled', 'AbortError')),
  }
  uploads.value = [begun, ...uploads.value]
  if (isFolder) return
  const target = { ...destination, ...reportOf(id), signal: ending.signal }
  inTurn(() => run(file, target, id)).catch(() => undefined)
}

const reportOf = (id: number): Pick<UploadTarget, 'onStep' | 'onSent'> => ({
  onStep: (step) => change(id, { step }),
  onSent: (sent) => change(id, { sent }),
})

const run = async (file: File, target: UploadTarget, id: number): Promise<void> => {
  try {
    target.signal.throwIfAborted()
    const outcome = await uploadFile(file, target)
    change(id, { ...outcome, sent: file.size, step: 'assetId' in outcome ? 'done' : 'asked' })
  } catch (error) {
    change(
      id,
      target.signal.aborted ? { step: 'cancelled' } : { step: 'failed', problem: describe(error) },
    )
  }
  noteChange()
}

const describe = (error: unknown): string => {
  if (error instanceof OperationError) return `${error.code ?? ''} ${error.message}`.trim()
  return error instanceof Error ? error.message : String(error)
}

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
const uploadFile = async (file: File, target: UploadTarget): Promise<UploadOutcome> => {
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
  if (assetId === undefined) throw new Error(t('E21 did not ingest the atom; see the journal.'))
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
