import { Type } from '@sinclair/typebox'
import { addNotifications } from '../domain/notifications/add-notifications.ts'
import { defineEndpoint } from '../http/define-endpoint.ts'
import { EpochMs, Filled } from '../resources/primitives.ts'

/** E12. Add one in-app notification per e-mail address. */
export default defineEndpoint({
  id: 'E12',
  summary: 'Add in-app notification',
  path: '/open-api/standard/v1/add-notifications',
  param: Type.Object({
    users: Type.Array(Type.String()),
    templateCode: Filled,
    sendTime: Type.Optional(EpochMs),
    content: Type.Object({ htmlContent: Type.String() }),
    url: Type.Optional(Type.String()),
    modelCode: Type.Optional(Type.String()),
  }),
  result: Type.Boolean(),
  assumes: ['A-12-1'],
  handle: (call) => addNotifications(call, call.param),
})
