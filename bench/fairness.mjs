// The longest delay of /livez, and the time of the call itself, while E7 adds 100,000 members and E10 lists them.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { insertCall } from './grown-calls.mjs'
import { operationCalls } from './operation-calls.mjs'
import { startServer } from './server.mjs'

const MEMBERS = 100_000

/** Runs work; returns its time and the longest delay of /livez meanwhile, from a thread of its own. */
const besideLivez = async (livez, work) => {
  const taken = async () => {
    livez.postMessage('take')
    return (await once(livez, 'message'))[0]
  }
  await taken()
  const begun = performance.now()
  await work()
  return { ms: performance.now() - begun, livezMs: await taken() }
}

/** One of each call on a fresh server. */
export const measure = async ({ root }) => {
  const server = await startServer({ root })
  const ids = await (await fetch(`${server.url}/_sandbox/fixtures`)).json()
  const calls = await operationCalls(server.url)
  const paths = Object.fromEntries(calls.map(({ id, path }) => [id, path]))
  const livez = new Worker(new URL('./livez.mjs', import.meta.url), { workerData: server.url })
  await once(livez, 'message')
  const { path, body } = insertCall({ ids, paths }, MEMBERS, 1)
  const { completeStatus: _, crowdList: __, ...list } = body.param
  const e7 = await besideLivez(livez, () => server.post(path, body))
  const e10 = await besideLivez(livez, () => server.post(paths.E10, { param: list }))
  await livez.terminate()
  await server.stop()
  return {
    'E7 of 100,000 members': e7.ms,
    '/livez beside E7': e7.livezMs,
    'E10 of 100,000 members': e10.ms,
    '/livez beside E10': e10.livezMs,
  }
}
