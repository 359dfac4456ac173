import type { FindingKind } from './findings.ts'
import { routeOf } from './judge.ts'
import { PollerThread, type Reading } from './poller.ts'
import type { FuzzRequest } from './request.ts'
import type { ServerProcess } from './server-process.ts'

/** The longest delay of `/livez` beside a tester that an idle machine shows: 100 ms of ours, the rest noise. */
const MAX_LAG_MS = 250

const LOOK_EVERY_MS = 500
const KEPT_REQUESTS = 256
const SHOWN = 6

type Report = (found: { kind: FindingKind; text: string; detail: string }) => void

/** Watches delay and memory of a server throughout a tester, and knows which requests ran in a delay. */
export class LagWatch {
  readonly #poller: PollerThread
  readonly #report: Report
  readonly #timer = setInterval(() => void this.look(), LOOK_EVERY_MS)
  readonly #recent: { request: FuzzRequest; durationMs: number }[] = []
  #worst = { lagMs: 0, ownLagMs: 0 }
  #peakMiB = 0
  /** What is sent, where that says more than the requests. */
  label = ''
  maxLagMs = MAX_LAG_MS

  constructor(program: string, server: ServerProcess, report: Report) {
    this.#poller = new PollerThread(program, server)
    this.#report = report
  }

  note(request: FuzzRequest, startedAtMs: number): void {
    this.#recent.push({ request, durationMs: performance.now() - startedAtMs })
    if (this.#recent.length > KEPT_REQUESTS) this.#recent.shift()
  }

  /** Looks at the time since the last look; a delay that is too long is a finding. */
  async look(): Promise<Reading> {
    const reading = await this.#poller.read()
    const { lagMs, ownLagMs, peakMiB } = reading
    this.#peakMiB = Math.max(this.#peakMiB, peakMiB)
    if (lagMs - ownLagMs > this.#worst.lagMs - this.#worst.ownLagMs)
      this.#worst = { lagMs, ownLagMs }
    if (lagMs - ownLagMs > this.maxLagMs) this.#reportLag(lagMs)
    return reading
  }

  async close(): Promise<string> {
    clearInterval(this.#timer)
    await this.look()
    await this.#poller.close()
    const { lagMs, ownLagMs } = this.#worst
    return `longest delay of /livez ${lagMs} ms (machine ${ownLagMs} ms), peak memory ${this.#peakMiB} MiB`
  }

  #reportLag(lagMs: number): void {
    // The one that held the loop is mostly the first to be answered after it.
    const suspects = this.#recent.filter(({ durationMs }) => durationMs > lagMs / 2).slice(0, SHOWN)
    const [first] = suspects
    const beside = this.label || (first && `${first.request.method} ${routeOf(first.request.path)}`)
    const lines = suspects.map(
      ({ request: { method, path, body }, durationMs }) =>
        `in flight: ${method} ${path.slice(0, 150)} (${body?.length ?? 0} bytes, ${Math.round(durationMs)} ms)`,
    )
    this.#report({
      kind: 'lag',
      text: `/livez took more than ${this.maxLagMs} ms beside ${beside || 'no known request'}`,
      detail: [`${lagMs} ms`, ...lines].join('\n'),
    })
  }
}
