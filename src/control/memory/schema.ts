import { Type } from '@sinclair/typebox'
import { IntegerField, Shape } from '../schema-types.ts'

const Account = Shape('MemoryAccount', {
  bytes: IntegerField('Estimated memory, in bytes'),
  count: IntegerField('Number of entries'),
  maxBytes: IntegerField('Bound for all workspaces together, in bytes'),
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
  bytes: IntegerField('Sum of all accounts, in bytes'),
  maxBytes: IntegerField('Sum of all bounds, in bytes'),
  calls: Type.Object(
    {
      waiting: IntegerField('Calls that wait for a journal or read it as a stream'),
      maxWaiting: IntegerField('Bound of these'),
      listing: IntegerField('Lists with bodies and archives of journals that are being sent'),
      maxListing: IntegerField('Bound of these'),
    },
    { additionalProperties: false },
  ),
  process: Type.Object(
    {
      residentBytes: IntegerField('Resident memory of the process'),
      heapBytes: IntegerField('Heap of V8'),
      usedHeapBytes: IntegerField('Heap in use'),
      externalBytes: IntegerField('Memory outside the heap that belongs to objects in it'),
      bufferBytes: IntegerField('Buffers among them'),
    },
    { additionalProperties: false },
  ),
})
