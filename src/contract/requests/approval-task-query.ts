import { type Static, Type } from '@sinclair/typebox'
import { EpochMs, PageNumber, Text } from '../resources/primitives.ts'

/** The approval tasks that E5 lists. */
export const ApprovalTaskQuery = Type.Object({
  createTimeForm: EpochMs,
  category: Type.Optional(Text),
  finished: Type.Optional(Type.Boolean()),
  page: Type.Optional(PageNumber),
})
export type ApprovalTaskQuery = Static<typeof ApprovalTaskQuery>
