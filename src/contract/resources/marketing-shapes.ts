import { type Static, Type } from '@sinclair/typebox'
import { Shape } from '../shapes.ts'
import { knownField } from './known-values.ts'
import { field, optional } from './primitives.ts'

/** The fields of a marketing task that E15 changes. */
export const MarketingTaskUpdate = Type.Object({
  creativeId: field.id('Id of the task; it is found together with planId.', 'A-15-1'),
  planId: field.id('Id of the plan that the task belongs to.', 'A-15-1'),
  contentType: knownField.contentType(
    'Type of the content, any text; seen: `GROUP_MESSAGE`. Unchanged when absent.',
    'A-15-1',
  ),
  releaseTime: optional.text(
    'Release time as `YYYY-MM-DD HH:mm:ss` at UTC+8; unchanged when absent.',
    'A-15-2',
    'A-time-1',
  ),
  remark: optional.longText('Remark; unchanged when absent.', 'A-15-1'),
  contentGroupId: optional.id('Id of the content group; unchanged when absent.', 'A-15-1'),
})
export type MarketingTaskUpdate = Static<typeof MarketingTaskUpdate>

/** A value of a metadata field with its new name (E20). */
export const MetadataValue = Type.Object(
  {
    attrValueName: field.nonEmptyText('New name of the value.', 'A-metadata-1'),
    attrValueCode: field.nonEmptyText(
      'Code of the value, by which it is found within its field.',
      'A-20-2',
    ),
  },
  { description: 'A value of the metadata field with its new name.' },
)
export type MetadataValue = Static<typeof MetadataValue>

export const CrowdMember = Shape('CrowdMember', 'Member of a crowd pack.', {
  id: field.id('Id of the membership.', 'A-7-2'),
  crowdUniqueSign: field.text('Sign of the member, unique in its pack.', 'A-7-2'),
})
export type CrowdMember = Static<typeof CrowdMember>
