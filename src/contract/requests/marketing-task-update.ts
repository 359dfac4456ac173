import { type Static, Type } from '@sinclair/typebox'
import { shown } from '../known-field.ts'
import { Id, LongText, Text } from '../resources/primitives.ts'

/** The fields of a marketing task that E15 changes. */
export const MarketingTaskUpdate = Type.Object({
  creativeId: shown(Id, 'Id of the task; it is found together with planId.', 'A-15-1'),
  planId: shown(Id, 'Id of the plan that the task belongs to.', 'A-15-1'),
  contentType: shown(
    Type.Optional(Text),
    'Type of the content, any text; seen: `GROUP_MESSAGE`. Unchanged when absent.',
    'A-15-1',
  ),
  releaseTime: shown(
    Type.Optional(Text),
    'Release time as `YYYY-MM-DD HH:mm:ss` at UTC+8; unchanged when absent.',
    'A-15-2',
    'A-time-1',
  ),
  remark: shown(Type.Optional(LongText), 'Remark; unchanged when absent.', 'A-15-1'),
  contentGroupId: shown(
    Type.Optional(Id),
    'Id of the content group; unchanged when absent.',
    'A-15-1',
  ),
})
export type MarketingTaskUpdate = Static<typeof MarketingTaskUpdate>
