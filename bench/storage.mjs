// 1 GiB by five parallel parts: to the storage listener, to a plain server that writes and hashes, and to the upload of `/_files`.
import { createHmac, randomBytes } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { residentMiB, startProgram, startServer } from './server.mjs'

const PART_BYTES = 8 * 1_048_576
const PARTS = 128
const AT_ONCE = 5
const SIZE = PARTS * PART_BYTES

export const maxRounds = 5

/** Every part is other bytes: part n is a block rotated by n. */
const block = randomBytes(PART_BYTES)
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })

/** Sends part n to a URL and answers its ETag. */
const put = (url, number) =>
  new Promise((resolve, reject) => {
    const headers = { 'content-length': PART_BYTES }
    const sent = request(url, { method: 'PUT', agent, headers })
    sent.on('error', reject).on('response', (response) => {
      const { statusCode, headers: answered } = response.resume()
      response.on('end', () =>
        statusCode === 200 ? resolve(answered.etag) : reject(new Error(`${url}: ${statusCode}`)),
      )
    })
    sent.write(block.subarray(number))
    sent.end(block.subarray(0, number))
  })

/** Sends all parts, five at once, and answers the milliseconds, the ETags, and how much the memory of a process rose. */
const sendAll = async (pid, send) => {
  const before = residentMiB(pid)
  let highest = before
  const timer = setInterval(() => {
    highest = Math.max(highest, residentMiB(pid))
  }, 20)
  const begun = performance.now()
  const parts = []
  let next = 1
  const lane = async () => {
    while (next <= PARTS) {
      const partNumber = next++
      parts[partNumber - 1] = { partNumber, etag: await send(partNumber) }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  const ms = performance.now() - begun
  clearInterval(timer)
  return { ms, parts, rise: highest - before }
}

/** A presigned URL of OSS (V1). */
const signUrl = (grant, method, key, parameters) => {
  const { accessKeyId, accessKeySecret, securityToken, bucket, endpoint } = grant
  const Expires = Math.round((performance.timeOrigin + performance.now()) / 1_000) + 3_600
  const all = { ...parameters, 'security-token': securityToken }
  const signed = Object.keys(all)
    .sort()
    .map((name) => (all[name] === '' ? name : `${name}=${all[name]}`))
  const text = `${method}\n\n\n${Expires}\n/${bucket}/${key}?${signed.join('&')}`
  const Signature = createHmac('sha1', accessKeySecret).update(text).digest('base64')
  const query = new URLSearchParams({ ...all, OSSAccessKeyId: accessKeyId, Expires, Signature })
  return `${endpoint}/${bucket}/${key}?${query}`
}

const ofPlain = async (folder) => {
  mkdirSync(folder)
  const server = await startProgram(join(import.meta.dirname, 'plain-store.mjs'), [folder])
  const { ms, rise } = await sendAll(server.pid, (number) => put(server.url, number))
  await server.stop()
  rmSync(folder, { recursive: true })
  return { ms, rise }
}

const ofStorage = async (server, grant) => {
  const key = `${grant.pathPrefix}/large.bin`
  const post = async (parameters, body) => {
    const response = await fetch(signUrl(grant, 'POST', key, parameters), { method: 'POST', body })
    const text = await response.text()
    if (response.status !== 200) throw new Error(text)
    return text
  }
  const [, uploadId] = /<UploadId>([^<]+)/.exec(await post({ uploads: '' }))
  const sent = await sendAll(server.pid, (partNumber) =>
    put(signUrl(grant, 'PUT', key, { partNumber, uploadId }), partNumber),
  )
  const parts = sent.parts.map(
    ({ partNumber, etag }) =>
      `<Part><PartNumber>${partNumber}</PartNumber><ETag>${etag}</ETag></Part>`,
  )
  const begun = performance.now()
  const xml = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
  await post({ uploadId }, Buffer.from(xml))
  return { ...sent, completeMs: performance.now() - begun }
}

const ofUploads = async (server) => {
  const file = { name: 'large.bin', type: 'application/octet-stream', size: SIZE }
  const upload = await server.post('/_files/uploads', { ...file, partSizeBytes: PART_BYTES })
  return sendAll(server.pid, (number) => put(upload.parts[number - 1].url, number))
}

/** A build before the storage listener has the upload of `/_files` only. */
export const measure = async ({ root, folder }) => {
  const data = join(folder, 'storage-data')
  const plain = await ofPlain(join(folder, 'plain'))
  const started = async (work) => {
    const server = await startServer({ root, data })
    try {
      return await work(server)
    } finally {
      await server.stop()
      rmSync(data, { recursive: true, force: true })
    }
  }
  const uploads = await started(ofUploads)
  const storage = await started(async (server) => {
    const grant = await server.post('/_files/grant', {}).catch(() => undefined)
    return grant && ofStorage(server, grant)
  })
  return {
    'plain server': plain.ms,
    '/_files/uploads': uploads.ms,
    '/_files/uploads, rise in MiB': uploads.rise,
    ...(storage && {
      'storage listener': storage.ms,
      'storage listener, rise in MiB': storage.rise,
      'storage listener, complete': storage.completeMs,
      'rate beside the plain server': plain.ms / storage.ms,
    }),
  }
}
