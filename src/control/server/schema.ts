import { type Static, Type } from '@sinclair/typebox'
import { Quota } from '../../contract/quota.ts'
import { ClosedObject } from '../../contract/resources/primitives.ts'
import { Amount, ByName, MachineInstant, Shape, Text, TextOrNull } from '../../contract/shapes.ts'

/** What a server is, and where it keeps its data. */
export const ServerInfo = Shape('ServerInfo', 'The server: version, paths, storage, bounds', {
  version: Text('Version of the package'),
  profile: Text('Profile that it was started with: `local`, `ci` or `staging`'),
  nowMs: MachineInstant('Present time'),
  publicUrl: TextOrNull('URL that its answers name by its settings; null for that of the caller'),
  tokenPath: Text('Path of the operation that issues tokens'),
  filesPath: Text('Base path of uploads and downloads'),
  storage: ClosedObject(
    {
      folder: TextOrNull('Data folder; null where everything is in memory and temporary files'),
      freeBytes: Type.Union([Amount('Bytes'), Type.Null()], {
        description: 'Free space where files are kept, in bytes; null where it is unknown',
      }),
    },
    { description: 'Where its data is' },
  ),
  workspaces: ClosedObject(
    {
      open: Amount('Workspaces whose database is open'),
      maxOpen: Amount('Maximum number of open databases'),
    },
    { description: 'Open workspaces' },
  ),
  quota: Quota,
})
export type ServerInfo = Static<typeof ServerInfo>

/** What leads from the control plane to everything else. */
export const ServiceDocument = Shape('ServiceDocument', 'The server, and where its parts are', {
  name: Text('Name of the program'),
  version: Text('Version of the package'),
  profile: Text('Profile that it was started with: `local`, `ci` or `staging`'),
  uptimeMs: Amount('How long the process has run, ms'),
  links: ByName(Text(), 'Paths by what they lead to'),
})
export type ServiceDocument = Static<typeof ServiceDocument>

/** How busy the server is. */
export const ServerLoad = Shape('ServerLoad', 'How busy the server is', {
  callsInFlight: Amount('Calls in flight, this one included'),
  delayedCalls: Amount('Calls among them that a fault delays'),
  loopDelay: ClosedObject(
    {
      meanMs: Type.Number({ description: 'Mean, ms' }),
      p99Ms: Amount('99th percentile, ms'),
      maxMs: Amount('Maximum, ms'),
    },
    { description: 'Delay of the event loop since the server began to listen' },
  ),
})
export type ServerLoad = Static<typeof ServerLoad>

/** Memory of one kind, in bytes. */
const Kept = (description: string) =>
  ClosedObject(
    { bytes: Amount('Estimated memory, in bytes'), maxBytes: Amount('Its maximum, in bytes') },
    { description },
  )

/** Memory that the server keeps for its callers, and memory of the process. */
export const MemoryReport = Shape('MemoryReport', 'Memory of the server with its bounds', {
  journals: Kept('Journals of all workspaces'),
  underWay: Kept('Bodies of calls, requests that wait, and answers that are not read'),
  workspaces: Kept('Fault rules, coverage, findings and nonces of all workspaces'),
  bytes: Amount('Sum of the three, in bytes'),
  maxBytes: Amount('Sum of their maximums, in bytes'),
  calls: ClosedObject(
    {
      waiting: Amount('Calls that wait for journal entries or follow the journal'),
      maxWaiting: Amount('Maximum number of these calls'),
      listing: Amount('Lists and archives of journals that are being sent'),
      maxListing: Amount('Maximum number of these calls'),
    },
    { description: 'Calls that keep memory for long' },
  ),
  process: ClosedObject(
    {
      residentBytes: Amount('Resident memory of the process, in bytes'),
      usedHeapBytes: Amount('Used part of the heap of V8, in bytes'),
    },
    { description: 'Memory of the process' },
  ),
})
export type MemoryReport = Static<typeof MemoryReport>
