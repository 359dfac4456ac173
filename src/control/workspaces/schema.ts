import { Type } from '@sinclair/typebox'
import { ClockMode } from '../clock/schema.ts'
import { Fixtures } from '../fixtures/schema.ts'
import { ByName, IntegerField, MachineInstant, Shape, Text } from '../schema-types.ts'

const identity = {
  id: Text('Eight hexadecimal digits, with which all credentials of the workspace begin'),
  name: Text(),
  baseUrl: Text('The address under which every path means this workspace'),
}

const Quota = Shape('Quota', {
  databaseBytes: Type.Optional(IntegerField('The most that its database may take, bytes')),
  fileBytes: Type.Optional(IntegerField('The most that its files may take, bytes')),
  snapshotBytes: Type.Optional(IntegerField('The most that all its snapshots may take, bytes')),
})

const summary = {
  ...identity,
  seed: Text('What it was made of, and is reset to: demo, minimal or the path of a folder'),
  createdAtMs: MachineInstant('When it was created'),
  lastUsedAtMs: MachineInstant('When it was called last'),
  expiresAtMs: Type.Union([MachineInstant('When it is removed'), Type.Null()]),
  isAwake: Type.Boolean({ description: 'Whether its database is open; who calls it wakes it' }),
  clock: ClockMode,
  variants: ByName(Text(), 'Variants that were chosen, by the numbers of entries in the ledger'),
  quota: Quota,
}

/** A workspace as it is listed. */
export const WorkspaceSummary = Shape('Workspace', summary)

/** A workspace with what is in it. */
export const WorkspaceDetail = Shape('WorkspaceDetail', {
  ...summary,
  sizeBytes: IntegerField('Of its database, bytes'),
  fileBytes: IntegerField('Of all files that it names, bytes'),
  counts: ByName(
    IntegerField(),
    'How many rows the tables of its database have, of those that matter most',
  ),
})

/** What the creator of a workspace needs to call it. */
export const CreatedWorkspace = Shape('CreatedWorkspace', {
  ...identity,
  accessToken: Text('A token that never expires'),
  clientId: Text(),
  clientKey: Text('The secret of the client'),
  fixtures: Fixtures,
})
