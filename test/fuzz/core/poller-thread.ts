import { once } from 'node:events'
import { parentPort, Worker, workerData } from 'node:worker_threads'
import { Poller, type Reading } from './poller.ts'
import type { ServerProcess } from './server-process.ts'

/** What tells the thread of a poller from the program itself. */
const ROLE = 'poller'

interface ThreadData {
  readonly role: typeof ROLE
  readonly url: string
  readonly pid: number
}

/** A poller in a thread of its own, so that the load of a tester does not count as lag of the server. */
export class PollerThread {
  readonly #worker: Worker

  /** `program` is the bundle that runs now. */
  constructor(program: string, server: Pick<ServerProcess, 'url' | 'pid'>) {
    const data: ThreadData = { role: ROLE, url: server.url, pid: server.pid }
    this.#worker = new Worker(program, { workerData: data })
  }

  async read(): Promise<Reading> {
    const answered = once(this.#worker, 'message')
    this.#worker.postMessage('read')
    const [reading] = (await answered) as [Reading]
    return reading
  }

  async close(): Promise<void> {
    await this.#worker.terminate()
  }
}

/** Runs the poller where this is its thread; answers whether it is. */
export const runPollerThread = (): boolean => {
  const data = workerData as ThreadData | null
  const port = parentPort
  if (data?.role !== ROLE || !port) return false
  const poller = new Poller(data.url, data.pid)
  port.on('message', () => port.postMessage(poller.read()))
  return true
}
