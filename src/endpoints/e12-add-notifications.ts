import { Type } from '@sinclair/typebox'
import {
  EpochMs,
  ListOf,
  LongText,
  NonEmptyText,
  Text,
  TextUpTo,
} from '../contract/resources/primitives.ts'
import { addNotifications } from '../domain/notifications/add-notifications.ts'
import { defineEndpoint } from '../http/define-endpoint.ts'
import { LIMITS } from '../limits.ts'

/** E12. Add one in-app notification per e-mail address. */
export default defineEndpoint({
  id: 'E12',
  summary: 'Add in-app notification',
  description:
    'Sends an in-app notification to every e-mail address, all or none, now or at a later time.',
  path: '/open-api/standard/v1/add-notifications',
  param: Type.Object({
    users: ListOf(Text, LIMITS.notifiedUsers),
    templateCode: NonEmptyText,
    sendTime: Type.Optional(EpochMs),
    content: Type.Object({ htmlContent: TextUpTo(LIMITS.html) }),
    url: Type.Optional(LongText),
    modelCode: Type.Optional(Text),
  }),
  result: Type.Boolean(),
  assumes: ['A-12-1'],
  handle: (call) => addNotifications(call, call.param),
})
