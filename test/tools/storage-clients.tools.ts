import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningSandbox, startSandbox } from '#src/index.ts'
import { transmit } from '#test/kit/http.ts'
import { type Granted, grantOf } from '#test/kit/storage.ts'
import {
  bytesFrom,
  complete,
  cut,
  download,
  MIN_PART_BYTES,
  makeAsset,
  payloadOf,
  sha256Of,
} from '#test/kit/uploads.ts'
import {
  aliOss,
  clientS3,
  codeOf,
  libStorage,
  minio,
  type Part,
  type StorageClient,
} from './storage/node-clients.ts'
import { pythonClient, pythonWith } from './storage/python-clients.ts'

const MIB = 1_048_576

type Connect = (grant: Granted) => StorageClient

/** The URL of a grant whose host is a name, as `cname` needs it to sign URLs of V1. */
const atLocalhost = (grant: Granted): Granted => ({
  ...grant,
  endpoint: grant.endpoint.replace('127.0.0.1', 'localhost'),
})

const CLIENTS: readonly (readonly [name: string, connect: Connect])[] = [
  ['ali-oss, V1', (grant) => aliOss(grant)],
  ['ali-oss, V4', (grant) => aliOss(grant, { authorizationV4: true })],
  ['ali-oss, sldEnable, V1', (grant) => aliOss(grant, { sldEnable: true })],
  ['ali-oss, sldEnable, V4', (grant) => aliOss(grant, { sldEnable: true, authorizationV4: true })],
  ['ali-oss, cname, V1', (grant) => aliOss(atLocalhost(grant), { cname: true })],
  ['client-s3', clientS3],
  ['lib-storage', libStorage],
  ['minio', minio],
]

const PYTHON_CLIENTS = ['boto3', 'oss2'].map((module) => [module, pythonWith(module)] as const)

const NAMES = [
  'with space.txt',
  'a+b.txt',
  "it's (1).txt",
  '雾岭.txt',
  '😀.txt',
  "all of a+b & it's 100% 雾岭?#[😀]=~.txt",
]

let sandbox: RunningSandbox
let count = 0

beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'minimal', checkReplies: true })
})

afterAll(() => sandbox.close())

const freshBytes = (length: number): Buffer => {
  count += 1
  return bytesFrom(count, length)
}

/** Expects that E16, E21 and E4 lead to the bytes of a key. */
const expectInLibrary = async (key: string, bytes: Buffer): Promise<void> => {
  const asset = await makeAsset(sandbox, { path: key, name: 'x.txt', size: bytes.length })
  expect(asset.findings, key).toEqual([])
  expect(sha256Of(await download(asset.downloadUrl)), key).toBe(sha256Of(bytes))
}

/** Sends three parts, of which the middle one arrives last. */
const sendParts = async (client: StorageClient, key: string, bytes: Buffer) => {
  const pieces = cut(bytes, MIN_PART_BYTES, MIN_PART_BYTES)
  const uploadId = await client.initiate(key)
  const parts: Part[] = []
  for (const number of [1, 3, 2])
    parts.push({
      number,
      etag: await client.part(key, uploadId, number, pieces[number - 1] ?? bytes),
    })
  return { uploadId, parts: parts.sort((one, other) => one.number - other.number) }
}

const partETagsOf = (parts: readonly Part[]) =>
  parts.map(({ number, etag }) => ({ partNumber: number, etag }))

/** What a client does with a key; answers the bytes that the library must have. */
type Case = (client: StorageClient, key: string) => Promise<Buffer | undefined>

const CASES: Readonly<Record<string, Case>> = {
  'puts a small file, and reads it back': async (client, key) => {
    const bytes = freshBytes(1_000)
    await client.put(key, bytes)
    expect(sha256Of(await client.get(key))).toBe(sha256Of(bytes))
    return bytes
  },
  'puts three parts and completes them, which E13 repeats': async (client, key) => {
    const bytes = freshBytes(2 * MIN_PART_BYTES + 1)
    const { uploadId, parts } = await sendParts(client, key, bytes)
    expect((await client.list(key, uploadId)).map(({ number }) => number)).toEqual([1, 2, 3])
    await client.complete(key, uploadId, parts)
    const again = { uploadId, filePath: key, partETags: partETagsOf(parts) }
    expect(payloadOf(await complete(sandbox, again))).toBe(true)
    return bytes
  },
  'puts three parts, which E13 completes': async (client, key) => {
    const bytes = freshBytes(2 * MIN_PART_BYTES + 1)
    const { uploadId, parts } = await sendParts(client, key, bytes)
    const completion = { uploadId, filePath: key, partETags: partETagsOf(parts) }
    expect(payloadOf(await complete(sandbox, completion))).toBe(true)
    return bytes
  },
  'resumes an upload from its checkpoint or list of parts': async (client, key) => {
    const bytes = freshBytes(11 * MIB)
    await client.resume(key, bytes)
    return bytes
  },
  'aborts an upload, of which nothing stays': async (client, key) => {
    const { uploadId } = await sendParts(client, key, freshBytes(2 * MIN_PART_BYTES + 1))
    await client.abort(key, uploadId)
    expect(await client.list(key, uploadId).then(() => 'listed', codeOf)).toBe('NoSuchUpload')
    expect(await client.get(key).then(() => 'read', codeOf)).toBe('NoSuchKey')
    return undefined
  },
  'presigns PUT and GET': async (client, key) => {
    const bytes = freshBytes(1_000)
    const sent = await transmit(await client.presign('PUT', key), { method: 'PUT', body: bytes })
    expect([sent.status, sent.bytes.toString()]).toEqual([200, ''])
    const read = await transmit(await client.presign('GET', key))
    expect([read.status, sha256Of(read.bytes)]).toEqual([200, sha256Of(bytes)])
    return bytes
  },
}

const runCase = async (connect: Connect, run: Case): Promise<void> => {
  const grant = await grantOf(sandbox.url)
  const client = connect(grant)
  for (const name of NAMES) {
    count += 1
    const key = `${grant.pathPrefix}/${count}/${name}`
    const bytes = await run(client, key)
    if (bytes) await expectInLibrary(key, bytes)
  }
  client.close?.()
}

describe.each(CLIENTS)('%s', (_name, connect) => {
  test.each(Object.entries(CASES))('%s', (_case, run) => runCase(connect, run))
})

describe.each(PYTHON_CLIENTS)('%s', (module, python) => {
  const connect: Connect = (grant) => pythonClient(python?.path ?? '', module, grant)
  test.for(Object.entries(CASES))('%s', ([, run], { skip }) => {
    if (python === undefined) skip(`no Python has ${module}`)
    return runCase(connect, run)
  })
})

/** What is wrong with a grant or a key, and the code that each dialect has for it. */
const REFUSALS: readonly (readonly [
  string,
  (grant: Granted) => Granted,
  oss: string,
  s3: string,
])[] = [
  [
    'a wrong secret',
    (grant) => ({ ...grant, accessKeySecret: `${grant.accessKeySecret}x` }),
    'SignatureDoesNotMatch',
    'SignatureDoesNotMatch',
  ],
  [
    'an unknown access key',
    (grant) => ({ ...grant, accessKeyId: `${grant.accessKeyId}x` }),
    'InvalidAccessKeyId',
    'InvalidAccessKeyId',
  ],
  [
    'a wrong token',
    (grant) => ({ ...grant, securityToken: `${grant.securityToken}x` }),
    'InvalidSecurityToken',
    'InvalidToken',
  ],
  [
    'a key outside of the prefix',
    (grant) => ({ ...grant, pathPrefix: 'elsewhere' }),
    'AccessDenied',
    'AccessDenied',
  ],
]

describe.each(CLIENTS)('%s', (name, connect) => {
  test.each(REFUSALS)('has an error of its own for %s', async (_what, alter, oss, s3) => {
    const grant = alter(await grantOf(sandbox.url))
    const client = connect(grant)
    const code = await client
      .put(`${grant.pathPrefix}/x.txt`, freshBytes(10))
      .then(() => 'put', codeOf)
    expect(code).toBe(name.startsWith('ali-oss') ? oss : s3)
    client.close?.()
  })
})
