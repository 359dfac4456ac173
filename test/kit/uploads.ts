import { createCipheriv, createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { AssetDetail, SubResource } from '#src/contract/resources/asset-shapes.ts'
import type {
  ArrivedPart,
  UploadCompletion,
  UploadState,
} from '#src/contract/resources/upload-shapes.ts'
import { ask } from './downloads.ts'
import { type Reply, send } from './http.ts'
import { usualActor } from './operations.ts'
import { callOperation, freshFolder } from './process.ts'
import { findingsOf } from './replies.ts'
import { TOKEN } from './server.ts'

/** A server by its URL: a private one of a test, or one in a process of its own. */
export interface Target {
  readonly url: string
}

export interface CreatedUpload {
  filePath: string
  uploadId: string
  partSizeBytes: number
  parts: { partNumber: number; url: string }[]
}

export type {
  ArrivedPart as SentPart,
  UploadCompletion as Completion,
} from '#src/contract/resources/upload-shapes.ts'

export interface Declared {
  name: string
  type?: string
  size: number
  partSizeBytes?: number
}

/** How a call about uploads differs from the usual one: by the well-known token, at the usual path. */
export interface AskOptions {
  token?: string | null
  headers?: Readonly<Record<string, string>>
}

/** The minimum size of a part other than the last. */
export const MIN_PART_BYTES = 102_400

export const STORES = [
  ['in memory', () => ({})],
  ['in a data folder', () => ({ SANDBOX_DATA: freshFolder() })],
] as const

/** A first byte that no file type begins with; random ones make an MP2 of every thousandth file. */
const NO_FILE_TYPE = 0xee

/** Bytes that look random, are the same for the same number, and of no known file type. */
export const bytesFrom = (number: number, length: number): Buffer => {
  const key = createHash('md5').update(String(number)).digest()
  const cipher = createCipheriv('aes-128-ctr', key, Buffer.alloc(16))
  return cipher.update(Buffer.alloc(length)).fill(NO_FILE_TYPE, 0, Math.min(1, length))
}

export const sha256Of = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex')

/** Cuts bytes into pieces of these sizes and a last one with the rest. */
export const cut = (bytes: Buffer, ...sizes: readonly number[]): Buffer[] => {
  let start = 0
  const pieces = sizes.map((size) => {
    start += size
    return bytes.subarray(start - size, start)
  })
  return [...pieces, bytes.subarray(start)]
}

/** Calls a supporting route for uploads, below `/_files/uploads`. */
export const askUploads = (
  { url }: Target,
  method: string,
  path: string,
  body?: unknown,
  { token = TOKEN, headers }: AskOptions = {},
): Promise<Reply> =>
  send(`${url}/_files/uploads${path}`, {
    method,
    headers: {
      ...(token !== null && { 'access-token': token }),
      ...(body !== undefined && !(body instanceof Uint8Array) && JSON_TYPE),
      ...headers,
    },
    ...(body !== undefined && { body: asBody(body) }),
  })

const JSON_TYPE = { 'content-type': 'application/json' }

const asBody = (body: unknown): string | Uint8Array<ArrayBuffer> =>
  body instanceof Uint8Array ? Uint8Array.from(body) : JSON.stringify(body)

export const payloadOf = <T>(reply: Reply): T => {
  expect(reply.status, reply.text).toBe(200)
  expect(reply.body, reply.text).toMatchObject({ code: '0', message: 'success' })
  return (reply.body as { result: T }).result
}

export const begin = async (
  target: Target,
  declared: Declared,
  options?: AskOptions,
): Promise<CreatedUpload> => payloadOf(await askUploads(target, 'POST', '', declared, options))

export const put = (
  address: string,
  bytes: Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> => send(address, { method: 'PUT', headers, body: asBody(bytes) })

export const putByToken = (
  target: Target,
  uploadId: string,
  partNumber: number | string,
  bytes: Uint8Array,
  options?: AskOptions,
): Promise<Reply> => askUploads(target, 'PUT', `/${uploadId}/parts/${partNumber}`, bytes, options)

/** Sends a part that must arrive, and returns it as E13 expects it. */
export const sendPart = async (
  target: Target,
  uploadId: string,
  partNumber: number,
  bytes: Uint8Array,
  options?: AskOptions,
): Promise<ArrivedPart> => payloadOf(await putByToken(target, uploadId, partNumber, bytes, options))

/** Sends pieces as parts 1, 2, 3 …, one after the other. */
export const sendAll = async (
  target: Target,
  uploadId: string,
  pieces: readonly Uint8Array[],
  options?: AskOptions,
): Promise<ArrivedPart[]> => {
  const sent: ArrivedPart[] = []
  for (const [index, piece] of pieces.entries())
    sent.push(await sendPart(target, uploadId, index + 1, piece, options))
  return sent
}

export const look = async (
  target: Target,
  uploadId: string,
  options?: AskOptions,
): Promise<UploadState> =>
  payloadOf(await askUploads(target, 'GET', `/${uploadId}`, undefined, options))

/** Ends an upload without a file. */
export const abort = (target: Target, uploadId: string, options?: AskOptions): Promise<Reply> =>
  askUploads(target, 'DELETE', `/${uploadId}`, undefined, options)

export const sendSingle = (
  target: Target,
  name: string,
  bytes: Uint8Array,
  type?: string,
  options: AskOptions = {},
): Promise<Reply> =>
  askUploads(target, 'POST', `/single?name=${encodeURIComponent(name)}`, bytes, {
    ...options,
    headers: { ...(type !== undefined && { 'content-type': type }), ...options.headers },
  })

/** Calls an operation of the server side of a server that is known by its URL only. */
export const callAt = (
  { url }: Target,
  operation: string,
  param: unknown,
  { token = TOKEN }: AskOptions = {},
): Promise<Reply> => {
  const actor = usualActor(operation)
  return callOperation(url, operation, param, {
    'access-token': token ?? '',
    ...(actor !== undefined && { 'x-open-api-user': actor }),
  })
}

export const complete = (
  target: Target,
  completion: UploadCompletion,
  options?: AskOptions,
): Promise<Reply> => callAt(target, 'E13', completion, options)

/** An upload with its parts, as E13 expects both. */
export const completionOf = (
  { filePath, uploadId }: { filePath: string; uploadId: string },
  parts: readonly ArrivedPart[],
): UploadCompletion => ({
  filePath,
  uploadId,
  partETags: parts.map(({ partNumber, etag }) => ({ partNumber, etag })),
})

export const uploadPieces = async (
  target: Target,
  name: string,
  pieces: readonly Uint8Array[],
  options?: AskOptions,
): Promise<UploadCompletion> => {
  const size = pieces.reduce((sum, { length }) => sum + length, 0)
  const upload = await begin(target, { name, size }, options)
  return completionOf(upload, await sendAll(target, upload.uploadId, pieces, options))
}

export const uploadWhole = async (
  target: Target,
  name: string,
  pieces: readonly Uint8Array[],
  options?: AskOptions,
): Promise<string> => {
  const completion = await uploadPieces(target, name, pieces, options)
  expect(payloadOf(await complete(target, completion, options))).toBe(true)
  return completion.filePath
}

/** Makes an asset of a file, and returns its one part from E4, with the findings of E16. */
export const makeAsset = async (
  target: Target,
  file: { path: string; name: string; size?: number; type?: string },
  options?: AskOptions,
): Promise<SubResource & { findings: string[] }> => {
  const reply = await callAt(target, 'E16', { fileList: [file] }, options)
  const { assetElementIdList } = payloadOf<{ assetElementIdList: number[] }>(reply)
  const ingested = await callAt(target, 'E21', { assetIdList: assetElementIdList }, options)
  const { successMaterialIdList } = payloadOf<{ successMaterialIdList: number[] }>(ingested)
  const answered = await callAt(target, 'E4', { assetIdList: successMaterialIdList }, options)
  const [asset] = payloadOf<{ detail: AssetDetail[] }>(answered).detail
  const [part] = asset?.subResList ?? []
  if (!part) throw new Error(`E4 does not show the new asset: ${answered.text}`)
  return { ...part, findings: findingsOf(reply) }
}

export const download = async (address: string | null): Promise<Buffer> => {
  const { status, bytes } = await ask(address)
  expect(status, bytes.toString('utf8', 0, 200)).toBe(200)
  return bytes
}

/** Every file below a folder, by its path from there; nothing when the folder is not there. */
export const filesBelow = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true, encoding: 'utf8' })
        .filter((entry) => !entry.isDirectory())
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
        .sort()
    : []

export const digestsIn = (root: string): string[] =>
  filesBelow(join(root, 'contents')).map((path) => path.slice(path.lastIndexOf('/') + 1))

export const unfinishedIn = (root: string): string[] => filesBelow(join(root, 'unfinished'))

export const unfinishedBytes = (root: string): number =>
  unfinishedIn(root).reduce((sum, name) => {
    const found = statSync(join(root, 'unfinished', name), { throwIfNoEntry: false })
    return sum + (found?.size ?? 0)
  }, 0)

/** Expects that the name of every file in a store is its digest. */
export const expectWholeFiles = (root: string): void => {
  for (const path of filesBelow(join(root, 'contents')))
    expect(path.endsWith(sha256Of(readFileSync(join(root, 'contents', path)))), path).toBe(true)
}
