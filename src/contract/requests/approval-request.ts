import { type Static, Type } from '@sinclair/typebox'
import { LIMITS } from '../../limits.ts'
import { Id, ListOf, MapOf, NonEmptyText, OpenObject, Text } from '../resources/primitives.ts'

/** The approval that E9 starts. */
export const ApprovalRequest = Type.Object({
  variables: Type.Optional(OpenObject),
  detailName: Type.Optional(Text),
  category: NonEmptyText,
  processDefinitionId: Id,
  submitter: Id,
  assignees: MapOf(ListOf(Id, LIMITS.stepAssignees), LIMITS.approvalSteps),
  name: Type.Optional(Text),
  objects: Type.Optional(ListOf(Id, LIMITS.assetIds)),
})
export type ApprovalRequest = Static<typeof ApprovalRequest>
