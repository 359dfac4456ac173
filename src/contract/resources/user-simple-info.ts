import { type Static, Type } from '@sinclair/typebox'
import { ClosedObject, EpochMs, Id, Int, NullableInt } from './primitives.ts'

/** A role of a user; the document shows no elements of `roleList` (A-8-2). */
const UserRoleInfo = ClosedObject({ id: Id, roleName: Type.String(), roleCode: Type.String() })

/** User simple info; `dimensionItemInfoLit` is the document's spelling. */
export const UserSimpleInfo = ClosedObject(
  {
    id: Id,
    email: Type.String(),
    isExistPhone: Type.Boolean(),
    nickname: Type.String(),
    deptId: Id,
    deptName: Type.String(),
    dimensionItemInfoLit: Type.Array(ClosedObject({ id: Id, name: Type.String() })),
    avatar: Type.String(),
    verifyEmail: Int,
    uid: Type.String(),
    status: Int,
    logoutStatus: Int,
    userType: Int,
    createTime: EpochMs,
    roleList: Type.Union([Type.Null(), Type.Array(UserRoleInfo)]),
    lineManagerUserId: NullableInt,
  },
  { title: 'UserSimpleInfo', description: 'User simple info; `createTime` in epoch milliseconds.' },
)
export type UserSimpleInfo = Static<typeof UserSimpleInfo>
