// Calls every workspace ten times a second, from a thread of its own, until it is told to stop.
import { setTimeout } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

const { callers } = workerData
const body = JSON.stringify({ param: { userIds: [1001, 1002, 1003] } })
let isDone = false
let calls = 0
parentPort.on('message', () => {
  isDone = true
})

const call = async ({ baseUrl, accessToken }) => {
  while (!isDone) {
    const response = await fetch(`${baseUrl}/open-api/standard/v1/query-user-simple-info-list`, {
      method: 'POST',
      headers: {
        'access-token': accessToken,
        'token-type': 'bearer',
        'content-type': 'application/json',
      },
      body,
    })
    await response.text()
    calls += 1
    await setTimeout(100)
  }
}

const calling = Promise.all(callers.map(call))
parentPort.postMessage('ready')
await calling
parentPort.postMessage(calls)
process.exit(0)
