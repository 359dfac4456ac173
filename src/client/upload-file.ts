import { openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Connection } from './connection.ts'
import { FileChangedError } from './errors.ts'
import type { ServerInfo } from './generated/control.ts'
import { payloadOf } from './operation-answer.ts'
import { type Caller, callOperation } from './operation-request.ts'

/** What can be uploaded: the path of a file of this machine, or bytes. */
export type UploadSource = string | Uint8Array

/** What interrupts an upload: an `AbortSignal`, whose type not every program has. */
export interface UploadSignal {
  readonly aborted: boolean
  readonly reason?: unknown
  addEventListener(type: 'abort', listener: () => void): void
}

/** How much of an upload the server has. */
export interface UploadProgress {
  sentBytes: number
  totalBytes: number
}

/** The options of an upload. */
export interface UploadOptions {
  /** Name of the file with its extension; that of a path without it, bytes need one. */
  name?: string
  /** Media type; the server reads it from the bytes without it. */
  type?: string
  /** E-mail address of the acting user. */
  as?: string
  /** Bytes of each part but the last, from 102,400; the server chooses without it. */
  partSizeBytes?: number
  /** Receives the progress after each part. */
  onProgress?: (progress: UploadProgress) => void
  /** Interrupts the upload, which is then aborted at the server. */
  signal?: UploadSignal
}

/** A file that was uploaded, as an atom, which E21 and E9 take. */
export interface UploadedFile {
  /** Id of the atom. */
  atomId: number
  /** Name of the file. */
  name: string
  /** Path by which E13 and E16 know the file. */
  filePath: string
  /** Id of the upload. */
  uploadId: string
  /** Size in bytes. */
  size: number
}

/** Parts that are sent at the same time. */
const PARALLEL_PARTS = 4

/** An upload that has begun, as the server answers it. */
interface BegunUpload {
  uploadId: string
  filePath: string
  partSizeBytes: number
  parts: { partNumber: number }[]
}

/** Calls a supporting route, and returns the result of its answer. */
type Send = <T>(route: string, path: string, init: RequestInit) => Promise<T>

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
  const { name = nameOf(source), type, as, partSizeBytes } = options
  const signal = options.signal as AbortSignal | undefined
  const { filesPath } = await connection.call<ServerInfo>('GET /server')
  const send: Send = async (route, path, init) => {
    const url = new URL(`${connection.url}${filesPath}/uploads${path}`)
    const headers = { ...init.headers, 'access-token': caller.accessToken }
    const response = await connection.send(url, { ...init, headers })
    const body = await connection.textOf(response)
    return payloadOf(route, 'plain', response.status, body) as never
  }
  const call = (operation: 'E13' | 'E16', param: object): Promise<unknown> =>
    callOperation(connection, caller, operation, param, as === undefined ? {} : { as })
  signal?.throwIfAborted()
  const upload = await send<BegunUpload>('begin-upload', '', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, size: file.size, type, partSizeBytes }),
  })
  const { uploadId, filePath } = upload
  try {
    const partETags = await sendParts(send, upload, file, options)
    await call('E13', { uploadId, filePath, partETags })
  } catch (error) {
    // That it cannot be ended is less interesting than why it should be.
    await send('abort-upload', `/${uploadId}`, { method: 'DELETE' }).catch(() => undefined)
    throw signal?.aborted ? signal.reason : causeOf(error, name)
  }
  const fileList = [{ path: filePath, name, size: file.size, type }]
  const made = (await call('E16', { fileList })) as { assetElementIdList: number[] }
  return { atomId: made.assetElementIdList[0] ?? 0, name, filePath, uploadId, size: file.size }
}

/** Sends all parts; the first failure ends those that are on their way. */
const sendParts = async (
  send: Send,
  { uploadId, partSizeBytes, parts }: BegunUpload,
  file: Blob,
  { signal, onProgress }: UploadOptions,
): Promise<object[]> => {
  const failure = new AbortController()
  const ends = [failure.signal, ...(signal ? [signal as AbortSignal] : [])]
  const etags = new Map<number, string>()
  let sentBytes = 0
  const left = parts.values()
  const sendNext = async (): Promise<void> => {
    for (const { partNumber } of left) {
      const start = (partNumber - 1) * partSizeBytes
      const body = file.slice(start, start + partSizeBytes)
      const init = { method: 'PUT', body, signal: AbortSignal.any(ends) }
      const path = `/${uploadId}/parts/${partNumber}`
      etags.set(partNumber, (await send<{ etag: string }>('send-part', path, init)).etag)
      sentBytes += body.size
      onProgress?.({ sentBytes, totalBytes: file.size })
    }
  }
  // All of them end before the upload is aborted; the first failure is why.
  const senders = Array.from({ length: PARALLEL_PARTS }, () =>
    sendNext().catch((error) => failure.abort(error)),
  )
  await Promise.all(senders)
  failure.signal.throwIfAborted()
  return parts.map(({ partNumber }) => ({ partNumber, etag: etags.get(partNumber) }))
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
