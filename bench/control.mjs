// Creates, resets, snapshots and restores while twenty other workspaces are called ten times a second each: p95 of the server's own time (server-timing).
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { startServer } from './server.mjs'
import { quantile } from './spread.mjs'

const ROUNDS = 100
/** The first rounds are those of code that the engine has not optimised. */
const WARM_UP = 20
const OTHERS = 20

const control = async (url, method, path, body) => {
  const response = await fetch(`${url}/_sandbox${path}`, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${text}`)
  const ms = Number(/dur=([\d.]+)/.exec(response.headers.get('server-timing') ?? '')?.[1])
  return { ms, answer: text ? JSON.parse(text) : undefined }
}

const startLoad = async (url) => {
  const callers = []
  for (let count = 0; count < OTHERS; count += 1)
    callers.push((await control(url, 'POST', '/workspaces', { seed: 'demo' })).answer)
  const load = new Worker(new URL('./load.mjs', import.meta.url), {
    workerData: {
      callers: callers.map(({ baseUrl, accessToken }) => ({ baseUrl, accessToken })),
    },
  })
  await once(load, 'message')
  return load
}

const write = async ({ baseUrl, accessToken }) => {
  const response = await fetch(`${baseUrl}/open-api/standard/v1/asset/collection/add-asset`, {
    method: 'POST',
    headers: {
      'access-token': accessToken,
      'token-type': 'bearer',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ param: { collectionId: 3001, assetIds: [100001] } }),
  })
  await response.text()
}

/** One round, with all its creations. */
export const measure = async ({ root }) => {
  const server = await startServer({ root })
  const { url } = server
  const load = await startLoad(url)
  const times = { create: [], snapshot: [], reset: [], restore: [] }
  const timed = async (name, path, body) => {
    const { ms, answer } = await control(url, 'POST', path, body)
    times[name].push(ms)
    return answer
  }
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    const made = await timed('create', '/workspaces', { seed: 'demo' })
    const at = `?workspace=${made.id}`
    await write(made)
    await timed('snapshot', `/snapshots${at}`, { name: 'moment' })
    await timed('reset', `/reset${at}`, {})
    await timed('restore', `/snapshots/moment/restore${at}`, {})
    await control(url, 'DELETE', `/workspaces/${made.id}`)
  }
  load.postMessage('done')
  await once(load, 'exit')
  await server.stop()
  return Object.fromEntries(
    Object.entries(times).map(([name, list]) => [
      `${name}, p95`,
      quantile(list.slice(WARM_UP), 0.95),
    ]),
  )
}
