import { type Static, Type } from '@sinclair/typebox'
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

const change = (description: string) =>
  Type.Optional(Type.Union([WantedAmount(description), Type.Null()], { description }))

export const QuotaChanges = Part(
  'Bounds to set, bytes; with null one goes back to that of the server, others stay',
  {
    databaseBytes: change('Maximum size of its database, bytes'),
    fileBytes: change('Maximum size of its files together, bytes'),
    snapshotBytes: change('Maximum size of its snapshots together, bytes'),
  },
)
