import fp from 'fastify-plugin'
import { LIMITS } from '../../kernel/limits.ts'

/** The interval at which the event loop is looked at, ms. */
const INTERVAL_MS = 50

export default fp(
  async (app) => {
    let timer: NodeJS.Timeout | undefined
    app.addHook('onListen', async () => {
      let lastMs = performance.now()
      timer ??= setInterval(() => {
        const nowMs = performance.now()
        const lateMs = Math.round(nowMs - lastMs - INTERVAL_MS)
        lastMs = nowMs
        if (lateMs > LIMITS.loopHoldMs.max)
          app.log.warn({ heldMs: lateMs }, `the event loop was blocked for ${lateMs} ms`)
      }, INTERVAL_MS).unref()
    })
    app.addHook('onClose', async () => clearInterval(timer))
  },
  { name: 'loop-monitor' },
)
