import { Type } from '@sinclair/typebox'
import { shown } from '../contract/known-field.ts'
import { NotificationRequest } from '../contract/requests/notification-request.ts'
import { addNotifications } from '../domain/notifications/add-notifications.ts'
import { defineEndpoint } from '../http/define-endpoint.ts'

/** E12. Add one in-app notification per e-mail address. */
export default defineEndpoint({
  id: 'E12',
  summary: 'Add in-app notification',
  description:
    'Sends an in-app notification to every e-mail address, all or none, now or at a later time.',
  path: '/open-api/standard/v1/add-notifications',
  access: 'write',
  outcomes: { 'later-notification': 'answered for a notification at a later time' },
  param: NotificationRequest,
  result: shown(Type.Boolean(), 'true: the notifications are stored.', 'A-12-1', 'A-event-1'),
  refuses: ['unknownUser', 'outOfRange'],
  assumes: ['A-12-1', 'A-12-2', 'A-event-1'],
  handle: (call) => addNotifications(call, call.param),
})
