import { createHash } from 'node:crypto'
import { type Client, UnansweredError } from '../core/client.ts'
import type { Random } from '../core/random.ts'
import { bare, callerOf, jsonRequest } from '../core/request.ts'
import { operationCall, type Tenant } from '../core/tenant.ts'

const PART_BYTES = 102_400

interface SentPart {
  readonly etag: string
  isAcknowledged: boolean
}

interface SentFile {
  readonly uploadId: string
  readonly filePath: string
  readonly parts: Map<number, SentPart>
  readonly sha256: string
  merge?: 'asked' | 'acknowledged'
}

interface ListedUpload {
  readonly uploadId: string
  readonly status: string
  readonly sha256: string | null
  readonly parts: readonly { partNumber: number; etag: string }[]
}

export class UploadModel {
  readonly #client: Client
  readonly #tenant: Tenant
  #files: SentFile[] = []

  constructor(client: Client, tenant: Tenant) {
    this.#client = client
    this.#tenant = tenant
  }

  get #caller() {
    return callerOf(this.#tenant.fixtures.app.accessToken)
  }

  /** Sends a file of two parts, and merges it when asked to. */
  async send(random: Random, merges: boolean): Promise<void> {
    const first = Buffer.concat([random.bytes(4_096), Buffer.alloc(PART_BYTES - 4_096)])
    const whole = Buffer.concat([first, random.bytes(1_000)])
    const declared = { name: 'a.bin', size: whole.length, partSizeBytes: PART_BYTES }
    const begun = await this.#client.call<{ uploadId: string; filePath: string }>(
      jsonRequest('POST', '/_files/uploads', declared, this.#caller),
    )
    const file: SentFile = { ...begun, parts: new Map(), sha256: digestOf('sha256', whole) }
    this.#files.push(file)
    await this.#sendPart(file, 1, first)
    await this.#sendPart(file, 2, whole.subarray(PART_BYTES))
    if (merges) await this.#merge(file)
  }

  /** Ends an upload without a file, which asks the server to sweep. */
  async abort(random: Random): Promise<void> {
    const open = this.#files.filter(({ merge }) => merge === undefined)
    if (open.length === 0) return
    const file = random.pick(open)
    this.#files = this.#files.filter((other) => other !== file)
    await this.#client.call(bare('DELETE', `/_files/uploads/${file.uploadId}`, this.#caller))
  }

  /** The workspace has been put back: its uploads are those of another time. */
  forget(): void {
    this.#files = []
  }

  /** Compares with what the server has; answers a sentence for each loss. */
  async check(): Promise<string[]> {
    if (this.#files.length === 0) return []
    const path = `/records/uploads?workspace=${this.#tenant.id}&limit=10000`
    const { records } = await this.#client.control<{ records: ListedUpload[] }>('GET', path)
    const listed = new Map(records.map((record) => [record.uploadId, record]))
    const losses = this.#files.flatMap((file) =>
      lossesOf(file, listed.get(file.uploadId)).map((loss) => `upload ${file.uploadId} ${loss}`),
    )
    return [...losses, ...(await this.#readBack(listed))]
  }

  async #sendPart(file: SentFile, partNumber: number, body: Buffer): Promise<void> {
    const part: SentPart = { etag: digestOf('md5', body), isAcknowledged: false }
    file.parts.set(partNumber, part)
    const path = `/_files/uploads/${file.uploadId}/parts/${partNumber}`
    await this.#client.call({ ...bare('PUT', path, this.#caller), body })
    part.isAcknowledged = true
  }

  async #merge(file: SentFile): Promise<void> {
    const { filePath, uploadId, parts } = file
    const partETags = [...parts].map(([partNumber, { etag }]) => ({ partNumber, etag }))
    file.merge = 'asked'
    await this.#call('E13', { filePath, uploadId, partETags })
    file.merge = 'acknowledged'
  }

  #call<T>(operation: string, param: unknown): Promise<T> {
    return this.#client.call<T>(operationCall(this.#tenant, operation, param))
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
    if (digestOf('sha256', bytes) === merged.sha256) return []
    return [`the file of upload ${merged.uploadId} reads back as ${bytes.length} other bytes`]
  }

  async #download({ filePath }: SentFile): Promise<Buffer> {
    const { assetElementIdList } = await this.#call<{ assetElementIdList: number[] }>('E16', {
      fileList: [{ path: filePath, name: 'a.bin' }],
    })
    const { successMaterialIdList } = await this.#call<{ successMaterialIdList: number[] }>('E21', {
      assetIdList: assetElementIdList,
    })
    const { detail } = await this.#call<{ detail: { subResList: { downloadUrl: string }[] }[] }>(
      'E4',
      { assetIdList: successMaterialIdList },
    )
    const { pathname, search } = new URL(detail[0]?.subResList[0]?.downloadUrl ?? 'http://x/none')
    const { status, body } = await this.#client.raw(bare('GET', pathname + search))
    if (status === 200) return body
    throw new UnansweredError(`download: ${status} ${body.toString('utf8', 0, 200)}`)
  }
}

const lossesOf = (file: SentFile, listed: ListedUpload | undefined): string[] => {
  if (!listed) return ['was acknowledged and is not there']
  const isWhole = listed.sha256 === file.sha256
  if (file.merge === 'acknowledged' || (file.merge && listed.status === 'completed'))
    return isWhole ? [] : [`was merged and has the digest ${listed.sha256}, not ${file.sha256}`]
  return [...file.parts].flatMap(([number, { etag, isAcknowledged }]) => {
    const found = listed.parts.find(({ partNumber }) => partNumber === number)
    if (found) return found.etag === etag ? [] : [`has another part ${number}`]
    return isAcknowledged ? [`has no part ${number}, which was acknowledged`] : []
  })
}

const digestOf = (algorithm: 'md5' | 'sha256', bytes: Uint8Array): string =>
  createHash(algorithm).update(bytes).digest('hex')
