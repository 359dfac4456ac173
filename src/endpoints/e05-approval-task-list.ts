import { example } from '../contract/example.ts'
import { shown } from '../contract/known-field.ts'
import { ApprovalTask, ApprovalTaskQuery } from '../contract/resources/approval-shapes.ts'
import { PageOf } from '../contract/resources/primitives.ts'
import { listTasks } from '../domain/approvals/list-tasks.ts'
import { defineEndpoint } from '../http/define-endpoint.ts'

export default defineEndpoint({
  id: 'E5',
  summary: 'Approval task list by creation time',
  summaryInChinese: '按创建时间查询审批任务',
  tag: 'Approvals',
  description: 'Pages through the approval tasks created since a given time, oldest first.',
  path: '/open-api/standard/call/get-approval-by-create-time',
  access: 'read',
  outcomes: {
    'empty-list': 'answered with an empty list',
    'further-page': 'answered with a page after the first',
    'ended-task': 'answered with a task that has ended',
  },
  param: ApprovalTaskQuery,
  result: shown(PageOf(ApprovalTask), 'A page of the tasks, oldest first.', 'A-5-2', 'A-page-1'),
  assumes: ['A-5-1', 'A-5-2', 'A-5-3', 'A-page-1', 'A-9-1', 'A-9-2', 'A-9-9'],
  // Listed "by creation time"; null while a task is in progress ("Approval task record").
  variation: { ordered: { records: () => true }, promised: ['endTime'] },
  sample: () => ({
    createTimeForm: 1_577_836_800_000,
    category: 'APPROVAL',
    finished: false,
    page: 1,
  }),
  examples: [
    example('success', 'Tasks in progress', { createTimeForm: 1_792_900_000_000 }),
    example('ended-task', 'Tasks that have ended', {
      createTimeForm: 1_792_300_000_000,
      finished: true,
    }),
    example('empty-list', 'Nothing was begun since', { createTimeForm: 1_893_456_000_000 }),
    example('further-page', 'The second page', ({ finished: _, ...others }) => ({
      ...others,
      createTimeForm: 1_791_365_381_000,
      page: 2,
    })),
    example(
      'missingField',
      'The corrected name `createTimeFrom`; the field is spelled `createTimeForm`',
      ({ createTimeForm, ...others }) => ({ createTimeFrom: createTimeForm, ...others }),
    ),
    example('outOfRange', 'A page before the first', { page: 0 }),
  ],
  handle: (call) => listTasks(call, call.param),
})
