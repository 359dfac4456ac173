import { EmptyAnswer } from '../contract/envelope.ts'
import { example, NOWHERE } from '../contract/example.ts'
import { shown } from '../contract/known-field.ts'
import { MarketingTaskUpdate } from '../contract/resources/marketing-shapes.ts'
import { updateTask } from '../domain/marketing/update-task.ts'
import { defineEndpoint } from '../http/define-endpoint.ts'

export default defineEndpoint({
  id: 'E15',
  summary: 'Update a private-domain marketing task',
  summaryInChinese: '更新私域营销任务',
  tag: 'Marketing',
  description: 'Changes the given fields of a marketing task.',
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
  sample: ({ creative }) => ({
    ...creative,
    contentType: 'GROUP_MESSAGE',
    releaseTime: '2026-12-24 18:00:00',
    remark: 'before the holidays',
  }),
  examples: [
    example('success', 'A later release'),
    example('past-release', 'A release in the past', { releaseTime: '2026-01-15 10:00:00' }),
    example('wrongFormat', 'A date without a time', { releaseTime: '2026-12-24' }),
    example('unknownMarketingTask', 'A task that does not exist', { creativeId: NOWHERE }),
    example('unknownMarketingPlan', 'A plan that does not exist', { planId: NOWHERE }),
    example('unknownContentGroup', 'A content group that does not exist', {
      contentGroupId: NOWHERE,
    }),
  ],
  handle: (call) => updateTask(call, call.param),
})
