import { signal } from '@preact/signals'
import { OperationError } from '#src/client/errors.ts'
import type { E21Result } from '#src/client/generated/interface.ts'
import { uploadBlob } from '#src/client/upload-blob.ts'
import { WorkQueue } from '#src/kernel/work-queue.ts'
import { connectionIn } from '../../api/control.ts'
import { noteChange } from '../../api/loaded.ts'
import { callerIn, callOperation, readFixtures } from '../../api/operations.ts'
import { t } from '../../texts/words.ts'

export const STEPS = {
  waiting: 'waiting',
  sending: 'sending parts',
  merging: 'merging parts (E13)',
  atom: 'creating an atom (E16)',
  ingesting: 'ingesting it (E21)',
  adding: 'adding it to the collection (E22)',
  asking: 'requesting approval (E9)',
  done: 'done',
  asked: 'sent for approval',
  cancelled: 'canceled; the upload was aborted',
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

export const uploads = signal<readonly Upload[]>([])

const ENDED: ReadonlySet<Upload['step']> = new Set(['done', 'asked', 'cancelled', 'failed'])

export const hasEnded = ({ step }: Upload): boolean => ENDED.has(step)

export const clearEnded = (workspace: string): void => {
  uploads.value = uploads.value.filter((one) => one.workspace !== workspace || !hasEnded(one))
}

let lastId = 0
const inTurn = new WorkQueue(2)

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
  inTurn.run(() => run(file, target)).catch(() => undefined)
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
  if (error instanceof OperationError) return `${error.code ?? ''} ${error.refusal}`.trim()
  return error instanceof Error ? error.message : String(error)
}

/** Uploads a file as any client does: begin, parts, E13, E16, then E21 and E22, or E9. */
const uploadFile = async (file: File, target: Target): Promise<void> => {
  const { workspace, as, approver, signal, report } = target
  // A folder cannot be read.
  await file.slice(0, 1).arrayBuffer()
  report({ step: 'sending' })
  const { name } = file
  const { atomId } = await uploadBlob(connectionIn(workspace), await callerIn(workspace), file, {
    name,
    // A browser does not know every media type, and the server reads it from the bytes then.
    type: file.type || undefined,
    as,
    signal,
    onProgress: ({ sentBytes }) => report({ sent: sentBytes }),
    onStep: (operation) => report({ step: operation === 'E13' ? 'merging' : 'atom' }),
  })
  if (approver === undefined) return ingest([atomId], target)
  report({ step: 'asking' })
  report({ step: 'asked', approvalId: await askFor([atomId], name, target) })
}

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
    assignees: { task1: [idOf(target.approver)] },
    objects,
  }
  return callOperation<number>('E9', param, target)
}
