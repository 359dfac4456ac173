import { eq, sql } from 'drizzle-orm'
import type { UserSimpleInfo } from '../../contract/resources/user-simple-info.ts'
import { prepared } from '../../db/store.ts'
import { departments, USER_ROLES, type UserRole, users } from '../../db/tables/workspace/users.ts'
import { refuse } from '../../errors/refusals.ts'
import { distinct } from '../../kernel/lists.ts'
import type { ServiceContext } from '../call.ts'
import { mustExist } from '../existence.ts'
import { avatarPath } from '../files/paths.ts'

/** Refuses a user id that does not exist. */
export const mustBeUsers = mustExist(users, refuse.unknownUser)

const byIds = prepared((store) =>
  store.orm
    .select({
      user: users,
      deptName: departments.name,
      dimensions: sql<string>`(
        SELECT json_group_array(json_object('id', d.id, 'name', d.name) ORDER BY d.id)
        FROM user_dimensions ud JOIN dimensions d ON d.id = ud.dimension_id
        WHERE ud.user_id = ${users.id})`,
    })
    .from(users)
    .innerJoin(departments, eq(departments.id, users.deptId))
    .where(sql`${users.id} IN (SELECT value FROM json_each(${sql.placeholder('ids')}))`)
    .prepare(),
)

type Row = ReturnType<ReturnType<typeof byIds>['all']>[number]

/** Users in the requested order, each once; unknown ids are omitted (E8). */
export const queryUsers = (call: ServiceContext, userIds: readonly number[]): UserSimpleInfo[] => {
  const rows = byIds(call.store).all({ ids: JSON.stringify(userIds) })
  const byId = new Map(rows.map((row) => [row.user.id, row]))
  const missing = userIds.find((id) => !byId.has(id))
  if (missing !== undefined && call.variant('A-8-1') === 'refused')
    throw refuse.unknownUser('userIds', missing)
  if (missing !== undefined) call.outcome('left-out')
  return distinct(userIds).flatMap((id) => {
    const row = byId.get(id)
    return row ? [toWire(call, row)] : []
  })
}

const toWire = (call: ServiceContext, { user, deptName, dimensions }: Row): UserSimpleInfo => ({
  id: user.id,
  email: user.email,
  isExistPhone: user.hasPhone,
  nickname: user.nickname,
  deptId: user.deptId,
  deptName,
  dimensionItemInfoLit: JSON.parse(dimensions),
  avatar: call.signedUrl(avatarPath(user.id)),
  verifyEmail: user.verifyEmail,
  uid: user.uid,
  status: user.status,
  logoutStatus: user.logoutStatus,
  userType: user.userType,
  createTime: user.createdAtMs,
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
