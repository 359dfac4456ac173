import { type Static, Type } from '@sinclair/typebox'
import { WantedAmount } from '../../contract/shapes.ts'
import { after, filter, selection } from '../journal/schema.ts'

/** The query parameters of the archive. */
export const ArchiveQuery = Type.Object(filter)
export type ArchiveQuery = Static<typeof ArchiveQuery>

/** The query parameters of the stream. */
export const StreamQuery = Type.Object({
  ...selection,
  after,
  lastEventId: Type.Optional(
    WantedAmount('Replaces the header Last-Event-ID for readers that cannot send it'),
  ),
})
export type StreamQuery = Static<typeof StreamQuery>
