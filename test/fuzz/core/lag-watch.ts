import { PollerThread } from './poller-thread.ts'
import type { FuzzRequest } from './request.ts'
import type { Run } from './run.ts'
import type { ServerProcess } from './server-process.ts'

/** The longest delay of `/livez` beside a tester that an idle machine shows: 100 ms of ours, the rest noise. */
const MAX_LAG_MS = 250

const LOOK_EVERY_MS = 500
const KEPT_REQUESTS = 256
const SHOWN_REQUESTS = 6

interface Timed {
  readonly request: FuzzRequest
  readonly startedAtMs: number
  readonly endedAtMs: number
}

/** Watches delay and memory of a server throughout a tester, and knows which requests ran in a delay. */
export class LagWatch {
  readonly #run: Run
  readonly #poller: PollerThread
  readonly #timer: NodeJS.Timeout
  #recent: Timed[] = []
  #worst = { lagMs: 0, ownLagMs: 0 }
  #suspects: readonly Timed[] = []
  #peakMiB = 0

  constructor(run: Run, server: ServerProcess) {
    this.#run = run
    this.#poller = new PollerThread(run.program, server)
    this.#timer = setInterval(() => void this.#look(), LOOK_EVERY_MS)
  }

  /** Remembers a request that is over. */
  note(request: FuzzRequest, startedAtMs: number): void {
    this.#recent.push({ request, startedAtMs, endedAtMs: performance.now() })
    if (this.#recent.length > 2 * KEPT_REQUESTS) this.#recent = this.#recent.slice(-KEPT_REQUESTS)
  }

  /** Ends it; a delay that is too long is a finding, with the requests that ran in it. */
  async close(): Promise<string> {
    clearInterval(this.#timer)
    await this.#look()
    await this.#poller.close()
    const { lagMs, ownLagMs } = this.#worst
    if (lagMs - ownLagMs > MAX_LAG_MS) this.#report()
    return `longest delay of /livez ${lagMs} ms (machine ${ownLagMs} ms), peak memory ${this.#peakMiB} MiB`
  }

  async #look(): Promise<void> {
    const { lagMs, ownLagMs, peakMiB } = await this.#poller.read()
    this.#peakMiB = Math.max(this.#peakMiB, peakMiB)
    if (lagMs - ownLagMs <= this.#worst.lagMs - this.#worst.ownLagMs) return
    this.#worst = { lagMs, ownLagMs }
    this.#suspects = this.#recent
      .filter(({ startedAtMs, endedAtMs }) => endedAtMs - startedAtMs > lagMs / 2)
      // The one that held the loop is mostly the first to be answered after it.
      .sort((one, other) => one.endedAtMs - other.endedAtMs)
      .slice(0, SHOWN_REQUESTS)
  }

  #report(): void {
    const { tester, options, findings } = this.#run
    const [first] = this.#suspects
    findings.add({
      kind: 'lag',
      tester,
      seed: options.seed,
      index: options.from,
      text: `/livez took ${this.#worst.lagMs} ms`,
      ...(first && { request: first.request }),
      detail: this.#suspects
        .map(
          ({ request, startedAtMs, endedAtMs }) =>
            `in flight: ${request.method} ${request.path.slice(0, 150)} (${request.body?.length ?? 0} bytes, ${Math.round(endedAtMs - startedAtMs)} ms)`,
        )
        .join('\n'),
    })
  }
}
