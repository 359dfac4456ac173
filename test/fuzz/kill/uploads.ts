import { createHash } from 'node:crypto'
import type { Random } from '../core/random.ts'
import { jsonRequest } from '../core/request.ts'
import { type Client, callerOf, UnansweredError } from './client.ts'

const PART_BYTES = 102_400

/** A file that has been sent, or is being sent. */
interface SentFile {
  readonly uploadId: string
  readonly filePath: string
  readonly parts: Map<number, { etag: string; isAcknowledged: boolean }>
  readonly sha256: string
  /** Undefined while nobody has asked for the merge. */
  merge: 'asked' | 'acknowledged' | undefined
}

interface ListedUpload {
  uploadId: string
  status: string
  sha256: string | null
  parts: { partNumber: number; etag: string; size: number }[]
}

/** The uploads of one workspace with what of them was acknowledged. */
export class UploadModel {
  readonly #client: Client
  readonly #id: string
  readonly #token: string
  #files: SentFile[] = []

  constructor(client: Client, id: string, token: string) {
    this.#client = client
    this.#id = id
    this.#token = token
  }

  /** Sends a file of two parts, and merges it when asked to. */
  async send(random: Random, merges: boolean): Promise<void> {
    const parts = [random.bytes(4_096), random.bytes(1_000)] as const
    const first = Buffer.concat([parts[0], Buffer.alloc(PART_BYTES - 4_096)])
    const size = first.length + parts[1].length
    const begun = await this.#client.call<{ uploadId: string; filePath: string }>(
      jsonRequest(
        'POST',
        '/_files/uploads',
        { name: 'a.bin', size, partSizeBytes: PART_BYTES },
        callerOf(this.#token),
      ),
    )
    const file: SentFile = {
      ...begun,
      parts: new Map(),
      sha256: sha256Of(Buffer.concat([first, parts[1]])),
      merge: undefined,
    }
    this.#files.push(file)
    await this.#sendPart(file, 1, first)
    await this.#sendPart(file, 2, parts[1])
    if (merges) await this.#merge(file)
  }

  /** Ends an upload without a file, which asks the server to sweep. */
  async abort(random: Random): Promise<void> {
    const open = this.#files.filter(({ merge }) => merge === undefined)
    if (open.length === 0) return
    const file = random.pick(open)
    this.#files = this.#files.filter((other) => other !== file)
    const path = `/_files/uploads/${file.uploadId}`
    await this.#client.call({ method: 'DELETE', path, headers: callerOf(this.#token) })
  }

  /** The workspace has been put back: its uploads are those of another time. */
  forget(): void {
    this.#files = []
  }

  /** Compares with what the server has; answers a sentence for each loss. */
  async check(): Promise<string[]> {
    if (this.#files.length === 0) return []
    const path = `/records/uploads?workspace=${this.#id}&limit=10000`
    const { records } = await this.#client.control<{ records: ListedUpload[] }>('GET', path)
    const listed = new Map(records.map((record) => [record.uploadId, record]))
    const losses = this.#files.flatMap((file) => lossesOf(file, listed.get(file.uploadId)))
    return [...losses, ...(await this.#readBack(listed))]
  }

  async #sendPart(file: SentFile, partNumber: number, bytes: Buffer): Promise<void> {
    const part = { etag: createHash('md5').update(bytes).digest('hex'), isAcknowledged: false }
    file.parts.set(partNumber, part)
    await this.#client.call({
      method: 'PUT',
      path: `/_files/uploads/${file.uploadId}/parts/${partNumber}`,
      headers: callerOf(this.#token),
      body: bytes,
    })
    part.isAcknowledged = true
  }

  async #merge(file: SentFile): Promise<void> {
    const partETags = [...file.parts].map(([partNumber, { etag }]) => ({ partNumber, etag }))
    const { filePath, uploadId } = file
    file.merge = 'asked'
    await this.#client.operation('/v1/file/complete-multipart-upload', this.#token, {
      filePath,
      uploadId,
      partETags,
    })
    file.merge = 'acknowledged'
  }

  /** Reads the bytes of the newest merged file, as an asset; merges the newest open one. */
  async #readBack(listed: ReadonlyMap<string, ListedUpload>): Promise<string[]> {
    const open = this.#files.findLast(
      ({ merge, parts, uploadId }) =>
        merge === undefined && parts.size === 2 && listed.get(uploadId)?.parts.length === 2,
    )
    if (open) await this.#merge(open)
    const merged = this.#files.findLast(({ merge }) => merge === 'acknowledged')
    if (!merged) return []
    const bytes = await this.#download(merged)
    if (sha256Of(bytes) === merged.sha256) return []
    return [`the file of upload ${merged.uploadId} reads back as ${bytes.length} other bytes`]
  }

  async #download({ filePath }: SentFile): Promise<Buffer> {
    const { assetElementIdList } = await this.#client.operation<{ assetElementIdList: number[] }>(
      '/v2/asset-element/upload',
      this.#token,
      { fileList: [{ path: filePath, name: 'a.bin' }] },
    )
    const { successMaterialIdList } = await this.#client.operation<{
      successMaterialIdList: number[]
    }>('/call/material2group', this.#token, { assetIdList: assetElementIdList })
    const { detail } = await this.#client.operation<{
      detail: { subResList: { downloadUrl: string }[] }[]
    }>('/v2/asset/detail-list', this.#token, { assetIdList: successMaterialIdList })
    const url = new URL(detail[0]?.subResList[0]?.downloadUrl ?? 'http://x/nothing')
    const answer = await this.#client.raw({
      method: 'GET',
      path: url.pathname + url.search,
      headers: [],
    })
    if (answer.status !== 200)
      throw new UnansweredError(
        `download: ${answer.status} ${answer.body.toString('utf8', 0, 200)}`,
      )
    return answer.body
  }
}

const lossesOf = (file: SentFile, listed: ListedUpload | undefined): string[] => {
  const name = `upload ${file.uploadId}`
  if (!listed) return [`${name} was acknowledged and is not there`]
  if (file.merge === 'acknowledged' && listed.sha256 !== file.sha256)
    return [`${name} was merged and has the digest ${listed.sha256} instead of ${file.sha256}`]
  if (file.merge !== undefined && listed.status === 'completed')
    return listed.sha256 === file.sha256 ? [] : [`${name} is completed with another file`]
  return [...file.parts].flatMap(([number, { etag, isAcknowledged }]) => {
    const found = listed.parts.find(({ partNumber }) => partNumber === number)
    if (!found)
      return isAcknowledged ? [`part ${number} of ${name} was acknowledged and is not there`] : []
    return found.etag === etag ? [] : [`part ${number} of ${name} has another digest`]
  })
}

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
