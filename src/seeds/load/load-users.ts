import { foldCase } from '../../kernel/text.ts'
import { reserveIds } from '../../store/db/sequences.ts'
import type { Store } from '../../store/db/store.ts'
import {
  dataRoles,
  departments,
  dimensions,
  userDimensions,
  users,
} from '../../store/db/tables/workspace/users.ts'
import type { SeedLists } from '../seed-format.ts'
import { fillAll, highestId, putAll } from './insert-rows.ts'

const NEW_USER = {
  hasPhone: false,
  verifyEmail: 1,
  status: 1,
  logoutStatus: 0,
  userType: 0,
  isAppOwner: false,
  role: 'editor' as const,
}

export const loadUsers = (store: Store, seed: SeedLists): void => {
  putAll(store, departments, seed.departments)
  putAll(store, dimensions, seed.dimensions)
  putAll(store, dataRoles, seed.dataRoles)
  const rows = seed.users.map((user) => ({
    ...NEW_USER,
    uid: String(user.id),
    ...user,
    emailFolded: foldCase(user.email),
  }))
  putAll(store, users, rows)
  reserveIds(store, 'user', highestId(rows))
  const itemsOf = seed.users.flatMap(({ id: userId, dimensionIds = [] }) =>
    dimensionIds.map((dimensionId) => ({ userId, dimensionId })),
  )
  fillAll(store, userDimensions, 'userId', seed.users, itemsOf)
}
