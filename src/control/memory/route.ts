import { defineControl } from '../define-control.ts'
import { MemoryReport } from './schema.ts'

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
        maxWaiting: sandbox.waiters.waits.max,
        listing: sandbox.waiters.listings.taken,
        maxListing: sandbox.waiters.listings.max,
      },
      process: {
        residentBytes: rss,
        heapBytes: heapTotal,
        usedHeapBytes: heapUsed,
        externalBytes: external,
        bufferBytes: arrayBuffers,
      },
    }
  },
})
