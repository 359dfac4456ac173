import { Agent, get } from 'node:http'
import { residentMiB } from './server-process.ts'

/** What was seen of a server since the last look. */
export interface Reading {
  /** How long `/livez` did not answer, at worst. */
  readonly lagMs: number
  /** How late the observer itself was, at worst: the noise of the machine. */
  readonly ownLagMs: number
  readonly peakMiB: number
  readonly nowMiB: number
}

const EVERY_MS = 20

/** Asks `/livez` of a server every 20 ms and looks at its memory. */
export class Poller {
  readonly #url: string
  readonly #pid: number
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })
  readonly #timer: NodeJS.Timeout
  #sentAt: number | undefined
  #tickedAt = performance.now()
  #lagMs = 0
  #ownLagMs = 0
  #peakMiB = 0

  constructor(url: string, pid: number) {
    this.#url = url
    this.#pid = pid
    this.#timer = setInterval(() => this.#tick(), EVERY_MS)
  }

  /** What was seen since the last look; looking begins anew. */
  read(): Reading {
    this.#note()
    const nowMiB = residentMiB(this.#pid)
    const reading = {
      lagMs: Math.round(this.#lagMs),
      ownLagMs: Math.round(this.#ownLagMs),
      peakMiB: Math.max(this.#peakMiB, nowMiB),
      nowMiB,
    }
    this.#lagMs = 0
    this.#ownLagMs = 0
    this.#peakMiB = nowMiB
    return reading
  }

  close(): void {
    clearInterval(this.#timer)
    this.#agent.destroy()
  }

  #note(): void {
    if (this.#sentAt === undefined) return
    this.#lagMs = Math.max(this.#lagMs, performance.now() - this.#sentAt)
  }

  #tick(): void {
    const now = performance.now()
    this.#ownLagMs = Math.max(this.#ownLagMs, now - this.#tickedAt - EVERY_MS)
    this.#tickedAt = now
    this.#peakMiB = Math.max(this.#peakMiB, residentMiB(this.#pid))
    this.#note()
    if (this.#sentAt !== undefined) return
    this.#sentAt = now
    const done = (): void => {
      this.#note()
      this.#sentAt = undefined
    }
    get(`${this.#url}/livez`, { agent: this.#agent }, (answer) => answer.resume().once('end', done))
      // A server that cannot be reached is judged by the end of its process.
      .once('error', () => {
        this.#sentAt = undefined
      })
  }
}
