import type { MemoryAccount } from '../../kernel/memory-accounts.ts'
import { LIMITS } from '../../limits.ts'
import type { CallOrigin, ObservedCall } from '../observed-call.ts'
import { listIn, paramOf, resultIn } from './param-of.ts'
import type { CallEnd, PendingFinding, TrafficRule } from './traffic-rule.ts'

interface OpenUpload {
  readonly uploadId: string
  readonly origin: CallOrigin
  isCompleted: boolean
}

/** The approximate memory of an upload: its id and path, and the call that began it. */
const UPLOAD_BYTES = 768

/** `upload-never-completed` and `upload-never-used`: uploads that calls began and did not finish, by their paths. */
export class OpenUploads implements TrafficRule {
  readonly #open = new Map<string, OpenUpload>()
  readonly #account: MemoryAccount

  constructor(account: MemoryAccount) {
    this.#account = account
  }

  learn(call: ObservedCall, { isLost }: CallEnd): void {
    const { operation, wasDone, body } = call
    if (!wasDone) return
    if (operation === 'begin-upload' || operation === 'send-file') this.#begun(call, isLost)
    else if (this.#open.size === 0) return
    else if (operation === 'E13') this.#completed(paramOf(body).filePath)
    else if (operation === 'E16') this.#used(listIn(body, 'fileList'))
    else if (operation === 'abort-upload') this.#aborted(call.url)
  }

  /** A finding for every upload that is not used yet, the oldest first. */
  pending(): readonly PendingFinding[] {
    return [...this.#open.values()].map(({ isCompleted, origin }) => ({
      code: isCompleted ? 'upload-never-used' : 'upload-never-completed',
      origin,
    }))
  }

  /** Drops all uploads. */
  clear(): void {
    for (const path of this.#open.keys()) this.#forget(path)
  }

  /** A caller that did not get the answer does not know the upload. */
  #begun(call: ObservedCall, isLost: boolean): void {
    const { uploadId, filePath } = resultIn(call.payload)
    if (typeof uploadId !== 'string' || typeof filePath !== 'string') return
    this.#forget(filePath)
    if (isLost || !this.#account.hasRoomFor(UPLOAD_BYTES)) return
    this.#account.add(UPLOAD_BYTES)
    const isCompleted = call.operation === 'send-file'
    this.#open.set(filePath, { uploadId, origin: call.origin, isCompleted })
    const [oldest] = this.#open.keys()
    if (this.#open.size > LIMITS.openUploads.max && oldest !== undefined) this.#forget(oldest)
  }

  #completed(path: unknown): void {
    const upload = this.#open.get(String(path))
    if (upload) upload.isCompleted = true
  }

  #used(files: readonly unknown[]): void {
    for (const file of files) this.#forget(String((file as { path?: unknown } | null)?.path))
  }

  #aborted(url: string): void {
    const [path = ''] = url.split('?', 1)
    for (const [filePath, { uploadId }] of this.#open)
      if (path.endsWith(`/${uploadId}`)) this.#forget(filePath)
  }

  #forget(path: string): void {
    if (this.#open.delete(path)) this.#account.remove(UPLOAD_BYTES)
  }
}
