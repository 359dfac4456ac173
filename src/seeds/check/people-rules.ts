import type { Seed } from '../seed-format.ts'
import { nameOthers } from './find-cycle.ts'
import type { Rule } from './rule.ts'

type SeedUser = NonNullable<Seed['users']>[number]

const contradictsRole = ({ isAdmin, role }: SeedUser): boolean =>
  isAdmin !== undefined && role !== undefined && isAdmin !== (role === 'administrator')

/** Rules about users and departments. */
export const PEOPLE_RULES: readonly Rule[] = [
  {
    says: 'A user is not among the managers above it.',
    of: 'users',
    query: `WITH RECURSIVE above(id) AS (
        SELECT value FROM json_each(@added)
        UNION SELECT u.line_manager_user_id FROM above JOIN users u ON u.id = above.id
        WHERE u.line_manager_user_id IS NOT NULL)
      SELECT users.id, line_manager_user_id AS parent FROM above JOIN users USING (id)
      WHERE line_manager_user_id IS NOT NULL`,
    describe: (ids) => `user ${ids[0]} is its own manager, by way of ${nameOthers(ids)}`,
  },
  {
    says: 'A department is not below itself.',
    of: 'departments',
    query: `WITH RECURSIVE above(id) AS (
        SELECT value FROM json_each(@added)
        UNION SELECT d.parent_id FROM above JOIN departments d ON d.id = above.id
        WHERE d.parent_id IS NOT NULL)
      SELECT departments.id, parent_id AS parent FROM above JOIN departments USING (id)
      WHERE parent_id IS NOT NULL`,
    describe: (ids) => `department ${ids[0]} is below itself, by way of ${nameOthers(ids)}`,
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
