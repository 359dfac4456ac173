import type { OperationName } from '../../contract/operation.ts'
import { isObject } from '../../kernel/json.ts'
import { LIMITS } from '../../kernel/limits.ts'
import { sha256Hex } from '../../kernel/signature.ts'
import { ownCopy } from '../../kernel/text.ts'
import type { CallEnd, CallOrigin, ObservedCall, PendingFinding } from './observed-call.ts'

/** Compares each call of a workspace with those before it, for findings about several calls. */
export class Traffic {
  #repeats = new Repeats()
  #tokenUse = new TokenUse()
  #uploads = new OpenUploads()

  /** Judges a call before its headers are sent; findings go to the call. */
  judge(call: ObservedCall): void {
    this.#repeats.judge(call)
    this.#tokenUse.judge(call)
  }

  /** Remembers how a call ended, before its caller can make the next one; again when its connection is cut later. */
  learn(call: ObservedCall, end: CallEnd): void {
    this.#repeats.learn(call, end)
    this.#uploads.learn(call, end)
  }

  pending(): readonly PendingFinding[] {
    return this.#uploads.pending()
  }

  /** Drops all calls, when the data of the workspace is replaced or its findings are deleted. */
  clear(): void {
    this.#repeats = new Repeats()
    this.#tokenUse = new TokenUse()
    this.#uploads = new OpenUploads()
  }
}

interface FailedCall {
  readonly key: string
  /** The same for a call whose body may be unread: without the body, but with its length. */
  readonly head: string
  /** True if a fault or a refusal came before the body. */
  readonly isUnread: boolean
  readonly headers: readonly string[]
  readonly seq: number
  readonly atMs: number
}

/** Routes whose bodies are streams of bytes, which cannot be compared. */
const STREAMED: ReadonlySet<OperationName> = new Set(['send-part', 'send-file', 'download'])

/** The headers that an answer depends on, beside the acting user. */
const HEADERS = ['access-token', 'token-type', 'content-type', 'x-app-key']

/** Every call of the portal makes them anew; they matter where access was refused, by a code `9001…`. */
const SIGNATURE = ['s-timestamp', 's-nonce', 's-sign']

/**
 * `retry-without-pause`: the last failed call of an operation is made again at once. A call that changes something
 * in between may have removed the cause, and so may another header.
 *
 * `repeated-write`: the next call of an operation that writes repeats one that was done and whose caller was not told.
 */
class Repeats {
  readonly #failed = new Map<OperationName, FailedCall>()
  readonly #lostWrites = new Map<OperationName, Pick<FailedCall, 'key' | 'seq'>>()

  judge(call: ObservedCall): void {
    const { operation } = call
    if (operation === null) return
    const failed = this.#failed.get(operation)
    if (failed && isAtOnce(call, failed) && isRepeated(failed, call))
      call.warn('retry-without-pause')
    const lost = this.#lostWrites.get(operation)
    if (lost && isLater(call, lost) && lost.key === keyOfCall(call)) call.warn('repeated-write')
  }

  learn(call: ObservedCall, end: CallEnd): void {
    const { operation } = call
    if (operation === null) return
    this.#learnFailure(operation, call, end)
    if (call.access === 'write') this.#learnWrite(operation, call, end)
  }

  #learnFailure(operation: OperationName, call: ObservedCall, { seq, isLost }: CallEnd): void {
    const { code, refusal, access, nowMs } = call
    if (STREAMED.has(operation)) return
    if (isLost || (code !== undefined && code !== '0')) {
      const headers = refusal?.startsWith('9001') ? [...HEADERS, ...SIGNATURE] : HEADERS
      const [key, head] = [keyOfCall(call, headers), headOfCall(call, headers)]
      const isUnread = call.bodyKey === ''
      this.#failed.set(operation, { key, head, isUnread, headers, seq, atMs: nowMs })
    } else if (access === 'read') this.#failed.delete(operation)
    else this.#failed.clear()
  }

  #learnWrite(operation: OperationName, call: ObservedCall, { seq, isLost }: CallEnd): void {
    const { wasDone, code } = call
    if (wasDone && (isLost || code !== '0'))
      this.#lostWrites.set(operation, { key: keyOfCall(call), seq })
    else this.#lostWrites.delete(operation)
  }
}

/** A call that arrived before the failure was answered does not repeat it. */
const isLater = (call: ObservedCall, { seq }: Pick<FailedCall, 'seq'>): boolean =>
  call.arrivedAfterSeq >= seq

const isAtOnce = (call: ObservedCall, failed: FailedCall): boolean => {
  const pauseMs = call.arrivedAtMs - failed.atMs
  const isShort = pauseMs >= 0 && pauseMs < LIMITS.retryPauseMs.max
  return isShort && !call.isClockFrozen && isLater(call, failed)
}

const isRepeated = ({ key, head, isUnread, headers }: FailedCall, call: ObservedCall): boolean =>
  isUnread || call.bodyKey === ''
    ? head === headOfCall(call, headers)
    : key === keyOfCall(call, headers)

const headOfCall = (call: ObservedCall, wanted: readonly string[]): string =>
  keyOfCall({ method: call.method, url: call.url, headers: call.headers, bodyKey: '' }, [
    'content-length',
    ...wanted,
  ])

const MAX_LENGTH = 1_000

/** Tells whether two calls are the same: URL, acting user, body, and given headers; the digest of a long one. */
const keyOfCall = (
  { method, url, headers, bodyKey }: Pick<ObservedCall, 'method' | 'url' | 'headers' | 'bodyKey'>,
  wanted: readonly string[] = [],
): string => {
  const sent = ['x-open-api-user', ...wanted].map((name) => headers[name])
  const key = [method, url, ...sent, bodyKey].join('\n')
  return key.length > MAX_LENGTH ? sha256Hex(key) : key
}

interface LastToken {
  readonly clientId: string
  readonly expiresAtMs: number
  uses: number
  readonly usedOnce: number
}

/** `token-per-call`: a client asks for a token again and again, each for one call, although the one before is valid. */
class TokenUse {
  #last: LastToken | undefined

  judge(call: ObservedCall): void {
    if (call.operation !== 'get-token') {
      if (this.#last && call.accessToken !== '') this.#last.uses += 1
      return
    }
    if (call.code !== '0') return
    const { body, nowMs } = call
    const clientId = ownCopy(String(isObject(body) ? body.clientId : ''), LIMITS.text.max)
    const usedOnce = this.#usedOnce(clientId, nowMs)
    if (usedOnce >= LIMITS.singleUseTokens.max) call.warn('token-per-call')
    const lifetimeMs = Number(resultIn(call.payload).expires_in) * 1_000
    this.#last = { clientId, expiresAtMs: nowMs + lifetimeMs, uses: 0, usedOnce }
  }

  /** A token that was not used yet may be for a worker that starts at the same time, and does not count. */
  #usedOnce(clientId: string, nowMs: number): number {
    const last = this.#last
    if (!last || last.clientId !== clientId || !(nowMs < last.expiresAtMs) || last.uses > 1)
      return 0
    return last.usedOnce + last.uses
  }
}

interface OpenUpload {
  readonly uploadId: string
  readonly origin: CallOrigin
  isCompleted: boolean
}

/** `upload-never-completed` and `upload-never-used`: uploads that calls began and did not finish, by their paths. */
class OpenUploads {
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
const resultIn = (payload: unknown): Fields =>
  typeof payload === 'string' ? Object(JSON.parse(payload).result) : {}
