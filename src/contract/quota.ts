import { type Static, Type } from '@sinclair/typebox'
import { Part, Shape, WantedAmount } from './shapes.ts'

export const Quota = Shape(
  'Quota',
  'Maximum storage of a workspace, bytes; by default the limit of the server applies',
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
  'Limits to set, bytes; null resets a limit to the limit of the server; other limits stay',
  {
    databaseBytes: change('Maximum size of its database, bytes'),
    fileBytes: change('Maximum size of its files together, bytes'),
    snapshotBytes: change('Maximum size of its snapshots together, bytes'),
  },
)
