import { Type } from '@sinclair/typebox'
import { Shape, Whole } from './shape.ts'

const Account = Shape('MemoryAccount', {
  bytes: Whole('How much memory is counted for it'),
  count: Whole('How many things are kept'),
  maxBytes: Whole('The bound for all workspaces together'),
})

/** What the server keeps in memory for its callers. */
export const MemoryReport = Shape('MemoryReport', {
  accounts: Type.Object(
    {
      journals: Account,
      searches: Account,
      nonces: Account,
      addresses: Account,
      pendingBodies: Account,
      templates: Account,
      tokens: Account,
      faults: Account,
    },
    { additionalProperties: false },
  ),
  bytes: Whole('All accounts together'),
  maxBytes: Whole('All bounds together'),
  calls: Type.Object(
    {
      waiting: Whole('How many calls wait for journals or read them as streams'),
      listing: Whole('How many lists and archives of journals are being sent'),
    },
    { additionalProperties: false },
  ),
  process: Type.Object(
    {
      rss: Whole('Resident memory of the process, bytes'),
      heapTotal: Whole('The heap of V8, bytes'),
      heapUsed: Whole('What of it is in use, bytes'),
      external: Whole('What objects of the heap hold outside it, bytes'),
      arrayBuffers: Whole('What of that are buffers, bytes'),
    },
    { additionalProperties: false },
  ),
})
