import { shown } from '../contract/known-field.ts'
import { ApprovalTaskQuery } from '../contract/requests/approval-task-query.ts'
import { ApprovalTask } from '../contract/resources/approval-task.ts'
import { PageOf } from '../contract/resources/page.ts'
import { listTasks } from '../domain/approvals/list-tasks.ts'
import { defineEndpoint } from '../http/define-endpoint.ts'

/** E5. Approval tasks that started at or after `createTimeForm` (spelled this way), oldest first. */
export default defineEndpoint({
  id: 'E5',
  summary: 'Approval task list by creation time',
  description: 'Pages through the approval tasks created since an instant, oldest first.',
  path: '/open-api/standard/call/get-approval-by-create-time',
  access: 'read',
  outcomes: {
    'empty-list': 'answered with an empty list',
    'further-page': 'answered with a page after the first',
    'ended-task': 'answered with a task that has ended',
  },
  param: ApprovalTaskQuery,
  result: shown(PageOf(ApprovalTask), 'A page of the tasks, oldest first.', 'A-5-2', 'A-page-1'),
  assumes: ['A-5-1', 'A-5-2', 'A-5-3', 'A-page-1', 'A-9-2'],
  handle: (call) => listTasks(call, call.param),
})
