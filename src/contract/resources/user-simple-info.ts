import { type Static, Type } from '@sinclair/typebox'
import { invented, shown } from '../known-field.ts'
import { ClosedObject, EpochMs, Id, Int, NullableInt } from './primitives.ts'

/** A role of a user; the document shows no elements of `roleList` (A-8-2). */
const UserRoleInfo = ClosedObject(
  {
    id: invented(Id, 'Id of the role.', 'A-8-2'),
    roleName: invented(Type.String(), 'Name of the role.', 'A-8-2'),
    roleCode: invented(
      Type.String(),
      'Code of the role: `viewer`, `editor` or `administrator`.',
      'A-8-2',
    ),
  },
  { description: 'A role of the user.' },
)

const DimensionItem = ClosedObject(
  {
    id: shown(Id, 'Id of the dimension item.'),
    name: shown(Type.String(), 'Name of the dimension item.'),
  },
  { description: 'A dimension item of the user.' },
)

/** User simple info; `dimensionItemInfoLit` is the document's spelling. */
export const UserSimpleInfo = ClosedObject(
  {
    id: shown(Id, 'Id of the user.'),
    email: shown(Type.String(), 'E-mail address.'),
    isExistPhone: shown(Type.Boolean(), 'Whether a phone number is known.', 'A-8-1'),
    nickname: shown(Type.String(), 'Name.'),
    deptId: shown(Id, 'Id of the department.'),
    deptName: shown(Type.String(), 'Name of the department.'),
    dimensionItemInfoLit: shown(
      Type.Array(DimensionItem),
      'Dimension items of the user, ordered by id. Spelled this way in the document.',
      'A-8-1',
    ),
    avatar: shown(Type.String(), 'Signed URL of a picture.', 'A-8-1', 'A-file-3'),
    verifyEmail: shown(Int, '1: the e-mail address is confirmed; 0: it is not.', 'A-auth-12'),
    uid: shown(Type.String(), 'Text that identifies the user.', 'A-8-1'),
    status: shown(Int, '1: an active account; 0: a disabled one.', 'A-auth-12'),
    logoutStatus: shown(Int, '0: an account in use; 1: one that is logged out.', 'A-auth-12'),
    userType: shown(
      Int,
      'Kind of user; 1 for the owner of the application and 2 for others in the built-in seeds.',
      'A-auth-12',
    ),
    createTime: shown(EpochMs, 'When the user was created, epoch milliseconds.'),
    roleList: shown(
      Type.Union([Type.Null(), Type.Array(UserRoleInfo)]),
      'Roles of the user; null by default.',
      'A-8-2',
    ),
    lineManagerUserId: shown(NullableInt, 'Id of the line manager; null without one.', 'A-8-1'),
  },
  { title: 'UserSimpleInfo', description: 'User simple info; `createTime` in epoch milliseconds.' },
)
export type UserSimpleInfo = Static<typeof UserSimpleInfo>
