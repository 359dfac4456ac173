import { LIMITS } from '../../kernel/limits.ts'
import type { CallEnd, CallOrigin, ObservedCall, PendingFinding } from './observed-call.ts'

interface OpenUpload {
  readonly uploadId: string
  readonly origin: CallOrigin
  isCompleted: boolean
}

/** `upload-never-completed` and `upload-never-used`: uploads that calls began and did not finish, by their paths. */
export class OpenUploads {
  readonly #open = new Map<string, OpenUpload>()

  learn(call: ObservedCall, { isLost }: CallEnd): void {
    const { operation, wasDone, body } = call
    if (!wasDone) return
    if (operation === 'begin-upload' || operation === 'send-file') this.#begun(call, isLost)
    else if (this.#open.size === 0) return
    else if (operation === 'E13') this.#completed(paramOf(body).filePath)
    else if (operation === 'E16') this.#used(paramOf(body).fileList)
    else if (operation === 'abort-upload') this.#aborted(call.url)
  }

  /** A finding for every upload that is not used yet, the oldest first. */
  pending(): readonly PendingFinding[] {
    return [...this.#open.values()].map(({ isCompleted, origin }) => ({
      code: isCompleted ? 'upload-never-used' : 'upload-never-completed',
      origin,
    }))
  }

  /** A caller that did not get the answer does not know the upload. */
  #begun(call: ObservedCall, isLost: boolean): void {
    const { uploadId, filePath } = resultIn(call.payload)
    if (typeof uploadId !== 'string' || typeof filePath !== 'string') return
    this.#open.delete(filePath)
    if (isLost) return
    const isCompleted = call.operation === 'send-file'
    this.#open.set(filePath, { uploadId, origin: call.origin, isCompleted })
    const [oldest] = this.#open.keys()
    if (this.#open.size > LIMITS.openUploads.max && oldest !== undefined) this.#open.delete(oldest)
  }

  #completed(path: unknown): void {
    const upload = this.#open.get(String(path))
    if (upload) upload.isCompleted = true
  }

  #used(files: unknown): void {
    if (!Array.isArray(files)) return
    for (const file of files) this.#open.delete(String(Object(file).path))
  }

  #aborted(url: string): void {
    const [path = ''] = url.split('?', 1)
    for (const [filePath, { uploadId }] of this.#open)
      if (path.endsWith(`/${uploadId}`)) this.#open.delete(filePath)
  }
}

type Fields = Readonly<Record<string, unknown>>

/** The parameters in the body of a call on the server side; empty where it has none. */
const paramOf = (body: unknown): Fields => Object(Object(body).param)

/** The payload of an answer in the plain envelope, sent as text. */
export const resultIn = (payload: unknown): Fields =>
  typeof payload === 'string' ? Object(JSON.parse(payload).result) : {}
