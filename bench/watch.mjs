// Asks E8 every 20 ms from a thread of its own, so that what it measures is the server and not its load.
import { setTimeout } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { residentMiB } from './server.mjs'

const { url, pid, token } = workerData
const body = JSON.stringify({ param: { userIds: [1001, 1002, 1003, 1004, 1005] } })
const headers = {
  'access-token': token,
  'token-type': 'bearer',
  'content-type': 'application/json',
}
const ask = async () => {
  const path = '/open-api/standard/v1/query-user-simple-info-list'
  const response = await fetch(url + path, { method: 'POST', headers, body })
  await response.text()
}

let isDone = false
parentPort.on('message', () => {
  isDone = true
})
for (let warm = 0; warm < 20; warm += 1) await ask()
parentPort.postMessage({ isReady: true })
while (!isDone) {
  const start = performance.now()
  await ask()
  parentPort.postMessage({ ms: performance.now() - start, residentMiB: residentMiB(pid) })
  await setTimeout(20)
}
process.exit(0)
