import { Blob } from 'node:buffer'
import { openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Connection } from './connection.ts'
import { FileChangedError } from './errors.ts'
import type { Caller } from './operation-request.ts'
import { type UploadedFile, type UploadProgress, uploadBlob } from './upload-blob.ts'

/** What can be uploaded: the path of a local file, or bytes. */
export type UploadSource = string | Uint8Array

/** Interrupts an upload: an `AbortSignal`, declared here because not every program has its type. */
export interface UploadSignal {
  readonly aborted: boolean
  readonly reason?: unknown
  addEventListener(type: 'abort', listener: () => void): void
}

/** The options of an upload. */
export interface UploadOptions {
  /** File name with its extension; default: the name in the path. Required for bytes. */
  name?: string
  /** Media type; default: detected by the server. */
  type?: string
  /** E-mail address of the acting user. */
  as?: string
  /** Bytes of each part except the last, at least 102,400; default: chosen by the server. */
  partSizeBytes?: number
  /** Receives the progress after each part. */
  onProgress?: (progress: UploadProgress) => void
  /** Interrupts the upload, which is then aborted on the server. */
  signal?: UploadSignal
}

/**
 * Uploads a file in parts, merges them (E13) and creates an atom from the file (E16). The bytes of a path are read while
 * they are sent. An upload that fails or is interrupted is aborted on the server.
 */
export const uploadFile = async (
  connection: Connection,
  caller: Caller,
  source: UploadSource,
  options: UploadOptions = {},
): Promise<UploadedFile> => {
  const file = await openSource(source)
  const { name = nameOf(source) } = options
  const signal = options.signal as AbortSignal | undefined
  return uploadBlob(connection, caller, file, { ...options, name, signal }).catch((error) => {
    throw causeOf(error, name)
  })
}

/** If a file is written, truncated or removed while it is sent, it can no longer be read, and the request fails. */
const causeOf = (error: unknown, name: string): unknown => {
  for (let cause = Object(error); cause.message !== undefined; cause = Object(cause.cause))
    if (cause.name === 'NotReadableError')
      return new FileChangedError(
        `${name} changed while it was sent; upload it when it is complete`,
        { cause: error },
      )
  return error
}

const openSource = async (source: UploadSource): Promise<globalThis.Blob> => {
  if (typeof source !== 'string') return new Blob([source]) as globalThis.Blob
  // `openAsBlob` names neither the path nor the reason.
  if ((await stat(source)).isDirectory())
    throw new TypeError(`${source} is a folder; pass the path of a file`)
  return openAsBlob(source)
}

const nameOf = (source: UploadSource): string => {
  if (typeof source === 'string') return basename(source)
  throw new TypeError('options.name is missing; bytes need the name of a file with its extension')
}
