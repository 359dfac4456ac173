// Every operation that writes, and E8, again and again: milliseconds a call.
import { callWarm } from './calls.mjs'
import { operationCalls } from './operation-calls.mjs'
import { resetServer, startServer } from './server.mjs'

const TIMES = 300

/** One round on a fresh server; each operation begins with the data of a reset. */
export const measure = async ({ root }) => {
  const server = await startServer({ root })
  const found = {}
  for (const call of await operationCalls(server.url)) {
    if (call.isRead && call.id !== 'E8') continue
    await resetServer(server.url)
    found[call.id] = await callWarm(server.url, [call], TIMES)
  }
  await server.stop()
  return found
}
