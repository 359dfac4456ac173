// A large file goes up in parts, is merged, comes down; meanwhile E8 is asked again and again. Shows the speed beside that of a plain copy of the
// same bytes by streams with an MD5, the server's memory and the slowest E8. Usage: node bench/large-file.mjs [MiB] [--rounds 1] [--data] [--json]
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { copyFile, download, putPart, writeFile } from './file-transfers.mjs'
import { grid } from './grid.mjs'
import { readOptions } from './options.mjs'
import { print, runBounded } from './run.mjs'
import { transferRows } from './section-rows.mjs'
import { residentMiB, startServer } from './server.mjs'
import { spreadOf } from './spread.mjs'

const MIB = 1_048_576
const PART_BYTES = 8 * MIB
const CLIENTS = 4

const options = readOptions(
  import.meta.url,
  {
    rounds: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '30' },
    data: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
  { isPositional: true },
)
const count = Math.ceil((Number(options.positionals[0] ?? 1_024) * MIB) / PART_BYTES)
const size = count * PART_BYTES

/** Every part is other bytes, and none is kept: part n is a block rotated by n. */
const block = randomBytes(PART_BYTES)
const partBytes = (index) =>
  Buffer.concat([block.subarray(index + 1), block.subarray(0, index + 1)])

const startWatcher = async (server) => {
  const seen = { peakMiB: 0, e8: [] }
  const watcher = new Worker(new URL('./watch.mjs', import.meta.url), { workerData: server.access })
  await once(watcher, 'message')
  watcher.on('message', ({ ms, residentMiB: now }) => {
    seen.peakMiB = Math.max(seen.peakMiB, now)
    seen.e8.push(ms)
  })
  const end = async () => {
    watcher.postMessage('done')
    await once(watcher, 'exit')
    return seen
  }
  return { end }
}

const uploadParts = async ({ parts }, first) => {
  const waiting = parts.slice()
  const partETags = []
  const client = async () => {
    for (let part = waiting.pop(); part; part = waiting.pop()) {
      const etag = await putPart(part.url, partBytes(first + part.partNumber - 1))
      partETags.push({ partNumber: part.partNumber, etag })
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return partETags
}

const register = async (server, file) => {
  const { assetElementIdList } = await server.call('/v2/asset-element/upload', { fileList: [file] })
  const { successMaterialIdList } = await server.call('/call/material2group', {
    assetIdList: assetElementIdList,
  })
  const assetIdList = successMaterialIdList
  const { detail } = await server.call('/v2/asset/detail-list', { assetIdList })
  return detail[0].subResList[0].downloadUrl
}

const timed = async (times, name, work) => {
  const start = performance.now()
  const answered = await work()
  times[name] = (performance.now() - start) / 1_000
  return answered
}

/** One file, copied, sent and fetched again: the seconds of each step. */
const runRound = async (server, round, folder) => {
  const seconds = {}
  const step = (name, work) => timed(seconds, name, work)
  const declared = { name: `large-${round}.bin`, type: 'application/octet-stream', size }
  const source = join(folder, declared.name)
  const first = round * count
  await writeFile(source, count, (index) => partBytes(first + index))
  const copied = await step('copy', () => copyFile(source, `${source}.copy`))
  for (const path of [source, `${source}.copy`]) rmSync(path)
  const upload = await server.post('/_files/uploads', { ...declared, partSizeBytes: PART_BYTES })
  const partETags = await step('parts', () => uploadParts(upload, first))
  const { uploadId, filePath } = upload
  await step('completion', () =>
    server.call('/v1/file/complete-multipart-upload', { uploadId, filePath, partETags }),
  )
  const file = { path: filePath, ...declared }
  const url = await step('registration', () => register(server, file))
  const arrived = await step('download', () => download(url, createHash('md5')))
  if (arrived !== copied) throw new Error('the file came back changed')
  return seconds
}

const ratiosOf = (rounds) => {
  const speed = (secondsOf) => spreadOf(rounds.map((one) => size / MIB / secondsOf(one)))
  const ratio = (secondsOf) => spreadOf(rounds.map((one) => one.copy / secondsOf(one)))
  const upload = ({ parts, completion }) => parts + completion
  return {
    copy: { mibPerSecond: speed(({ copy }) => copy) },
    upload: { mibPerSecond: speed(upload), ratio: ratio(upload) },
    download: {
      mibPerSecond: speed((one) => one.download),
      ratio: ratio((one) => one.download),
    },
  }
}

const describe = ({ sizeMiB, where, e8, beforeMiB, peakMiB, speeds, rounds }) => {
  const steps = rounds.map((one) =>
    Object.fromEntries(
      Object.entries(one).map(([name, seconds]) => [`${name} s`, seconds.toFixed(2)]),
    ),
  )
  return (
    `${sizeMiB} MiB in parts of 8 MiB, ${CLIENTS} clients, ${where}; every file came back identical\n\n${grid(transferRows({ speeds }))}${grid(steps)}` +
    `resident memory ${beforeMiB} MiB before, ${peakMiB} MiB at most\n` +
    `E8 beside it: ${e8.count} calls, median ${e8.median.toFixed(1)} ms, p99 ${e8.p99.toFixed(1)} ms, slowest ${e8.highest.toFixed(1)} ms\n`
  )
}

await runBounded('files', Number(options.minutes), async (folder) => {
  const server = await startServer({ isInFolder: options.data })
  const beforeMiB = residentMiB(server.pid)
  const watcher = await startWatcher(server)
  const rounds = []
  for (let round = 0; round < Number(options.rounds); round += 1)
    rounds.push(await runRound(server, round, folder))
  const { peakMiB, e8 } = await watcher.end()
  await server.stop()
  const result = {
    ...{ sizeMiB: size / MIB, clients: CLIENTS, where: server.where, beforeMiB, peakMiB },
    ...{ e8: spreadOf(e8), speeds: ratiosOf(rounds), rounds },
  }
  print(options.json, result, describe)
})
