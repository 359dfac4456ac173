import { Type } from '@sinclair/typebox'
import { Shape, Whole } from '../schema-types.ts'

const Account = Shape('MemoryAccount', {
  bytes: Whole('Estimated memory, in bytes'),
  count: Whole('Number of entries'),
  maxBytes: Whole('Bound for all workspaces together, in bytes'),
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
  bytes: Whole('Sum of all accounts, in bytes'),
  maxBytes: Whole('Sum of all bounds, in bytes'),
  calls: Type.Object(
    {
      waiting: Whole('Calls that wait for a journal or read it as a stream'),
      maxWaiting: Whole('Bound of these'),
      listing: Whole('Lists with bodies and archives of journals that are being sent'),
      maxListing: Whole('Bound of these'),
    },
    { additionalProperties: false },
  ),
  process: Type.Object(
    {
      residentBytes: Whole('Resident memory of the process'),
      heapBytes: Whole('Heap of V8'),
      usedHeapBytes: Whole('Heap in use'),
      externalBytes: Whole('Memory outside the heap that belongs to objects in it'),
      bufferBytes: Whole('Buffers among them'),
    },
    { additionalProperties: false },
  ),
})
