import { openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Connection } from './connection.ts'
import { FileChangedError } from './errors.ts'
import type { UploadedFile, UploadOptions, UploadSource } from './handle-types.ts'
import { payloadOf } from './operation-answer.ts'
import { type Caller, callOperation } from './operation-request.ts'

/** Parts that are sent at the same time. */
const PARALLEL_PARTS = 4

/** An upload that has begun, as the server answers it. */
interface BegunUpload {
  uploadId: string
  filePath: string
  partSizeBytes: number
  parts: { partNumber: number }[]
}

interface SendOptions extends Pick<UploadOptions, 'onProgress'> {
  readonly signal: AbortSignal | undefined
}

interface SentPart {
  partNumber: number
  etag: string
}

/**
 * Uploads a file in parts, merges them (E13) and makes an atom of the file (E16). The bytes of a path are read while
 * they are sent. An upload that fails or is interrupted is aborted at the server.
 */
export const uploadFile = async (
  connection: Connection,
  caller: Caller,
  source: UploadSource,
  options: UploadOptions = {},
): Promise<UploadedFile> => {
  const file = await openSource(source)
  const name = options.name ?? nameOf(source)
  const transfer = new Transfer(connection, caller, (await connection.readServer()).filesPath)
  const { type, as } = options
  const signal = options.signal as AbortSignal | undefined
  signal?.throwIfAborted()
  const upload = await transfer.begin({
    name,
    size: file.size,
    ...(type !== undefined && { type }),
    ...(options.partSizeBytes !== undefined && { partSizeBytes: options.partSizeBytes }),
  })
  const { uploadId, filePath } = upload
  const call = (operation: 'E13' | 'E16', param: object): Promise<unknown> =>
    callOperation(connection, caller, operation, param, as === undefined ? {} : { as })
  try {
    const partETags = await transfer.sendParts(upload, file, { ...options, signal })
    await call('E13', { uploadId, filePath, partETags })
  } catch (error) {
    await transfer.abort(uploadId)
    throw signal?.aborted ? signal.reason : causeOf(error, name)
  }
  const declared = { path: filePath, name, size: file.size, ...(type !== undefined && { type }) }
  const made = (await call('E16', { fileList: [declared] })) as { assetElementIdList: number[] }
  return { atomId: made.assetElementIdList[0] ?? 0, name, filePath, uploadId, size: file.size }
}

/** A file that was written, cut or removed while it was sent cannot be read any more, and the request fails. */
const causeOf = (error: unknown, name: string): unknown => {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause.name === 'NotReadableError')
      return new FileChangedError(
        `${name} changed while it was sent; upload it when it is complete`,
        { cause: error },
      )
  return error
}

const openSource = async (source: UploadSource): Promise<Blob> => {
  if (typeof source !== 'string') return new Blob([new Uint8Array(source)])
  // `openAsBlob` names neither the path nor the reason.
  if ((await stat(source)).isDirectory())
    throw new TypeError(`${source} is a folder; give the path of a file`)
  return openAsBlob(source)
}

const nameOf = (source: UploadSource): string => {
  if (typeof source === 'string') return basename(source)
  throw new TypeError('options.name is missing; bytes need the name of a file with its extension')
}

/** The calls of one upload besides operations. */
class Transfer {
  readonly #connection: Connection
  readonly #token: string
  readonly #base: string

  constructor(connection: Connection, { accessToken }: Caller, filesPath: string) {
    this.#connection = connection
    this.#token = accessToken
    this.#base = `${connection.url}${filesPath}/uploads`
  }

  begin(declared: object): Promise<BegunUpload> {
    return this.#send('begin-upload', '', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(declared),
    })
  }

  /** Sends all parts; the first failure ends those that are on their way. */
  async sendParts(
    { uploadId, partSizeBytes, parts }: BegunUpload,
    file: Blob,
    { signal, onProgress }: SendOptions,
  ): Promise<SentPart[]> {
    const failure = new AbortController()
    const either = signal ? AbortSignal.any([signal, failure.signal]) : failure.signal
    const sent: SentPart[] = []
    let sentBytes = 0
    const left = parts.values()
    const sendNext = async (): Promise<void> => {
      for (const { partNumber } of left) {
        const start = (partNumber - 1) * partSizeBytes
        const body = file.slice(start, start + partSizeBytes)
        const path = `/${uploadId}/parts/${partNumber}`
        const request = { method: 'PUT', body, signal: either }
        const { etag } = await this.#send<{ etag: string }>('send-part', path, request)
        sent.push({ partNumber, etag })
        sentBytes += body.size
        onProgress?.({ sentBytes, totalBytes: file.size })
      }
    }
    const endWith = (error: unknown): never => {
      failure.abort(error)
      throw error
    }
    const senders = Array.from({ length: PARALLEL_PARTS }, () => sendNext().catch(endWith))
    // All of them end before the upload is aborted; the first failure is why.
    await Promise.allSettled(senders)
    failure.signal.throwIfAborted()
    return sent.sort((a, b) => a.partNumber - b.partNumber)
  }

  /** Ends the upload; that it cannot be ended is less interesting than why it should be. */
  async abort(uploadId: string): Promise<void> {
    await this.#send('abort-upload', `/${uploadId}`, { method: 'DELETE' }).catch(() => undefined)
  }

  async #send<T>(name: string, path: string, init: RequestInit): Promise<T> {
    const headers = { ...init.headers, 'access-token': this.#token }
    const response = await this.#connection.send(new URL(this.#base + path), { ...init, headers })
    const body = await this.#connection.textOf(response)
    return payloadOf(name, 'plain', response.status, body) as T
  }
}
