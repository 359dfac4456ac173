import { type Static, type TInteger, Type } from '@sinclair/typebox'
import { Part, Shape, WantedAmount } from './shapes.ts'

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

const changeOf = (bound: TInteger) => Type.Optional(Type.Union([bound, Type.Null()]))

export const QuotaChanges = Part(
  'Bounds to set, bytes; with null one goes back to that of the server, others stay',
  {
    databaseBytes: changeOf(WantedAmount('Maximum size of its database, bytes')),
    fileBytes: changeOf(WantedAmount('Maximum size of its files together, bytes')),
    snapshotBytes: changeOf(WantedAmount('Maximum size of its snapshots together, bytes')),
  },
)
