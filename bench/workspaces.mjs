// A thousand workspaces on one server: memory, and whether each answers after waking; how soon a wait hears of
// its call; how long a server takes to start in a warm process. Usage: node bench/workspaces.mjs [workspaces] [--data]
import { createRequire } from 'node:module'
import { residentMiB, startServer } from './server.mjs'

const wanted = Number(process.argv.find((word) => /^\d+$/.test(word)) ?? 1_000)
const server = await startServer({ isInFolder: process.argv.includes('--data') })
const json = { 'content-type': 'application/json' }

const control = async (path, body) => {
  const response = await fetch(`${server.url}/_sandbox${path}`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(await response.text())
  return response.json()
}

const call = async ({ baseUrl, accessToken }) => {
  const response = await fetch(`${baseUrl}/open-api/standard/v1/query-user-simple-info-list`, {
    method: 'POST',
    headers: { ...json, 'access-token': accessToken, 'token-type': 'bearer' },
    body: JSON.stringify({ param: { userIds: [1001] } }),
  })
  const { result } = await response.json()
  if (result?.[0]?.id !== 1001) throw new Error(`workspace of ${baseUrl} did not answer`)
}

const spread = (list) => {
  const sorted = list.toSorted((one, other) => one - other)
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  return `median ${at(0.5).toFixed(2)} ms, p95 ${at(0.95).toFixed(2)} ms, slowest ${at(1).toFixed(2)} ms`
}

const timed = async (work) => {
  const start = performance.now()
  await work()
  return performance.now() - start
}

const made = []
for (let count = 0; count < wanted; count += 1)
  made.push(await control('/workspaces', { seed: 'demo' }))
const asleep = residentMiB(server.pid)
const woken = []
for (const workspace of made) woken.push(await timed(() => call(workspace)))
process.stdout.write(
  `${wanted} workspaces of the demo seed, ${server.where}\n` +
    `resident memory ${asleep} MiB after creating, ${residentMiB(server.pid)} MiB after waking each\n` +
    `first call after sleep: ${spread(woken)}\n`,
)

const heard = []
const [watched] = made
for (let round = 0; round < 50; round += 1) {
  const at = `?workspace=${watched.id}`
  await fetch(`${server.url}/_sandbox/journal${at}`, { method: 'DELETE' })
  const waiting = control(`/journal/wait${at}`, { match: { operation: 'E8' }, timeoutMs: 5_000 })
  await call(watched)
  heard.push(await timed(() => waiting))
}
process.stdout.write(`wait, after its call was answered: ${spread(heard)}\n`)
await server.stop()

const { startSandbox } = createRequire(import.meta.url)('../dist/index.cjs')
const starts = []
for (let round = 0; round < 31; round += 1) {
  let sandbox
  const ms = await timed(async () => {
    sandbox = await startSandbox()
  })
  if (round > 0) starts.push(ms)
  await sandbox.close()
}
process.stdout.write(`startSandbox() in a warm process: ${spread(starts)}\n`)
process.exit(0)
