import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { parentPort, Worker, workerData } from 'node:worker_threads'
import { usageOf } from './server-process.ts'

/** What was seen of a server since the last look. */
export interface Reading {
  /** How long `/livez` did not answer, at worst. */
  readonly lagMs: number
  /** The same on new connections. */
  readonly newLagMs: number
  /** How long a request that is no health check did not get an answer. */
  readonly workLagMs: number
  /** How late the observer itself was, at worst: the noise of the machine. */
  readonly ownLagMs: number
  readonly peakMiB: number
  readonly nowMiB: number
}

interface Target {
  readonly url: string
  readonly pid: number
}

const EVERY_MS = 20

/** Asks a URL again and again, on one connection or on a new one each time. */
class HealthCheck {
  readonly #url: string
  readonly #agent: Agent
  #sentAt: number | undefined
  #lagMs = 0

  constructor(url: string, keepAlive: boolean) {
    this.#url = url
    this.#agent = new Agent({ keepAlive, maxSockets: 1 })
  }

  ask(now: number): void {
    this.note()
    if (this.#sentAt !== undefined) return
    this.#sentAt = now
    const request = get(this.#url, { agent: this.#agent }, (answer) =>
      answer.resume().once('end', () => {
        this.note()
        this.#sentAt = undefined
      }),
    )
    // A server that cannot be reached is judged by the end of its process.
    request.once('error', () => {
      this.#sentAt = undefined
    })
  }

  note(): void {
    if (this.#sentAt === undefined) return
    this.#lagMs = Math.max(this.#lagMs, performance.now() - this.#sentAt)
  }

  /** The longest wait since the last look. */
  take(): number {
    const lagMs = Math.round(this.#lagMs)
    this.#lagMs = 0
    return lagMs
  }

  close(): void {
    this.#agent.destroy()
  }
}

/** Asks `/livez` of a server every 20 ms and looks at its memory. */
export class Poller {
  readonly #target: Target
  readonly #old: HealthCheck
  readonly #new: HealthCheck
  readonly #work: HealthCheck
  readonly #timer = setInterval(() => this.#tick(), EVERY_MS)
  #tickedAt = performance.now()
  #ownLagMs = 0
  #peakMiB = 0

  constructor(target: Target) {
    this.#target = target
    this.#old = new HealthCheck(`${target.url}/livez`, true)
    this.#new = new HealthCheck(`${target.url}/livez`, false)
    this.#work = new HealthCheck(`${target.url}/_sandbox/clock`, true)
  }

  /** What was seen since the last look; looking begins anew. */
  read(): Reading {
    this.#old.note()
    this.#new.note()
    this.#work.note()
    const nowMiB = usageOf(this.#target.pid).residentMiB
    const reading = {
      lagMs: this.#old.take(),
      newLagMs: this.#new.take(),
      workLagMs: this.#work.take(),
      ownLagMs: Math.round(this.#ownLagMs),
      peakMiB: Math.max(this.#peakMiB, nowMiB),
      nowMiB,
    }
    this.#ownLagMs = 0
    this.#peakMiB = nowMiB
    return reading
  }

  close(): void {
    clearInterval(this.#timer)
    this.#old.close()
    this.#new.close()
    this.#work.close()
  }

  #tick(): void {
    const now = performance.now()
    this.#ownLagMs = Math.max(this.#ownLagMs, now - this.#tickedAt - EVERY_MS)
    this.#tickedAt = now
    this.#peakMiB = Math.max(this.#peakMiB, usageOf(this.#target.pid).residentMiB)
    this.#old.ask(now)
    this.#new.ask(now)
    this.#work.ask(now)
  }
}

/** A poller in a thread of its own, so that the load of a tester does not count as lag of the server. */
export class PollerThread {
  readonly #worker: Worker
  #next: Promise<Reading> | undefined

  /** `program` is the bundle that runs now. */
  constructor(program: string, { url, pid }: Target) {
    this.#worker = new Worker(program, { workerData: { poll: { url, pid } } })
  }

  read(): Promise<Reading> {
    this.#next ??= this.#ask()
    return this.#next
  }

  async #ask(): Promise<Reading> {
    const answered = once(this.#worker, 'message')
    this.#worker.postMessage('read')
    const [reading] = (await answered) as [Reading]
    this.#next = undefined
    return reading
  }

  async close(): Promise<void> {
    await this.#worker.terminate()
  }
}

export const runPollerThread = (): boolean => {
  const { poll } = (workerData ?? {}) as { poll?: Target }
  if (!poll) return false
  const poller = new Poller(poll)
  parentPort?.on('message', () => parentPort?.postMessage(poller.read()))
  return true
}
