import { eq, sql } from 'drizzle-orm'
import { JsonText } from '../../contract/json-text.ts'
import type { UserSimpleInfo } from '../../contract/resources/user-simple-info.ts'
import { keptLookup } from '../../db/kept-results.ts'
import { prepared } from '../../db/store.ts'
import { departments, USER_ROLES, type UserRole, users } from '../../db/tables/workspace/users.ts'
import { refuse } from '../../errors/refusals.ts'
import { joinObjects } from '../../kernel/join-objects.ts'
import type { ServiceContext } from '../call.ts'
import { mustExist } from '../existence.ts'
import { avatarPath } from '../files/paths.ts'

/** Refuses a user id that does not exist. */
export const mustBeUsers = mustExist(users, refuse.unknownUser)

const byId = prepared((store) =>
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
    .where(eq(users.id, sql.placeholder('id')))
    .prepare(),
)

type Row = NonNullable<ReturnType<ReturnType<typeof byId>['get']>>

/** A user as the JSON texts of objects, between which a call puts the fields that differ from call to call. */
interface UserText {
  readonly beforeAvatar: string
  readonly beforeRoles: string
  readonly afterRoles: string
  readonly role: UserRole
}

const toText = ({ user, deptName, dimensions }: Row): UserText => {
  const beforeAvatar = {
    id: user.id,
    email: user.email,
    isExistPhone: user.hasPhone,
    nickname: user.nickname,
    deptId: user.deptId,
    deptName,
    dimensionItemInfoLit: JSON.parse(dimensions),
  } satisfies Partial<UserSimpleInfo>
  const beforeRoles = {
    verifyEmail: user.verifyEmail,
    uid: user.uid,
    status: user.status,
    logoutStatus: user.logoutStatus,
    userType: user.userType,
    createTime: user.createdAtMs,
  } satisfies Partial<UserSimpleInfo>
  return {
    beforeAvatar: JSON.stringify(beforeAvatar),
    beforeRoles: JSON.stringify(beforeRoles),
    afterRoles: JSON.stringify({ lineManagerUserId: user.lineManagerUserId }),
    role: user.role,
  }
}

const findUser = keptLookup(
  (store, id: number): UserText | undefined => {
    const row = byId(store).get({ id })
    return row && toText(row)
  },
  { sizeOf: ({ beforeAvatar, beforeRoles }) => beforeAvatar.length + beforeRoles.length },
)

/** Users in the requested order, each once, as JSON text; unknown ids are omitted (E8). */
export const queryUsers = (call: ServiceContext, userIds: readonly number[]): JsonText => {
  const found = new Map<number, UserText>()
  let missing: number | undefined
  for (const id of userIds) {
    const user = findUser(call.store, id)
    if (user) found.set(id, user)
    else missing ??= id
  }
  if (missing !== undefined && call.variant('A-8-1') === 'refused')
    throw refuse.unknownUser('userIds', missing)
  if (missing !== undefined) call.outcome('left-out')
  return new JsonText(`[${[...found].map(([id, user]) => textOf(call, id, user)).join(',')}]`)
}

const textOf = (
  call: ServiceContext,
  id: number,
  { beforeAvatar, beforeRoles, afterRoles, role }: UserText,
): string => {
  const avatar = JSON.stringify({ avatar: call.signedUrl(avatarPath(id)) })
  const roles = JSON.stringify({ roleList: rolesOf(call, role) })
  return joinObjects(beforeAvatar, avatar, beforeRoles, roles, afterRoles)
}

/** The role of a user as the chosen form of `roleList` shows it (A-8-2). */
const rolesOf = (call: ServiceContext, role: UserRole): UserSimpleInfo['roleList'] => {
  const form = call.variant('A-8-2')
  if (form === 'null') return null
  if (form === 'empty') return []
  const roleName = role.replace(/^./, (letter) => letter.toUpperCase())
  return [{ id: USER_ROLES.indexOf(role) + 1, roleName, roleCode: role }]
}
