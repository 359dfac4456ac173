// Creates, resets, snapshots and restores while twenty other workspaces are called ten times a second each.
// The server's own time (server-timing). Usage: node bench/control.mjs [rounds] [--data]

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { residentMiB, startServer } from './server.mjs'

const rounds = Number(process.argv.find((word) => /^\d+$/.test(word)) ?? 200)
const server = await startServer({ isInFolder: process.argv.includes('--data') })

const control = async (method, path, body) => {
  const response = await fetch(`${server.url}/_sandbox${path}`, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${text}`)
  const ms = Number(/dur=([\d.]+)/.exec(response.headers.get('server-timing') ?? '')?.[1])
  return { ms, answer: text ? JSON.parse(text) : undefined }
}

const others = []
for (let count = 0; count < 20; count += 1)
  others.push((await control('POST', '/workspaces', { seed: 'demo' })).answer)
const load = new Worker(new URL('./load.mjs', import.meta.url), {
  workerData: { callers: others.map(({ baseUrl, accessToken }) => ({ baseUrl, accessToken })) },
})
await once(load, 'message')

const times = new Map()
const timed = async (name, method, path, body) => {
  const { ms, answer } = await control(method, path, body)
  times.set(name, [...(times.get(name) ?? []), ms])
  return answer
}

for (let round = 0; round < rounds; round += 1) {
  const made = await timed('create', 'POST', '/workspaces', { seed: 'demo' })
  const at = `?workspace=${made.id}`
  await fetch(`${made.baseUrl}/open-api/standard/v1/asset/collection/add-asset`, {
    method: 'POST',
    headers: {
      'access-token': made.accessToken,
      'token-type': 'bearer',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ param: { collectionId: 3001, assetIds: [100001] } }),
  }).then((response) => response.text())
  await timed('snapshot', 'POST', `/snapshots${at}`, { name: 'moment' })
  await timed('reset', 'POST', `/reset${at}`, {})
  await timed('restore', 'POST', `/snapshots/moment/restore${at}`, {})
  await timed('advance', 'POST', `/clock/advance${at}`, { ms: 1_000 })
  await control('DELETE', `/workspaces/${made.id}`)
}
load.postMessage('done')
const [calls] = await once(load, 'message')

const at = (list, share) =>
  list[Math.min(list.length - 1, Math.floor(list.length * share))].toFixed(2).padStart(8)
process.stdout.write(`${rounds} rounds, ${server.where}, beside ${calls} calls of 20 workspaces\n`)
process.stdout.write(`${''.padEnd(10)}  median      p95      p99  ms\n`)
for (const [name, list] of times) {
  const sorted = list.toSorted((one, other) => one - other)
  process.stdout.write(
    `${name.padEnd(10)}${at(sorted, 0.5)} ${at(sorted, 0.95)} ${at(sorted, 0.99)}\n`,
  )
}
process.stdout.write(`resident memory ${residentMiB(server.pid)} MiB\n`)
await server.stop()
process.exit(0)
