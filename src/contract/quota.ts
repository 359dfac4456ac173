import { type Static, Type } from '@sinclair/typebox'
import { Shape, WantedAmount } from './shapes.ts'

export const Quota = Shape(
  'Quota',
  'Maximum storage of a workspace, bytes; without a bound that of the server holds',
  {
    databaseBytes: Type.Optional(WantedAmount('Maximum size of its database, bytes')),
    fileBytes: Type.Optional(WantedAmount('Maximum size of its files together, bytes')),
    snapshotBytes: Type.Optional(WantedAmount('Maximum size of its snapshots together, bytes')),
  },
)
export type Quota = Static<typeof Quota>
