import type { BeginUploadAnswer } from '#src/client/generated/interface.ts'
import { payloadOf } from '#src/client/operation-answer.ts'
import { valueAt } from '#src/viewer/page/openapi-parts.ts'
import { readDocument } from '../../api/document.ts'
import { readFixtures } from '../../api/fixtures.ts'
import { callOperation } from '../../api/operations.ts'
import { ownFileUrl } from '../../api/own-file-url.ts'
import { BASE } from '../../api/place.ts'
import { uploadWords } from './upload-texts.ts'

/** A step of an upload, in order. */
export type UploadStep = 'sending' | 'merging' | 'atom' | 'ingesting' | 'adding' | 'asking'

/** Where a file goes, and who is told. */
export interface UploadTarget {
  readonly workspace: string
  /** E-mail address of the acting user; the owner of the application without it. */
  readonly as: string | undefined
  /** E-mail address of the user who has to approve; E21 ingests at once without it. */
  readonly approver: string | undefined
  /** The collection that the asset is added to, if any. */
  readonly collectionId: number | undefined
  readonly signal: AbortSignal
  readonly onStep: (step: UploadStep) => void
  readonly onSent: (bytes: number) => void
}

type Begun = Extract<BeginUploadAnswer, { code: '0' }>['result']

/** What calls of operations for an upload have in common. */
export const optionsOf = ({ workspace, as, signal }: UploadTarget) => ({
  workspace,
  signal,
  ...(as !== undefined && { as }),
})

/** The media type of a file; a browser does not know every type, and the server reads it from the bytes then. */
export const typeOf = ({ type }: File): { type?: string } => (type === '' ? {} : { type })

/** Sends all parts of a file and merges them; an upload that is not merged is aborted. Returns its path. */
export const sendFile = async (file: File, target: UploadTarget): Promise<string> => {
  const uploads = await uploadsOf(target)
  const { name, size } = file
  const begun = await ask<Begun>('begin-upload', uploads.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...uploads.headers },
    body: JSON.stringify({ name, size, ...typeOf(file) }),
    signal: target.signal,
  })
  const { uploadId, filePath } = begun
  try {
    const partETags = await sendParts(file, begun, target)
    target.onStep('merging')
    await callOperation('E13', { filePath, uploadId, partETags }, optionsOf(target))
    return filePath
  } catch (error) {
    const url = `${uploads.url}/${encodeURIComponent(uploadId)}`
    await ask('abort-upload', url, { method: 'DELETE', headers: uploads.headers }).catch(
      () => undefined,
    )
    throw error
  }
}

const sendParts = async (
  file: File,
  { parts, partSizeBytes }: Begun,
  { signal, onSent }: UploadTarget,
): Promise<{ partNumber: number; etag: string }[]> => {
  const etags: { partNumber: number; etag: string }[] = []
  for (const { partNumber, url } of parts) {
    const start = (partNumber - 1) * partSizeBytes
    const etag = await putBytes(ownFileUrl(url) ?? url, {
      bytes: file.slice(start, start + partSizeBytes),
      signal,
      onSent: (bytes) => onSent(start + bytes),
    })
    etags.push({ partNumber, etag })
  }
  return etags
}

interface SentBytes {
  readonly bytes: Blob
  readonly signal: AbortSignal
  readonly onSent: (bytes: number) => void
}

/** `fetch` does not tell how much it has sent. */
const putBytes = (url: string, { bytes, signal, onSent }: SentBytes): Promise<string> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = (): void => request.abort()
    request.open('PUT', url)
    request.upload.onprogress = ({ loaded }) => onSent(loaded)
    request.onload = () => {
      try {
        const { status, responseText } = request
        const sent = payloadOf('send-part', 'plain', status, responseText) as { etag: string }
        resolve(sent.etag)
      } catch (error) {
        reject(error)
      }
    }
    request.onerror = () => reject(new Error(uploadWords().lost))
    request.onabort = () => reject(signal.reason)
    request.onloadend = () => signal.removeEventListener('abort', abort)
    signal.addEventListener('abort', abort)
    if (signal.aborted) reject(signal.reason)
    else request.send(bytes)
  })

/** The URL of uploads, which a setting can move, and the headers that they need. */
const uploadsOf = async ({ workspace }: UploadTarget) => {
  const [{ app }, document] = await Promise.all([readFixtures(workspace), readDocument()])
  const { paths } = document
  const found = Object.entries(typeof paths === 'object' && paths !== null ? paths : {}).find(
    ([, methods]) => valueAt(methods, ['post', 'operationId']) === 'begin-upload',
  )
  return {
    url: `${BASE}/w/${workspace}${found?.[0] ?? '/_files/uploads'}`,
    headers: { 'access-token': app?.accessToken ?? '' },
  }
}

const ask = async <T>(name: string, url: string, request: RequestInit): Promise<T> => {
  const reply = await fetch(url, { ...request, credentials: 'omit' })
  return payloadOf(name, 'plain', reply.status, await reply.text()) as T
}
