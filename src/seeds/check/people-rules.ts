import type { Seed } from '../seed-format.ts'
import { nameOthers } from './find-cycle.ts'
import type { Rule } from './rule.ts'

type SeedUser = NonNullable<Seed['users']>[number]

const contradictsRole = ({ isAdmin, role }: SeedUser): boolean =>
  isAdmin !== undefined && role !== undefined && isAdmin !== (role === 'administrator')

/** The edges from added rows up, of a table whose rows name the one above them in a column. */
const edgesUp = (table: 'users' | 'departments', parent: string): string =>
  `WITH RECURSIVE above(id) AS (
      SELECT value FROM json_each(@added)
      UNION SELECT t.${parent} FROM above JOIN ${table} t ON t.id = above.id WHERE t.${parent} IS NOT NULL)
    SELECT t.id, t.${parent} AS parent FROM above JOIN ${table} t USING (id) WHERE t.${parent} IS NOT NULL`

/** Rules about users and departments. */
export const PEOPLE_RULES: readonly Rule[] = [
  {
    says: 'A user is not among the managers above it.',
    of: 'users',
    query: edgesUp('users', 'line_manager_user_id'),
    describe: (ids) => `user ${ids[0]} is its own manager, by way of ${nameOthers(ids)}`,
  },
  {
    says: 'A department is not below itself.',
    of: 'departments',
    query: edgesUp('departments', 'parent_id'),
    describe: (ids) => `department ${ids[0]} is below itself, by way of ${nameOthers(ids)}`,
  },
  {
    says: 'At most one user has `isAppOwner`.',
    of: 'users',
    query: `SELECT format('user %d and user %d have isAppOwner; one user must, as the acting user of calls without x-open-api-user',
        a.id, b.id)
      FROM users a JOIN users b ON b.is_app_owner = 1 AND b.id <> a.id
      WHERE a.id IN added AND a.is_app_owner = 1 ORDER BY a.id, b.id`,
  },
  {
    says: '`isAdmin` and `role` of a user say the same.',
    find: (_store, { users = [] }) => {
      const user = users.find(contradictsRole)
      return (
        user &&
        `user ${user.id} has isAdmin ${user.isAdmin} and the role ${user.role}; leave out isAdmin`
      )
    },
  },
]
