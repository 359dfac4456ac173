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
