import { signal } from '@preact/signals'
import { OperationError } from '#src/client/errors.ts'
import { atMost, noteChange } from '../../api/loaded.ts'
import { t } from '../../texts/words.ts'
import { type UploadStep, type UploadTarget, uploadFile } from './upload-file.ts'

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
