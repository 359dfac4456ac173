// A file of 128 MiB up in parts, merged, and down again, beside a copy of the same bytes with an MD5.
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { residentMiB, startServer } from './server.mjs'

const PART_BYTES = 8 * 1_048_576
const PARTS = 16

/** Every part is other bytes: part n is a block rotated by n. */
const block = randomBytes(PART_BYTES)
const partOf = (index) => Buffer.concat([block.subarray(index + 1), block.subarray(0, index + 1)])

const timed = async (found, name, work) => {
  const begun = performance.now()
  const result = await work()
  found[name] = performance.now() - begun
  return result
}

const copy = async (folder) => {
  const hash = createHash('md5')
  const hashed = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk)
      done(undefined, chunk)
    },
  })
  const [from, to] = [join(folder, 'file'), join(folder, 'copy')]
  await pipeline(createReadStream(from), hashed, createWriteStream(to))
}

const putPart = async ({ url, partNumber }) => {
  const response = await fetch(url, { method: 'PUT', body: partOf(partNumber - 1) })
  await response.text()
  return { partNumber, etag: response.headers.get('etag') }
}

const registered = async (server, file) => {
  const { assetElementIdList } = await server.call('/v2/asset-element/upload', { fileList: [file] })
  const { successMaterialIdList: assetIdList } = await server.call('/call/material2group', {
    assetIdList: assetElementIdList,
  })
  const { detail } = await server.call('/v2/asset/detail-list', { assetIdList })
  return detail[0].subResList[0].downloadUrl
}

/** One file. */
export const measure = async ({ root, folder }) => {
  const server = await startServer({ root })
  const found = {}
  const file = { name: 'large.bin', type: 'application/octet-stream', size: PARTS * PART_BYTES }
  const bytes = Buffer.concat(Array.from({ length: PARTS }, (_, index) => partOf(index)))
  await writeFile(join(folder, 'file'), bytes)
  await timed(found, 'copy', () => copy(folder))
  const upload = await server.post('/_files/uploads', { ...file, partSizeBytes: PART_BYTES })
  const { uploadId, filePath } = upload
  const partETags = []
  await timed(found, 'up', async () => {
    for (const part of upload.parts) partETags.push(await putPart(part))
  })
  await timed(found, 'merge', () =>
    server.call('/v1/file/complete-multipart-upload', { uploadId, filePath, partETags }),
  )
  const url = await registered(server, { path: filePath, ...file })
  await timed(found, 'down', () => fetch(url).then((response) => response.arrayBuffer()))
  found['memory, MiB'] = residentMiB(server.pid)
  await server.stop()
  return found
}
