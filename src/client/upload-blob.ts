import type { Connection } from './connection.ts'
import type { ServerInfo } from './generated/control.ts'
import { payloadOf } from './operation-answer.ts'
import { type Caller, callOperation } from './operation-request.ts'
import type { WebRequest } from './web.ts'

/** How much of an upload the server has received. */
export interface UploadProgress {
  sentBytes: number
  totalBytes: number
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

/** How the bytes of a file are uploaded, here and in the console. @internal */
export interface BlobOptions {
  name: string
  type?: string | undefined
  as?: string | undefined
  partSizeBytes?: number | undefined
  onProgress?: ((progress: UploadProgress) => void) | undefined
  /** Receives the next operation to call, once all parts are sent. */
  onStep?: (operation: 'E13' | 'E16') => void
  signal?: AbortSignal | undefined
}

const PARALLEL_PARTS = 4

interface BegunUpload {
  uploadId: string
  filePath: string
  partSizeBytes: number
  parts: { partNumber: number }[]
}

type Send = <T>(route: string, path: string, init: WebRequest) => Promise<T>

/** Uploads the bytes of a file in parts, merges them (E13) and creates an atom from it (E16); a failed upload is aborted on the server. @internal */
export const uploadBlob = async (
  connection: Connection,
  caller: Caller,
  file: Blob,
  options: BlobOptions,
): Promise<UploadedFile> => {
  const { name, type, as, partSizeBytes, onStep, signal } = options
  const { filesPath } = await connection.call<ServerInfo>('GET /')
  const send: Send = async (route, path, init) => {
    const url = new URL(`${connection.url}${filesPath}/uploads${path}`)
    const headers = { ...init.headers, 'access-token': caller.accessToken }
    const response = await connection.send(url, { ...init, headers })
    const body = await connection.textOf(response)
    return payloadOf(route, 'plain', response, body) as never
  }
  const call = (operation: 'E13' | 'E16', param: object): Promise<unknown> => {
    onStep?.(operation)
    return callOperation(connection, caller, operation, param, as === undefined ? {} : { as })
  }
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
    // The reason for aborting is more interesting than a failure to abort.
    await send('abort-upload', `/${uploadId}`, { method: 'DELETE' }).catch(() => undefined)
    throw signal?.aborted ? signal.reason : error
  }
  const fileList = [{ path: filePath, name, size: file.size, type }]
  const made = (await call('E16', { fileList })) as { assetElementIdList: number[] }
  return { atomId: made.assetElementIdList[0] ?? 0, name, filePath, uploadId, size: file.size }
}

const sendParts = async (
  send: Send,
  { uploadId, partSizeBytes, parts }: BegunUpload,
  file: Blob,
  { signal, onProgress }: BlobOptions,
): Promise<object[]> => {
  const failure = new AbortController()
  // `AbortSignal.any` takes only signals of its own realm, and a test environment may have another.
  const abort = (): void => failure.abort(signal?.reason)
  signal?.addEventListener('abort', abort)
  if (signal?.aborted) abort()
  const etags = new Map<number, string>()
  let sentBytes = 0
  const left = parts.values()
  const sendNext = async (): Promise<void> => {
    for (const { partNumber } of left) {
      const start = (partNumber - 1) * partSizeBytes
      const body = file.slice(start, start + partSizeBytes)
      const init = { method: 'PUT', body, signal: failure.signal }
      const path = `/${uploadId}/parts/${partNumber}`
      etags.set(partNumber, (await send<{ etag: string }>('send-part', path, init)).etag)
      sentBytes += body.size
      onProgress?.({ sentBytes, totalBytes: file.size })
    }
  }
  // All parts finish before the upload is aborted; the first failure is the reason.
  const senders = Array.from({ length: PARALLEL_PARTS }, () =>
    sendNext().catch((error) => failure.abort(error)),
  )
  await Promise.all(senders)
  signal?.removeEventListener('abort', abort)
  failure.signal.throwIfAborted()
  return parts.map(({ partNumber }) => ({ partNumber, etag: etags.get(partNumber) }))
}
