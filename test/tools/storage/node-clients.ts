import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect } from 'vitest'
import type { Granted } from '#test/kit/storage.ts'

export interface Part {
  number: number
  etag: string
}

/** What the tests ask of each client. */
export interface StorageClient {
  put(key: string, bytes: Buffer): Promise<unknown>
  get(key: string): Promise<Buffer>
  initiate(key: string): Promise<string>
  part(key: string, uploadId: string, number: number, bytes: Buffer): Promise<string>
  list(key: string, uploadId: string): Promise<Part[]>
  complete(key: string, uploadId: string, parts: readonly Part[]): Promise<unknown>
  abort(key: string, uploadId: string): Promise<unknown>
  /** Uploads by the client's own means, fails after a part, and goes on from there. */
  resume(key: string, bytes: Buffer): Promise<unknown>
  presign(method: 'PUT' | 'GET', key: string): Promise<string>
  close?(): void
}

/** Bytes of a part, of which S3 clients cut none smaller than five. */
const MIB = 1_048_576

// The SDKs are no dependencies of the project, so their types are not there.
const load = createRequire(resolve('test/tools/packages/package.json'))

/** The code that a client has of an error answer, whatever it calls it. */
export const codeOf = (error: unknown): string => {
  const { code, Code, name } = error as Record<'code' | 'Code' | 'name', string | undefined>
  return Code ?? code ?? name ?? String(error)
}

/** The options of ali-oss that change where the bucket is, and how it signs. */
export interface AliOptions {
  cname?: boolean
  sldEnable?: boolean
  authorizationV4?: boolean
}

export const aliOss = (grant: Granted, options: AliOptions = {}): StorageClient => {
  const OSS = load('ali-oss')
  const client = new OSS({
    region: grant.region,
    endpoint: grant.endpoint,
    bucket: grant.bucket,
    accessKeyId: grant.accessKeyId,
    accessKeySecret: grant.accessKeySecret,
    stsToken: grant.securityToken,
    refreshSTSToken: () => grant,
    refreshSTSTokenInterval: 600_000,
    ...options,
  })
  return {
    put: (key, bytes) => client.put(key, bytes),
    get: async (key) => (await client.get(key)).content,
    initiate: async (key) => (await client.initMultipartUpload(key)).uploadId,
    part: async (key, uploadId, number, bytes) =>
      (await client.uploadPart(key, uploadId, number, bytes, 0, bytes.length)).etag,
    list: async (key, uploadId) => {
      const { parts } = await client.listParts(key, uploadId)
      return [parts].flat().map(({ PartNumber, ETag }) => ({ number: +PartNumber, etag: ETag }))
    },
    complete: (key, uploadId, parts) => client.completeMultipartUpload(key, uploadId, parts),
    abort: (key, uploadId) => client.abortMultipartUpload(key, uploadId),
    resume: async (key, bytes) => {
      const kept: { checkpoint?: { doneParts: unknown[] } } = {}
      const partSize = MIB
      const progress = (_share: number, checkpoint: { doneParts: unknown[] }) => {
        kept.checkpoint = checkpoint
        if (checkpoint.doneParts.length === 1) client.cancel()
      }
      const first = client.multipartUpload(key, bytes, { partSize, parallel: 1, progress })
      await interrupted(first, 'cancel')
      await client.multipartUpload(key, bytes, { partSize, checkpoint: kept.checkpoint })
    },
    presign: (method, key) =>
      options.cname
        ? client.signatureUrl(key, { method, expires: 600 })
        : client.signatureUrlV4(method, 600, {}, key),
  }
}

const interrupted = (upload: Promise<unknown>, name: string): Promise<void> =>
  expect(upload).rejects.toMatchObject({ name })

const s3ClientOf = (grant: Granted) =>
  new (load('@aws-sdk/client-s3').S3)({
    region: grant.region,
    endpoint: grant.endpoint,
    forcePathStyle: true,
    credentials: {
      accessKeyId: grant.accessKeyId,
      secretAccessKey: grant.accessKeySecret,
      sessionToken: grant.securityToken,
    },
  })

export const clientS3 = (grant: Granted): StorageClient => {
  const S3 = load('@aws-sdk/client-s3')
  const { getSignedUrl } = load('@aws-sdk/s3-request-presigner')
  const client = s3ClientOf(grant)
  const send = (command: string, key: string, input: object = {}) =>
    client.send(new S3[`${command}Command`]({ Bucket: grant.bucket, Key: key, ...input }))
  const own: StorageClient = {
    put: (key, Body) => send('PutObject', key, { Body }),
    get: async (key) =>
      Buffer.from(await (await send('GetObject', key)).Body.transformToByteArray()),
    initiate: async (key) => (await send('CreateMultipartUpload', key)).UploadId,
    part: async (key, UploadId, PartNumber, Body) =>
      (await send('UploadPart', key, { UploadId, PartNumber, Body })).ETag,
    list: async (key, UploadId) => {
      const { Parts = [] } = await send('ListParts', key, { UploadId })
      return Parts.map((part: { PartNumber: number; ETag: string }) => ({
        number: part.PartNumber,
        etag: part.ETag,
      }))
    },
    complete: (key, UploadId, parts) => {
      const Parts = parts.map(({ number, etag }) => ({ PartNumber: number, ETag: etag }))
      return send('CompleteMultipartUpload', key, { UploadId, MultipartUpload: { Parts } })
    },
    abort: (key, UploadId) => send('AbortMultipartUpload', key, { UploadId }),
    resume: (key, bytes) => resumeByList(own, key, bytes),
    presign: (method, Key) => {
      const Command = method === 'PUT' ? S3.PutObjectCommand : S3.GetObjectCommand
      return getSignedUrl(client, new Command({ Bucket: grant.bucket, Key }), { expiresIn: 600 })
    },
  }
  return own
}

/** The same client with the uploads of lib-storage, whose bodies are streams. */
export const libStorage = (grant: Granted): StorageClient => {
  const { Upload } = load('@aws-sdk/lib-storage')
  const client = s3ClientOf(grant)
  const base = clientS3(grant)
  const upload = (key: string, bytes: Buffer, leavePartsOnError = false) => {
    const params = { Bucket: grant.bucket, Key: key, Body: Readable.from(cutIn(bytes, MIB)) }
    return new Upload({ client, params, partSize: 5 * MIB, queueSize: 1, leavePartsOnError })
  }
  return {
    ...base,
    put: (key, bytes) => upload(key, bytes).done(),
    resume: async (key, bytes) => {
      const first = upload(key, bytes, true)
      first.on('httpUploadProgress', () => first.abort())
      await interrupted(first.done(), 'AbortError')
      const listed = { Bucket: grant.bucket, Prefix: key }
      const { Uploads = [] } = await client.listMultipartUploads(listed)
      return resumeByList(base, key, bytes, Uploads[0].UploadId, 5 * MIB)
    },
  }
}

/** Asks which parts have arrived, sends the others, and completes: what a client without checkpoints does. */
export const resumeByList = async (
  client: StorageClient,
  key: string,
  bytes: Buffer,
  begun?: string,
  partBytes = MIB,
): Promise<unknown> => {
  const pieces = cutIn(bytes, partBytes)
  const uploadId = begun ?? (await client.initiate(key))
  if (begun === undefined) await client.part(key, uploadId, 1, pieces[0] ?? bytes)
  const parts = await client.list(key, uploadId)
  expect(parts.map(({ number }) => number)).toEqual([1])
  for (const [index, piece] of pieces.entries())
    if (index > 0) {
      const etag = await client.part(key, uploadId, index + 1, piece)
      parts.push({ number: index + 1, etag })
    }
  return client.complete(key, uploadId, parts)
}

const cutIn = (bytes: Buffer, size: number): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  )

const toMinioPart = ({ number, etag }: Part) => ({ part: number, etag })

export const minio = (grant: Granted): StorageClient => {
  const { Client } = load('minio')
  const { hostname, port } = new URL(grant.endpoint)
  const { bucket } = grant
  const client = new Client({
    endPoint: hostname,
    port: Number(port),
    useSSL: false,
    region: grant.region,
    accessKey: grant.accessKeyId,
    secretKey: grant.accessKeySecret,
    sessionToken: grant.securityToken,
    partSize: 5 * MIB,
  })
  return {
    put: (key, bytes) => client.putObject(bucket, key, bytes),
    get: async (key) => buffer(await client.getObject(bucket, key)),
    initiate: (key) => client.initiateNewMultipartUpload(bucket, key, {}),
    part: async (key, uploadID, partNumber, bytes) => {
      const part = { bucketName: bucket, objectName: key, uploadID, partNumber, headers: {} }
      return (await client.uploadPart(part, bytes)).etag
    },
    list: async (key, uploadId) =>
      (await client.listParts(bucket, key, uploadId)).map(
        ({ part, etag }: { part: number; etag: string }) => ({ number: part, etag }),
      ),
    complete: (key, uploadId, parts) =>
      client.completeMultipartUpload(bucket, key, uploadId, parts.map(toMinioPart)),
    abort: (key, uploadId) => client.abortMultipartUpload(bucket, key, uploadId),
    // It finds the upload of a key by the list of uploads, and goes on with that.
    resume: async (key, bytes) => {
      const uploadId = await client.initiateNewMultipartUpload(bucket, key, {})
      const part = { bucketName: bucket, objectName: key, uploadID: uploadId, partNumber: 1 }
      await client.uploadPart({ ...part, headers: {} }, bytes.subarray(0, 5 * MIB))
      await client.putObject(bucket, key, Readable.from(cutIn(bytes, MIB)), bytes.length)
    },
    presign: (method, key) =>
      method === 'PUT'
        ? client.presignedPutObject(bucket, key, 600)
        : client.presignedGetObject(bucket, key, 600),
  }
}
