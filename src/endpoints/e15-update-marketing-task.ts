import { EmptyAnswer } from '../contract/envelope.ts'
import { shown } from '../contract/known-field.ts'
import { MarketingTaskUpdate } from '../contract/requests/marketing-task-update.ts'
import { updateTask } from '../domain/marketing/update-task.ts'
import { defineEndpoint } from '../http/define-endpoint.ts'

/** E15. Update a private-domain marketing task; absent fields keep their values. */
export default defineEndpoint({
  id: 'E15',
  summary: 'Update a private-domain marketing task',
  description: 'Changes the fields of a marketing task that are sent.',
  path: '/open-api/standard/v1/creative/update',
  access: 'write',
  outcomes: { 'past-release': 'answered for a release in the past' },
  param: MarketingTaskUpdate,
  result: shown(EmptyAnswer, 'An empty object.'),
  refuses: [
    'unknownMarketingTask',
    'unknownMarketingPlan',
    'unknownContentGroup',
    'wrongFormat',
    'outOfRange',
  ],
  assumes: ['A-15-1', 'A-15-2', 'A-time-1'],
  handle: (call) => updateTask(call, call.param),
})
