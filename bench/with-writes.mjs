// Every operation in turn with a write, after which no answer can be one that was kept: milliseconds for both.
import { callWarm } from './calls.mjs'
import { operationCalls } from './operation-calls.mjs'
import { resetServer, startServer } from './server.mjs'

const TIMES = 200
/** Stores one row that no read answers, so that the answers stay the same. */
const WRITE = 'E3'

/** One round on a fresh server; each operation begins with the data of a reset. */
export const measure = async ({ root }) => {
  const server = await startServer({ root })
  const calls = await operationCalls(server.url)
  const write = calls.find(({ id }) => id === WRITE)
  const found = {}
  for (const call of calls) {
    await resetServer(server.url)
    found[`${WRITE} and ${call.id}`] = await callWarm(server.url, [write, call], TIMES)
  }
  await server.stop()
  return found
}
