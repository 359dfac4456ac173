import { reserveIds } from '../../db/sequences.ts'
import type { Store } from '../../db/store.ts'
import {
  dataRoles,
  departments,
  dimensions,
  userDimensions,
  users,
} from '../../db/tables/workspace/users.ts'
import { foldCase } from '../../kernel/text.ts'
import type { Seed } from '../seed-format.ts'
import { highestId, insertAll, putAll } from './insert-rows.ts'

/** Loads departments, dimensions, roles and users. */
export const loadUsers = (store: Store, seed: Seed): void => {
  const departmentRows = seed.departments ?? []
  putAll(
    store,
    departments,
    departmentRows.map((department) => ({ ...department, parentId: department.parentId ?? null })),
  )
  putAll(store, dimensions, seed.dimensions ?? [])
  putAll(store, dataRoles, seed.dataRoles ?? [])
  putAll(store, users, (seed.users ?? []).map(toUser))
  reserveIds(store, 'user', highestId(seed.users ?? []))
  insertAll(
    store,
    userDimensions,
    (seed.users ?? []).flatMap((user) =>
      (user.dimensionIds ?? []).map((dimensionId) => ({ userId: user.id, dimensionId })),
    ),
  )
}

type SeedUser = NonNullable<Seed['users']>[number]

const toUser = (user: SeedUser): typeof users.$inferSelect => ({
  id: user.id,
  email: user.email,
  emailFolded: foldCase(user.email),
  nickname: user.nickname,
  hasPhone: user.hasPhone ?? false,
  deptId: user.deptId,
  verifyEmail: user.verifyEmail ?? 1,
  uid: user.uid ?? String(user.id),
  status: user.status ?? 1,
  logoutStatus: user.logoutStatus ?? 0,
  userType: user.userType ?? 0,
  createdAtMs: user.createdAtMs,
  lineManagerUserId: user.lineManagerUserId ?? null,
  isAppOwner: user.isAppOwner ?? false,
  role: user.role ?? 'editor',
})
