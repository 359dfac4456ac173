import { type Static, Type } from '@sinclair/typebox'
import { LIMITS } from '../../limits.ts'
import { shown } from '../known-field.ts'
import { Id, ListOf, MapOf, NonEmptyText, OpenObject, Text } from '../resources/primitives.ts'

/** The approval that E9 starts. */
export const ApprovalRequest = Type.Object({
  variables: shown(
    Type.Optional(OpenObject),
    'Variables of the process, kept as sent; an empty object when absent.',
  ),
  detailName: shown(Type.Optional(Text), 'Name of the detail, kept as sent; empty when absent.'),
  category: shown(
    NonEmptyText,
    'Category of the approval, any text that is not empty; seen: `MATERIAL_FROM_EXTERNAL_SOURCE_PUBLISHING`.',
    'A-9-9',
  ),
  processDefinitionId: shown(
    Id,
    'Id of a process definition of the category `RESOURCE_PUBLISHMENT`.',
    'A-9-9',
  ),
  submitter: shown(Id, 'Id of the user who submits the objects.', 'A-9-9', 'A-9-7', 'A-9-8'),
  assignees: shown(
    MapOf(ListOf(Id, LIMITS.stepAssignees), LIMITS.approvalSteps),
    'User ids by task key. `initiator` is done at once; every other key is a step, in order of the number in it; seen: `initiator`, `task1`, `task2`. At least one step needs a user.',
    'A-9-2',
  ),
  name: shown(
    Type.Optional(Text),
    'Name of the approval, which its tasks have as processName; that of the process definition when absent.',
    'A-9-1',
  ),
  objects: shown(
    Type.Optional(ListOf(Id, LIMITS.assetIds)),
    'Ids of the atoms and assets to approve, each once; none when absent.',
    'A-9-7',
    'A-9-5',
    'A-id-1',
  ),
})
export type ApprovalRequest = Static<typeof ApprovalRequest>
