import { signal } from '@preact/signals'
import { OperationError } from '#src/client/errors.ts'
import { noteChange } from '../../api/changes.ts'
import type { UploadStep, UploadTarget } from './send-file.ts'
import { uploadFile } from './upload-file.ts'
import { uploadWords } from './upload-texts.ts'

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

/** Files of one drop, and uploads that run at once. */
const MAX_FILES = 200
const MAX_AT_ONCE = 2

/** All uploads of the page, which go on when another view is opened. */
export const uploads = signal<readonly Upload[]>([])

const ENDED: ReadonlySet<Upload['step']> = new Set(['done', 'asked', 'cancelled', 'failed'])

/** Whether an upload is over. */
export const hasEnded = ({ step }: Upload): boolean => ENDED.has(step)

let lastId = 0
let running = 0
const waiting: (() => Promise<void>)[] = []

const change = (id: number, by: Partial<Upload>): void => {
  uploads.value = uploads.value.map((upload) => (upload.id === id ? { ...upload, ...by } : upload))
}

/** Uploads files one after the other; of more than a person drops at once the rest is refused with a sentence. */
export const addFiles = (
  dropped: readonly Dropped[],
  destination: Destination,
): string | undefined => {
  for (const one of dropped.slice(0, MAX_FILES)) add(one, destination)
  return dropped.length > MAX_FILES ? uploadWords().tooManyFiles(MAX_FILES) : undefined
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
    ...(isFolder && { problem: uploadWords().folder }),
    cancel: () => ending.abort(new DOMException('cancelled', 'AbortError')),
  }
  uploads.value = [begun, ...uploads.value]
  if (isFolder) return
  waiting.push(() => run(file, { ...destination, ...reportOf(id), signal: ending.signal }, id))
  startNext()
}

const reportOf = (id: number): Pick<UploadTarget, 'onStep' | 'onSent'> => ({
  onStep: (step) => change(id, { step }),
  onSent: (sent) => change(id, { sent }),
})

const startNext = (): void => {
  while (running < MAX_AT_ONCE) {
    const next = waiting.shift()
    if (!next) return
    running += 1
    next()
      .catch(() => undefined)
      .then(() => {
        running -= 1
        startNext()
      })
      .catch(() => undefined)
  }
}

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
