import { signal } from '@preact/signals'
import { OperationError } from '#src/client/errors.ts'
import type { ServerInfo } from '#src/client/generated/control.ts'
import type { BeginUploadAnswer, E16Result, E21Result } from '#src/client/generated/interface.ts'
import { payloadOf } from '#src/client/operation-answer.ts'
import { control } from '../../api/control.ts'
import { atMost, noteChange } from '../../api/loaded.ts'
import { callOperation, readFixtures } from '../../api/operations.ts'
import { ownFileUrl } from '../../api/own-files.ts'
import { BASE } from '../../api/place.ts'
import { t } from '../../texts/words.ts'

export const STEPS = {
  waiting: 'waiting',
  sending: 'sending the parts',
  merging: 'merging the parts (E13)',
  atom: 'making an atom (E16)',
  ingesting: 'ingesting it (E21)',
  adding: 'adding it to the collection (E22)',
  asking: 'asking for approval (E9)',
  done: 'done',
  asked: 'sent for approval',
  cancelled: 'cancelled; the upload was aborted',
  failed: 'failed',
} as const

export interface Upload {
  readonly id: number
  readonly workspace: string
  readonly name: string
  readonly size: number
  readonly sent: number
  readonly step: keyof typeof STEPS
  readonly problem?: string
  readonly assetId?: number
  readonly approvalId?: number
  readonly cancel: () => void
}

export interface Destination {
  readonly workspace: string
  /** E-mail address of the acting user; the owner of the application without it. */
  readonly as: string | undefined
  /** E-mail address of the user who has to approve; E21 ingests at once without it. */
  readonly approver: string | undefined
  readonly collectionId: number | undefined
}

/** All uploads of the page, which go on when another view is opened. */
export const uploads = signal<readonly Upload[]>([])

const ENDED: ReadonlySet<Upload['step']> = new Set(['done', 'asked', 'cancelled', 'failed'])

export const hasEnded = ({ step }: Upload): boolean => ENDED.has(step)

export const clearEnded = (workspace: string): void => {
  uploads.value = uploads.value.filter((one) => one.workspace !== workspace || !hasEnded(one))
}

let lastId = 0
const inTurn = atMost(2)

export const addFile = (file: File, destination: Destination): void => {
  lastId += 1
  const id = lastId
  const ending = new AbortController()
  const { name, size } = file
  const cancel = (): void => ending.abort(new DOMException('cancelled', 'AbortError'))
  const { workspace } = destination
  uploads.value = [
    { id, workspace, name, size, sent: 0, step: 'waiting', cancel },
    ...uploads.value,
  ]
  const report = (by: Partial<Upload>): void => {
    uploads.value = uploads.value.map((one) => (one.id === id ? { ...one, ...by } : one))
  }
  const target = { ...destination, signal: ending.signal, report }
  inTurn(() => run(file, target)).catch(() => undefined)
}

interface Target extends Destination {
  readonly signal: AbortSignal
  readonly report: (by: Partial<Upload>) => void
}

const run = async (file: File, target: Target): Promise<void> => {
  const { signal, report } = target
  try {
    signal.throwIfAborted()
    await uploadFile(file, target)
  } catch (error) {
    report(signal.aborted ? { step: 'cancelled' } : { step: 'failed', problem: describe(error) })
  }
  noteChange()
}

const describe = (error: unknown): string => {
  if (error instanceof OperationError) return `${error.code ?? ''} ${error.message}`.trim()
  return error instanceof Error ? error.message : String(error)
}

/** Uploads a file as any client does: begin, parts, E13, E16, then E21 and E22, or E9. */
const uploadFile = async (file: File, target: Target): Promise<void> => {
  const { report, approver } = target
  // A folder cannot be read.
  await file.slice(0, 1).arrayBuffer()
  report({ step: 'sending' })
  const path = await sendFile(file, target)
  report({ step: 'atom', sent: file.size })
  const fileList = [{ path, ...factsOf(file) }]
  const { assetElementIdList } = await callOperation<E16Result>('E16', { fileList }, target)
  if (approver === undefined) return ingest(assetElementIdList, target)
  report({ step: 'asking' })
  const approvalId = await askFor(assetElementIdList, approver, file.name, target)
  report({ step: 'asked', approvalId })
}

/** A browser does not know every media type, and the server reads it from the bytes then. */
const factsOf = ({ name, size, type }: File) => ({ name, size, type: type || undefined })

const ingest = async (assetIdList: readonly number[], target: Target): Promise<void> => {
  const { collectionId, report } = target
  report({ step: 'ingesting' })
  const { successMaterialIdList } = await callOperation<E21Result>('E21', { assetIdList }, target)
  const [assetId] = successMaterialIdList
  if (assetId === undefined) throw new Error(t('E21 did not ingest the atom; see the journal.'))
  if (collectionId !== undefined) {
    report({ step: 'adding' })
    await callOperation('E22', { collectionId, assetIds: [assetId] }, target)
  }
  report({ step: 'done', assetId })
}

/** Asks a user to approve atoms (E9), which ingests them; returns the id of the approval. */
const askFor = async (
  objects: readonly number[],
  approver: string,
  name: string,
  target: Target,
): Promise<number> => {
  const { users, approval } = await readFixtures(target.workspace)
  const idOf = (wanted: string | undefined) =>
    Object.values(users ?? {}).find(({ email }) => email === wanted)?.id
  const param = {
    variables: {},
    detailName: name,
    name,
    category: 'MATERIAL_FROM_EXTERNAL_SOURCE_PUBLISHING',
    processDefinitionId: approval?.processDefinitionId,
    submitter: idOf(target.as) ?? users?.owner?.id,
    assignees: { task1: [idOf(approver)] },
    objects,
  }
  return callOperation<number>('E9', param, target)
}

type Begun = Extract<BeginUploadAnswer, { code: '0' }>['result']

/** Sends all parts of a file and merges them; an upload that is not merged is aborted. Returns its path. */
const sendFile = async (file: File, target: Target): Promise<string> => {
  const { workspace, signal } = target
  const [{ app }, { filesPath }] = await Promise.all([
    readFixtures(workspace),
    control<ServerInfo>('GET', '/server', { workspace: null }),
  ])
  const url = `${BASE}/w/${workspace}${filesPath}/uploads`
  const headers = { 'access-token': app?.accessToken ?? '' }
  const begun = await ask<Begun>('begin-upload', url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(factsOf(file)),
    signal,
  })
  const { uploadId, filePath } = begun
  try {
    const partETags = await sendParts(file, begun, target)
    target.report({ step: 'merging' })
    await callOperation('E13', { filePath, uploadId, partETags }, target)
    return filePath
  } catch (error) {
    const abort = { method: 'DELETE', headers }
    const path = `${url}/${encodeURIComponent(uploadId)}`
    await ask('abort-upload', path, abort).catch(() => undefined)
    throw error
  }
}

const ask = async <T>(name: string, url: string, request: RequestInit): Promise<T> => {
  const reply = await fetch(url, { ...request, credentials: 'omit' })
  return payloadOf(name, 'plain', reply.status, await reply.text()) as T
}

const sendParts = async (
  file: File,
  { parts, partSizeBytes }: Begun,
  { signal, report }: Target,
): Promise<{ partNumber: number; etag: string }[]> => {
  const etags: { partNumber: number; etag: string }[] = []
  for (const { partNumber, url } of parts) {
    const start = (partNumber - 1) * partSizeBytes
    const body = file.slice(start, start + partSizeBytes)
    const part = { method: 'PUT', body, signal }
    const { etag } = await ask<{ etag: string }>('send-part', ownFileUrl(url) ?? url, part)
    etags.push({ partNumber, etag })
    report({ sent: start + body.size })
  }
  return etags
}
