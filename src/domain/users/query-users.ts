import { refuse } from '../../contract/errors/refusals.ts'
import type { UserSimpleInfo } from '../../contract/resources/user-shapes.ts'
import { LIMITS } from '../../kernel/limits.ts'
import { distinct } from '../../kernel/lists.ts'
import { USER_ROLES, type UserRole } from '../../store/db/tables/workspace/users.ts'
import type { ServiceContext } from '../call.ts'
import { mustExist, otherKind } from '../existence.ts'
import { avatarPath } from '../files/paths.ts'

export const mustBeUsers = mustExist('users', refuse.unknownUser)

type Row = Omit<UserSimpleInfo, 'isExistPhone' | 'dimensionItemInfoLit' | 'avatar' | 'roleList'> & {
  hasPhone: 0 | 1
  role: UserRole
}

const BY_ID = `SELECT u.id, u.email, u.has_phone AS hasPhone, u.nickname, u.dept_id AS deptId, d.name AS deptName,
     u.verify_email AS verifyEmail, u.uid, u.status, u.logout_status AS logoutStatus,
     u.user_type AS userType, u.created_at_ms AS createTime, u.role, u.line_manager_user_id AS lineManagerUserId
   FROM users u JOIN departments d ON d.id = u.dept_id WHERE u.id = ?`

const DIMENSIONS_OF = `SELECT d.id, d.name FROM user_dimensions ud JOIN dimensions d ON d.id = ud.dimension_id
   WHERE ud.user_id = ? ORDER BY d.id`

/** Users in the requested order, each once; unknown ids are omitted (E8). */
export const queryUsers = (call: ServiceContext, userIds: readonly number[]): UserSimpleInfo[] => {
  if (userIds.length > LIMITS.userIds.max) {
    call.warn('too-many-ids', 'userIds')
    const { max } = call.variant('A-8-1.limit') === 'refused' ? LIMITS.userIds : LIMITS.assetIds
    if (userIds.length > max) throw refuse.tooMany('userIds', max, userIds.length)
  }
  const ids = distinct(userIds)
  const found = ids.flatMap((id) => call.store.get<Row>(BY_ID, id) ?? [])
  const known = new Set(found.map(({ id }) => id))
  const missing = ids.filter((id) => !known.has(id))
  if (missing.length > 0 && call.variant('A-8-1') === 'refused')
    throw refuse.unknownUser('userIds', missing).with(otherKind(call, missing))
  if (missing.length > 0) call.outcome('left-out')
  for (const id of missing) call.warn('unknown-passed-over', `userIds[${userIds.indexOf(id)}]`)
  return found.map((row) => toWire(call, row))
}

const toWire = (call: ServiceContext, user: Row): UserSimpleInfo => ({
  id: user.id,
  email: user.email,
  isExistPhone: user.hasPhone === 1,
  nickname: user.nickname,
  deptId: user.deptId,
  deptName: user.deptName,
  dimensionItemInfoLit: call.store.all<UserSimpleInfo['dimensionItemInfoLit'][number]>(
    DIMENSIONS_OF,
    user.id,
  ),
  avatar: call.signedUrl(avatarPath(user.id)),
  verifyEmail: user.verifyEmail,
  uid: user.uid,
  status: user.status,
  logoutStatus: user.logoutStatus,
  userType: user.userType,
  createTime: user.createTime,
  roleList: rolesOf(call, user.role),
  lineManagerUserId: user.lineManagerUserId,
})

/** The role of a user as the chosen form of `roleList` shows it (A-8-2). */
const rolesOf = (call: ServiceContext, role: UserRole): UserSimpleInfo['roleList'] => {
  const form = call.variant('A-8-2')
  if (form === 'null') return null
  if (form === 'empty') return []
  const roleName = role.replace(/^./, (letter) => letter.toUpperCase())
  return [{ id: USER_ROLES.indexOf(role) + 1, roleName, roleCode: role }]
}
