import { createHash } from 'node:crypto'
import { signOssPath } from '../../../test/kit/oss-url.ts'
import type { Granted } from '../../../test/kit/storage.ts'
import { Client } from '../core/client.ts'
import type { Address } from '../core/connection.ts'
import type { Random } from '../core/random.ts'
import { bare, callerOf, jsonRequest } from '../core/request.ts'
import type { Tenant } from '../core/tenant.ts'

const PART_BYTES = 102_400

/** Files that are looked at again after later kills. */
const KEPT_FILES = 30

interface StoredObject {
  readonly key: string
  readonly sha256: string
  readonly etags: readonly string[]
  uploadId?: string
  readonly arrived: Set<number>
  whole?: 'asked' | 'acknowledged'
}

type Asked = [
  method: string,
  key: string,
  parameters?: Readonly<Record<string, string>>,
  body?: Buffer,
]

/** The files of one workspace that were sent to the storage listener, with what of them was acknowledged. */
export class StoredObjects {
  readonly #main: Client
  readonly #client: Client
  readonly #tenant: Tenant
  #grant: Granted | undefined
  #files: StoredObject[] = []
  #count = 0

  constructor(client: Client, tenant: Tenant) {
    this.#main = client
    this.#tenant = tenant
    const addressNow = () => addressOf(this.#grant?.endpoint ?? '')
    this.#client = new Client({
      get address() {
        return addressNow()
      },
    })
  }

  async put(random: Random): Promise<void> {
    const body = random.bytes(3_000)
    const file = this.#add(await this.#grantNow(), body, [])
    file.whole = 'asked'
    await this.#done('PUT', file.key, {}, body)
    file.whole = 'acknowledged'
  }

  /** Puts two parts, and completes them when asked to. */
  async putParts(random: Random, completes: boolean): Promise<void> {
    const first = Buffer.concat([random.bytes(4_096), Buffer.alloc(PART_BYTES - 4_096)])
    const pieces = [first, random.bytes(1_000)]
    const file = this.#add(await this.#grantNow(), Buffer.concat(pieces), pieces.map(md5Of))
    const answer = await this.#done('POST', file.key, { uploads: '' })
    file.uploadId = /<UploadId>([^<]+)/.exec(answer.toString())?.[1] ?? ''
    for (const [index, piece] of pieces.entries()) {
      const partNumber = String(index + 1)
      await this.#done('PUT', file.key, { partNumber, uploadId: file.uploadId }, piece)
      file.arrived.add(index + 1)
    }
    if (completes) await this.#complete(file)
  }

  /** The workspace has been put back: its files are those of another time. */
  forget(): void {
    this.#files = []
  }

  /** Compares with what the server has; answers a sentence for each loss. */
  async check(): Promise<string[]> {
    if (this.#files.length === 0) return []
    // The server may listen on another port; the grant from before the kill is still good.
    const { endpoint } = await this.#askForGrant()
    this.#grant &&= { ...this.#grant, endpoint }
    const losses: string[] = []
    for (const file of this.#files)
      for (const loss of await this.#lossesOf(file)) losses.push(`object ${file.key} ${loss}`)
    this.#files = this.#files.slice(-KEPT_FILES)
    return losses
  }

  #add(grant: Granted, bytes: Buffer, etags: readonly string[]): StoredObject {
    this.#count += 1
    const key = `${grant.pathPrefix}/killed-${this.#count}.bin`
    const file: StoredObject = { key, sha256: digestOf('sha256', bytes), etags, arrived: new Set() }
    this.#files.push(file)
    return file
  }

  async #complete(file: StoredObject): Promise<void> {
    file.whole = 'asked'
    const parts = file.etags.map(
      (etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${etag}</ETag></Part>`,
    )
    const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
    await this.#done('POST', file.key, { uploadId: file.uploadId ?? '' }, body)
    file.whole = 'acknowledged'
  }

  async #lossesOf(file: StoredObject): Promise<string[]> {
    const { status, body } = await this.#send('GET', file.key)
    if (status === 200) {
      if (file.whole === undefined) return ['is there and was not asked for']
      return digestOf('sha256', body) === file.sha256
        ? []
        : [`reads back as ${body.length} other bytes`]
    }
    if (status !== 404) return [`answers ${status}: ${body.subarray(0, 300)}`]
    if (file.whole === 'acknowledged') return ['was acknowledged and is not there']
    return file.uploadId === undefined ? [] : this.#lostParts(file, file.uploadId)
  }

  /** Parts that were acknowledged are there, and what is there can be completed. */
  async #lostParts(file: StoredObject, uploadId: string): Promise<string[]> {
    const { status, body } = await this.#send('GET', file.key, { uploadId })
    if (status !== 200) return [`has no list of parts: ${status} ${body.subarray(0, 300)}`]
    const listed = [...body.toString().matchAll(/<PartNumber>(\d+)<.*?<ETag>(.*?)<\/ETag>/gs)]
    const there = new Map(listed.map(([, number, etag = '']) => [Number(number), etag]))
    const lost = [...file.arrived].filter((number) => !there.has(number))
    const wrong = [...there].filter(
      ([number, etag]) => !etag.toLowerCase().includes(file.etags[number - 1] ?? '-'),
    )
    if (lost.length + wrong.length > 0) return [`lost parts ${lost}, has wrong parts ${wrong}`]
    if (there.size < file.etags.length) return []
    await this.#complete(file)
    const read = await this.#send('GET', file.key)
    return digestOf('sha256', read.body) === file.sha256 ? [] : ['is other bytes when completed']
  }

  async #grantNow(): Promise<Granted> {
    this.#grant ??= await this.#askForGrant()
    return this.#grant
  }

  #askForGrant(): Promise<Granted> {
    const caller = callerOf(this.#tenant.fixtures.app.accessToken)
    return this.#main.call<Granted>(jsonRequest('POST', '/_files/grant', {}, caller))
  }

  async #done(...request: Asked): Promise<Buffer> {
    const { status, body } = await this.#send(...request)
    if (status === 200) return body
    throw new Error(`${status} ${request.slice(0, 2).join(' ')}: ${body.subarray(0, 500)}`)
  }

  async #send(
    ...[method, key, parameters, body]: Asked
  ): Promise<{ status: number; body: Buffer }> {
    const grant = await this.#grantNow()
    const request = bare(method, signOssPath(grant, method, key, parameters))
    return this.#client.raw(body ? { ...request, body } : request)
  }
}

const addressOf = (url: string): Address => {
  const { hostname, port } = new URL(url)
  return { hostname, port: Number(port) }
}

const digestOf = (algorithm: string, bytes: Buffer): string =>
  createHash(algorithm).update(bytes).digest('hex')

const md5Of = (bytes: Buffer): string => digestOf('md5', bytes)
