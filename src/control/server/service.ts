import type { FastifyInstance } from 'fastify'
import type { Sandbox } from '../../workspaces/sandbox.ts'
import type { MemoryReport, ServerLoad } from './schema.ts'

/** How busy a server is at this moment. */
export const readLoad = ({ calls, pauses, loopDelay }: FastifyInstance): ServerLoad => ({
  callsInFlight: calls.count,
  delayedCalls: pauses.count,
  loopDelay: loopDelay(),
})

/** Memory that the server keeps for its callers, and memory of the process. */
export const readMemory = ({ memory, waiters }: Sandbox): MemoryReport => {
  const { rss, heapTotal, heapUsed, external, arrayBuffers } = process.memoryUsage()
  const accounts = memory.state()
  const all = Object.values(accounts)
  return {
    accounts,
    bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
    maxBytes: all.reduce((sum, { maxBytes }) => sum + maxBytes, 0),
    calls: {
      waiting: waiters.waits.taken,
      maxWaiting: waiters.waits.max,
      listing: waiters.listings.taken,
      maxListing: waiters.listings.max,
    },
    process: {
      residentBytes: rss,
      heapBytes: heapTotal,
      usedHeapBytes: heapUsed,
      externalBytes: external,
      bufferBytes: arrayBuffers,
    },
  }
}
