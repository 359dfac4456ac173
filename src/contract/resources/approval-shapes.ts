import { type Static, Type } from '@sinclair/typebox'
import { LIMITS } from '../../kernel/limits.ts'
import { shown } from '../known-field.ts'
import { Shape } from '../shapes.ts'
import { knownField } from './known-values.ts'
import { field, Id, ListOf, MapOf, OpenObject, optional } from './primitives.ts'

/** The approval that E9 starts. */
export const ApprovalRequest = Type.Object({
  variables: shown(
    Type.Optional(OpenObject),
    'Variables of the process, kept as sent; an empty object when absent.',
  ),
  detailName: optional.text('Name of the detail, kept as sent; empty when absent.'),
  category: knownField.ingestionCategory(
    'Category of the approval, any text that is not empty; seen: `MATERIAL_FROM_EXTERNAL_SOURCE_PUBLISHING`.',
    'A-9-9',
  ),
  processDefinitionId: field.id(
    'Id of a process definition of the category `RESOURCE_PUBLISHMENT`.',
    'A-9-9',
  ),
  submitter: field.id('Id of the user who submits the objects.', 'A-9-9', 'A-9-7', 'A-9-8'),
  assignees: shown(
    MapOf(ListOf(Id, LIMITS.stepAssignees), LIMITS.approvalSteps),
    'User ids by task key. `initiator` is done at once; every other key is a step, in order of the number in it; seen: `initiator`, `task1`, `task2`. At least one step needs a user.',
    'A-9-2',
  ),
  name: optional.text(
    'Name of the approval, which its tasks have as processName; if absent or empty, the name of the process definition.',
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

/** The approval tasks that E5 lists. */
export const ApprovalTaskQuery = Type.Object({
  createTimeForm: field.time(
    'Earliest creation time of the tasks, epoch milliseconds, inclusive. The document spells it this way.',
    'A-5-2',
  ),
  category: knownField.askedCategory(
    'Category of the tasks, such as `APPROVAL`; every category when absent.',
    'A-5-3',
  ),
  finished: optional.flag('false: tasks in progress; true: ended tasks; absent: both.', 'A-5-1'),
  page: optional.pageNumber(
    'Number of the page, from 1; 1 when absent. A page has 20 rows.',
    'A-page-1',
  ),
})
export type ApprovalTaskQuery = Static<typeof ApprovalTaskQuery>

/** Approval task record (document, "Approval task record"). */
export const ApprovalTask = Shape(
  'ApprovalTask',
  'Approval task; instants in epoch milliseconds.',
  {
    id: field.text('UUID of the task.'),
    key: knownField.taskKey(
      'Key of the step, the task key of E9; seen: `task1`, `task2`.',
      'A-9-2',
    ),
    processName: field.text('Name of the approval.', 'A-9-1'),
    approvalId: field.text('Id of the approval, as text.', 'A-9-1'),
    processCategory: knownField.processCategory(
      'Category of the process definition; seen: `RESOURCE_PUBLISHMENT`, `PORTAL_PUBLISHMENT`.',
      'A-9-9',
    ),
    category: knownField.taskCategory('Category of the task; seen: `APPROVAL`.', 'A-5-3'),
    submitter: field.id('Id of the user who submitted the objects.'),
    assignee: field.id('Id of the user who decides.'),
    createTime: field.time('When the task started, epoch milliseconds.', 'A-9-2'),
    endTime: field.intOrNull(
      'When the task ended, epoch milliseconds; null while it is in progress.',
      'A-9-2',
    ),
    approvalStatus: knownField.taskStatus(
      '`IN_PROGRESS`, `APPROVED`, `REJECTED` or `WITHDRAWN`; only the first is seen.',
      'A-9-2',
    ),
  },
)
export type ApprovalTask = Static<typeof ApprovalTask>
