import { createHistogram } from 'node:perf_hooks'
import fp from 'fastify-plugin'
import { LIMITS } from '../../limits.ts'

/** The interval in which the delay of the event loop is measured, ms. */
const INTERVAL_MS = 50

/** The delay of the event loop since the server began to listen, ms. */
export interface LoopDelay {
  readonly meanMs: number
  readonly p99Ms: number
  readonly maxMs: number
}

declare module 'fastify' {
  interface FastifyInstance {
    loopDelay(): LoopDelay
  }
}

/** Measures the delay of the event loop, and logs when it was blocked. */
export default fp(
  async (app) => {
    // It counts from 1, so each delay is one more.
    const delays = createHistogram()
    let timer: NodeJS.Timeout | undefined
    app.decorate('loopDelay', (): LoopDelay => {
      if (delays.count === 0) return { meanMs: 0, p99Ms: 0, maxMs: 0 }
      const meanMs = Math.round((delays.mean - 1) * 10) / 10
      return { meanMs, p99Ms: delays.percentile(99) - 1, maxMs: delays.max - 1 }
    })
    app.addHook('onListen', async () => {
      let lastMs = performance.now()
      timer ??= setInterval(() => {
        const nowMs = performance.now()
        const lateMs = Math.max(0, Math.round(nowMs - lastMs - INTERVAL_MS))
        lastMs = nowMs
        delays.record(lateMs + 1)
        if (lateMs > LIMITS.loopHoldMs.max)
          app.log.warn({ heldMs: lateMs }, `the event loop was blocked for ${lateMs} ms`)
      }, INTERVAL_MS).unref()
    })
    app.addHook('onClose', async () => clearInterval(timer))
  },
  { name: 'loop-monitor' },
)
