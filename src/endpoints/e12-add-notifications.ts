import { example } from '../contract/example.ts'
import { field } from '../contract/resources/primitives.ts'
import { NotificationRequest } from '../contract/resources/user-shapes.ts'
import { addNotifications } from '../domain/notifications/add-notifications.ts'
import { defineEndpoint } from '../http/define-endpoint.ts'

export default defineEndpoint({
  id: 'E12',
  summary: 'Add in-app notification',
  summaryInChinese: '添加站内通知',
  tag: 'Notifications',
  description:
    'Sends an in-app notification to each given e-mail address, all or nothing, immediately or at a later time.',
  path: '/open-api/standard/v1/add-notifications',
  access: 'write',
  outcomes: { 'later-notification': 'answered for a notification at a later time' },
  param: NotificationRequest,
  result: field.flag('true: the notifications are stored.', 'A-12-1', 'A-event-1'),
  refuses: ['unknownUser', 'outOfRange'],
  assumes: ['A-12-1', 'A-12-2', 'A-event-1'],
  sample: ({ users, notification }) => ({
    users: [users.editor.email],
    templateCode: notification.templateCode,
    sendTime: 1_767_225_600_000,
    content: { htmlContent: '<p>Hello</p>' },
    url: '/library/assets',
    modelCode: notification.modelCode,
  }),
  examples: [
    example('success', 'One receiver, now', ({ sendTime: _, ...others }) => others),
    example('later-notification', 'One receiver, at a later time', { sendTime: 1_893_456_000_000 }),
    example('unknownUser', 'A receiver that does not exist', { users: ['nobody@example.com'] }),
  ],
  handle: (call) => addNotifications(call, call.param),
})
