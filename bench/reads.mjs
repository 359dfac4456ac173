// Lists with 10,000 and 100,000 rows of everything, with --million 1,000,000 too: p95 of a read after a write, 20 a page.
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readCalls } from './grown-calls.mjs'
import { openConnection, requestText } from './keep-alive.mjs'
import { operationCalls } from './operation-calls.mjs'
import { startServer } from './server.mjs'
import { quantile } from './spread.mjs'

const SIZES = [10_000, 100_000]
const MILLION = 1_000_000
/** A call is repeated until one of both is spent. */
const MAX_CALLS = 100
const MAX_MS = 2_000

/** Filling takes long, so three rounds are enough. */
export const maxRounds = 3

const headersOf = (user, nonce) => ({
  'content-type': 'application/json',
  'access-token': '00000000-0000-4000-8000-000000000001',
  'token-type': 'bearer',
  'x-open-api-user': user,
  'x-app-key': '00000000-portal',
  's-sign': 'any',
  's-timestamp': `${Math.round(performance.timeOrigin + performance.now())}`,
  's-nonce': `n${nonce}`,
})

let nonce = 0
const sendCall = async (send, { path, user, body }) => {
  nonce += 1
  const text = requestText({ path, headers: headersOf(user, nonce), body: JSON.stringify(body) })
  const begun = performance.now()
  const answer = await send(text)
  const ms = performance.now() - begun
  if (!/"code":"0"/.test(`${answer.body}`)) throw new Error(`${path}: ${answer.body}`)
  return ms
}

const p95Of = async (send, call, write) => {
  const times = []
  const begun = performance.now()
  while (times.length < 3 || (times.length < MAX_CALLS && performance.now() - begun < MAX_MS)) {
    await sendCall(send, write)
    times.push(await sendCall(send, call(times.length)))
  }
  return quantile(times, 0.95)
}

/** A folder with so many rows, filled by the script of its own build, which knows its tables. */
const grownFolder = async ({ root, folder, size }) => {
  const { growFolder } = await import(join(root, 'bench/grown-folder.mjs'))
  const seed = join(folder, `seed-${root.replaceAll('/', '_')}`)
  const grown = `${seed}-${size}`
  if (!existsSync(seed)) {
    mkdirSync(seed)
    await (await startServer({ root, data: seed })).stop()
  }
  if (!existsSync(grown)) growFolder(seed, grown, size)
  const copy = `${grown}-copy`
  cpSync(grown, copy, { recursive: true })
  return copy
}

const measureSize = async (data, root, size) => {
  const server = await startServer({ root, data })
  const ids = await (await fetch(`${server.url}/_sandbox/fixtures`)).json()
  const calls = await operationCalls(server.url)
  const paths = Object.fromEntries(calls.map(({ id, path }) => [id, path]))
  const { path, body } = calls.find(({ id }) => id === 'E3')
  const write = { path, body: JSON.parse(body), user: 'owner@example.com' }
  const { send, close } = await openConnection(Number(new URL(server.url).port))
  const found = {}
  for (const [name, call] of Object.entries(readCalls(size, { ids, paths })))
    found[`${name}, ${size}`] = await p95Of(send, call, write)
  close()
  await server.stop()
  return found
}

/** One round at each size. */
export const measure = async ({ root, folder, isMillion }) => {
  const found = {}
  for (const size of [...SIZES, ...(isMillion ? [MILLION] : [])]) {
    const data = await grownFolder({ root, folder, size })
    Object.assign(found, await measureSize(data, root, size))
    rmSync(data, { recursive: true })
  }
  return found
}
