// A large file goes up in parts, is merged, comes down; meanwhile E8 is asked again and again. Shows the
// server's memory and the slowest E8. Usage: node bench/large-file.mjs [MiB] [--data]
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { residentMiB, startServer } from './server.mjs'

const MIB = 1_048_576
const PART_BYTES = 8 * MIB
const CLIENTS = 4

const sizeMiB = Number(process.argv[2] ?? 1_024)
const server = await startServer({ isInFolder: process.argv.includes('--data') })

/** Every part is other bytes, and none is kept: part n is a block rotated by n. */
const block = randomBytes(PART_BYTES)
const partBytes = (index) =>
  Buffer.concat([block.subarray(index + 1), block.subarray(0, index + 1)])

const stats = { peakMiB: 0, e8: [] }
const watcher = new Worker(new URL('./watch.mjs', import.meta.url), { workerData: server.access })
const before = residentMiB(server.pid)
await once(watcher, 'message')
watcher.on('message', ({ ms, residentMiB: now }) => {
  stats.peakMiB = Math.max(stats.peakMiB, now)
  stats.e8.push(ms)
})

const timed = async (name, work) => {
  const start = performance.now()
  const asked = stats.e8.length
  const answered = await work()
  const seconds = (performance.now() - start) / 1_000
  const slowest = Math.max(0, ...stats.e8.slice(asked))
  const speed = `${Math.round(sizeMiB / seconds)} MiB/s`.padStart(11)
  process.stdout.write(
    `${name.padEnd(10)} ${seconds.toFixed(2).padStart(7)} s ${speed}   slowest E8 ${slowest.toFixed(1).padStart(6)} ms\n`,
  )
  return answered
}

const sha256 = createHash('sha256')
const count = Math.ceil((sizeMiB * MIB) / PART_BYTES)
for (let index = 0; index < count; index += 1) sha256.update(partBytes(index))
const expected = sha256.digest('hex')

const size = count * PART_BYTES
const declared = {
  name: 'large.bin',
  type: 'application/octet-stream',
  size,
  partSizeBytes: PART_BYTES,
}
const upload = await server.post('/_files/uploads', declared)
const partETags = []

await timed('upload', async () => {
  const waiting = upload.parts.slice()
  const client = async () => {
    for (let part = waiting.pop(); part; part = waiting.pop()) {
      const response = await fetch(part.url, {
        method: 'PUT',
        body: partBytes(part.partNumber - 1),
      })
      if (!response.ok) throw new Error(await response.text())
      partETags.push({ partNumber: part.partNumber, etag: response.headers.get('etag') })
      await response.arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
})

const { uploadId, filePath } = upload
await timed('E13', () =>
  server.call('/v1/file/complete-multipart-upload', { uploadId, filePath, partETags }),
)
const file = { path: filePath, name: declared.name, size, type: declared.type }
const { assetElementIdList } = await timed('E16', () =>
  server.call('/v2/asset-element/upload', { fileList: [file] }),
)
const { successMaterialIdList } = await server.call('/call/material2group', {
  assetIdList: assetElementIdList,
})
const { detail } = await server.call('/v2/asset/detail-list', {
  assetIdList: successMaterialIdList,
})
const arrived = await timed('download', async () => {
  const response = await fetch(detail[0].subResList[0].downloadUrl)
  const hash = createHash('sha256')
  for await (const chunk of response.body) hash.update(chunk)
  return hash.digest('hex')
})
watcher.postMessage('done')
await once(watcher, 'exit')

const sorted = stats.e8.toSorted((one, other) => one - other)
const at = (share) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))].toFixed(1)
process.stdout.write(
  `\n${count} parts of 8 MiB, ${CLIENTS} clients, ${server.where}\n` +
    `the file came back ${arrived === expected ? 'identical' : 'CHANGED'} (SHA-256)\n` +
    `resident memory ${before} MiB before, ${stats.peakMiB} MiB at most\n` +
    `E8 beside it: ${sorted.length} calls, median ${at(0.5)} ms, p99 ${at(0.99)} ms, slowest ${at(1)} ms\n`,
)
await server.stop()
process.exit(arrived === expected ? 0 : 1)
