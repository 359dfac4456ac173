// A thousand workspaces on one server: memory, and whether each answers after waking; how soon a wait hears of
// its call; how long a server takes to start in a warm process. Usage: node bench/workspaces.mjs [workspaces] [--data] [--json]
import { createRequire } from 'node:module'
import { readOptions } from './options.mjs'
import { print } from './run.mjs'
import { residentMiB, startServer } from './server.mjs'
import { spreadOf } from './spread.mjs'

const options = readOptions(
  import.meta.url,
  { data: { type: 'boolean' }, json: { type: 'boolean', default: false } },
  { isPositional: true },
)
const wanted = Number(options.positionals[0] ?? 1_000)
const LIBRARY_STARTS = 100
/** Warm is a process that has started the library once; the starts after it are slower than later ones until the engine has optimised them. */
const WARM_UP = 1
const server = await startServer({ isInFolder: options.data })
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

const text = ({ median, p95, highest }) =>
  `median ${median.toFixed(2)} ms, p95 ${p95.toFixed(2)} ms, slowest ${highest.toFixed(2)} ms`

const timed = async (work) => {
  const start = performance.now()
  await work()
  return performance.now() - start
}

const made = []
for (let count = 0; count < wanted; count += 1)
  made.push(await control('/workspaces', { seed: 'demo' }))
const createdMiB = residentMiB(server.pid)
const first = []
for (const workspace of made) first.push(await timed(() => call(workspace)))
const openedMiB = residentMiB(server.pid)

const heard = []
const [watched] = made
for (let round = 0; round < 50; round += 1) {
  const at = `?workspace=${watched.id}`
  await fetch(`${server.url}/_sandbox/journal${at}`, { method: 'DELETE' })
  const waiting = control(`/journal/wait${at}`, { match: { operation: 'E8' }, timeoutMs: 5_000 })
  await call(watched)
  heard.push(await timed(() => waiting))
}
await server.stop()

const { startSandbox } = createRequire(import.meta.url)('../dist/index.cjs')
const starts = []
for (let round = 0; round < WARM_UP + LIBRARY_STARTS; round += 1) {
  let sandbox
  const ms = await timed(async () => {
    sandbox = await startSandbox()
  })
  if (round >= WARM_UP) starts.push(ms)
  await sandbox.close()
}
const result = {
  ...{ workspaces: wanted, where: server.where, createdMiB, openedMiB },
  ...{ firstCall: spreadOf(first), wait: spreadOf(heard), libraryStart: spreadOf(starts) },
}
print(
  options.json,
  result,
  () => `${wanted} workspaces of the demo seed, ${server.where}
resident memory ${createdMiB} MiB after creating, ${openedMiB} MiB after a call of each
first call of a workspace: ${text(result.firstCall)}
wait, after its call was answered: ${text(result.wait)}
startSandbox() in a warm process: ${text(result.libraryStart)}
`,
)
process.exit(0)
