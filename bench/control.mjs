// Creates, resets, snapshots and restores while twenty other workspaces are called ten times a second each.
// The server's own time (server-timing). Usage: node bench/control.mjs [rounds] [--data] [--json]

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { grid } from './grid.mjs'
import { readOptions } from './options.mjs'
import { print } from './run.mjs'
import { controlRows } from './section-rows.mjs'
import { residentMiB, startServer } from './server.mjs'
import { spreadOf } from './spread.mjs'

const options = readOptions(
  import.meta.url,
  { data: { type: 'boolean' }, json: { type: 'boolean', default: false } },
  { isPositional: true },
)
const rounds = Number(options.positionals[0] ?? 200)
/** The first rounds are those of code that the engine has not optimised. */
const WARM_UP = 20
const server = await startServer({ isInFolder: options.data })

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

for (let round = 0; round < WARM_UP + rounds; round += 1) {
  if (round === WARM_UP) times.clear()
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

const result = {
  ...{ rounds, where: server.where, busy: others.length, calls, restMiB: residentMiB(server.pid) },
  times: Object.fromEntries([...times].map(([name, list]) => [name, spreadOf(list)])),
}
print(
  options.json,
  result,
  (found) =>
    `${rounds} rounds, ${found.where}, beside ${calls} calls of ${found.busy} workspaces; resident memory ${found.restMiB} MiB\n\n${grid(controlRows(found))}`,
)
await server.stop()
process.exit(0)
