// Asks /livez every 2 ms from a thread of its own and tells the longest delay since it was last asked.
import { Agent, get } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

const agent = new Agent({ keepAlive: true })
const ask = () =>
  new Promise((resolve, reject) => {
    const start = performance.now()
    get(`${workerData}/livez`, { agent }, (response) => {
      response.resume()
      response.once('end', () => resolve(performance.now() - start))
    }).once('error', reject)
  })

let longest = 0
let isTaken = false
parentPort.on('message', () => {
  isTaken = true
})
await ask()
parentPort.postMessage('ready')
for (;;) {
  longest = Math.max(longest, await ask())
  if (isTaken) {
    parentPort.postMessage(longest)
    longest = 0
    isTaken = false
  }
  await setTimeout(2)
}
