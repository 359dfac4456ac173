import { type Static, Type } from '@sinclair/typebox'
import { Id, LongText, Text } from '../resources/primitives.ts'

/** The fields of a marketing task that E15 changes. */
export const MarketingTaskUpdate = Type.Object({
  creativeId: Id,
  planId: Id,
  contentType: Type.Optional(Text),
  releaseTime: Type.Optional(Text),
  remark: Type.Optional(LongText),
  contentGroupId: Type.Optional(Id),
})
export type MarketingTaskUpdate = Static<typeof MarketingTaskUpdate>
