import { defineControl } from '../http/define-control.ts'
import { MemoryReport } from './shapes/memory.ts'

/** `GET /_sandbox/memory`: what the server keeps in memory for its callers. */
export default defineControl({
  method: 'GET',
  path: '/memory',
  summary:
    'Show what is kept in memory for callers, by kind, with its bounds, and what the process uses',
  scope: 'server',
  result: MemoryReport,
  handle: ({ sandbox }) => {
    const { rss, heapTotal, heapUsed, external, arrayBuffers } = process.memoryUsage()
    const accounts = sandbox.memory.state()
    const all = Object.values(accounts)
    return {
      accounts,
      bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
      maxBytes: all.reduce((sum, { maxBytes }) => sum + maxBytes, 0),
      calls: {
        waiting: sandbox.waiters.waits.taken,
        listing: sandbox.waiters.listings.taken,
      },
      process: { rss, heapTotal, heapUsed, external, arrayBuffers },
    }
  },
})
