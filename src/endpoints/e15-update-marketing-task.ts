import { Type } from '@sinclair/typebox'
import { ClosedObject, Id, LongText, Text } from '../contract/resources/primitives.ts'
import { updateTask } from '../domain/marketing/update-task.ts'
import { defineEndpoint } from '../http/define-endpoint.ts'

/** E15. Update a private-domain marketing task; absent fields keep their values. */
export default defineEndpoint({
  id: 'E15',
  summary: 'Update a private-domain marketing task',
  description: 'Changes the fields of a marketing task that are sent.',
  path: '/open-api/standard/v1/creative/update',
  param: Type.Object({
    creativeId: Id,
    planId: Id,
    contentType: Type.Optional(Text),
    releaseTime: Type.Optional(Text),
    remark: Type.Optional(LongText),
    contentGroupId: Type.Optional(Id),
  }),
  result: ClosedObject({}),
  assumes: ['A-15-1', 'A-time-1'],
  handle: (call) => updateTask(call, call.param),
})
