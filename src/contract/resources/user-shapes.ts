import { type Static, Type } from '@sinclair/typebox'
import { LIMITS } from '../../kernel/limits.ts'
import { invented, shown } from '../known-field.ts'
import { Part, Shape } from '../shapes.ts'
import { knownField } from './known-values.ts'
import { field, Id, ListOf, optional, Text, TextUpTo, usually } from './primitives.ts'

/** The notifications that E12 adds; `sendTime` in epoch milliseconds. */
export const NotificationRequest = Type.Object({
  users: shown(
    ListOf(Text, LIMITS.notifiedUsers),
    'E-mail addresses of the users to notify, each once.',
    'A-12-1',
  ),
  templateCode: field.nonEmptyText(
    'Code of a template, any text that is not empty; no template is looked up.',
    'A-12-2',
  ),
  sendTime: optional.time(
    'When the notification becomes visible, epoch milliseconds; at once when absent.',
    'A-12-1',
  ),
  content: shown(
    Type.Object({ htmlContent: shown(TextUpTo(LIMITS.html), 'Text as HTML.', 'A-12-2') }),
    'Content of the notification.',
  ),
  url: usually(
    Type.String({ pattern: '^/(?!/)' }),
    optional.longText(
      'Path of the page that the notification leads to, kept as sent; empty when absent.',
      'A-12-2',
    ),
  ),
  modelCode: knownField.modelCode(
    'Code of the module that the notification is about, any text; seen: `MATERIAL`.',
    'A-12-2',
  ),
})
export type NotificationRequest = Static<typeof NotificationRequest>

/** A role of a user; the document shows no elements of `roleList` (A-8-2). */
const UserRoleInfo = Part('A role of the user.', {
  id: invented(Id, 'Id of the role.', 'A-8-2'),
  roleName: invented(Type.String(), 'Name of the role.', 'A-8-2'),
  roleCode: invented(
    Type.String(),
    'Code of the role: `viewer`, `editor` or `administrator`.',
    'A-8-2',
  ),
})

const DimensionItem = Part('A dimension item of the user.', {
  id: field.id('Id of the dimension item.'),
  name: field.text('Name of the dimension item.'),
})

/** User simple info; `dimensionItemInfoLit` is the document's spelling. */
export const UserSimpleInfo = Shape(
  'UserSimpleInfo',
  'User simple info; `createTime` in epoch milliseconds.',
  {
    id: field.id('Id of the user.'),
    email: field.text('E-mail address.'),
    isExistPhone: field.flag('Whether a phone number is known.', 'A-8-1'),
    nickname: field.text('Name.'),
    deptId: field.id('Id of the department.'),
    deptName: field.text('Name of the department.'),
    dimensionItemInfoLit: shown(
      Type.Array(DimensionItem),
      'Dimension items of the user, ordered by id. Spelled this way in the document.',
      'A-8-1',
    ),
    avatar: field.text('Signed URL of a picture.', 'A-8-1', 'A-file-3'),
    verifyEmail: field.int('1: the e-mail address is confirmed; 0: it is not.', 'A-auth-12'),
    uid: field.text('Text that identifies the user.', 'A-8-1'),
    status: knownField.userStatus('1: an active account; 0: a disabled one.', 'A-auth-12'),
    logoutStatus: knownField.logoutStatus(
      '0: an account in use; 1: one that is logged out.',
      'A-auth-12',
    ),
    userType: field.int(
      'Kind of user; 1 for the owner of the application and 2 for others in the built-in seeds.',
      'A-auth-12',
    ),
    createTime: field.time('When the user was created, epoch milliseconds.'),
    roleList: shown(
      Type.Union([Type.Null(), Type.Array(UserRoleInfo)]),
      'Roles of the user; null by default.',
      'A-8-2',
    ),
    lineManagerUserId: field.intOrNull('Id of the line manager; null without one.', 'A-8-1'),
  },
)
export type UserSimpleInfo = Static<typeof UserSimpleInfo>
