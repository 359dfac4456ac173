import { foldCase } from '../../kernel/text.ts'
import { takeIds } from '../../store/db/sequences.ts'
import { insertInto } from '../../store/db/statements.ts'
import type { Store } from '../../store/db/store.ts'
import { users } from '../../store/db/tables/workspace/users.ts'
import type { Actor } from '../call.ts'

interface ActorRow extends Omit<Actor, 'account'> {
  status: number
  logoutStatus: number
}

/** Users with their departments and all departments above; an administrator needs no departments. */
const actorsWhere = (condition: string): string => `
  SELECT id, email, role, status, logout_status AS logoutStatus,
    CASE role WHEN 'administrator' THEN '[]' ELSE (
      WITH RECURSIVE up (id) AS (
        VALUES (users.dept_id)
        UNION
        SELECT d.parent_id FROM departments d JOIN up ON d.id = up.id WHERE d.parent_id IS NOT NULL
      )
      SELECT json_group_array(id) FROM up) END AS departmentIds
  FROM users WHERE ${condition}`

const BY_EMAIL = actorsWhere('email_folded = ?')

const BY_ID = actorsWhere('id = ?')

const APP_OWNER = actorsWhere('is_app_owner = 1 ORDER BY id LIMIT 1')

const ACTIVE_USERS =
  'SELECT email FROM users WHERE status <> 0 AND logout_status <> 1 ORDER BY id LIMIT 1000'

const insertUser = insertInto(users)

export const findActor = (store: Store, email: string): Actor | undefined =>
  toActor(store.get<ActorRow>(BY_EMAIL, foldCase(email)))

export const findActorById = (store: Store, id: number): Actor | undefined =>
  toActor(store.get<ActorRow>(BY_ID, id))

/** The acting user of calls without x-open-api-user; undefined in an empty database. */
export const findAppOwner = (store: Store): Actor | undefined =>
  toActor(store.get<ActorRow>(APP_OWNER))

/** E-mail addresses of users who may act, in the order of their ids; of all but very large databases. */
export const activeEmails = (store: Store): string[] => store.values<string>(ACTIVE_USERS)

/** Creates a user that has only an e-mail address (variant `create` of A-auth-2). */
export const createActor = (store: Store, email: string, nowMs: number): Actor | undefined => {
  const deptId = store.value<number>('SELECT min(id) FROM departments')
  if (!deptId) return undefined
  insertUser(store, {
    id: takeIds(store, 'user'),
    email,
    emailFolded: foldCase(email),
    nickname: email.split('@')[0] ?? email,
    hasPhone: false,
    deptId,
    verifyEmail: 0,
    uid: email,
    status: 1,
    logoutStatus: 0,
    userType: 0,
    createdAtMs: nowMs,
    isAppOwner: false,
    role: 'editor',
  })
  return findActor(store, email)
}

const toActor = (row: ActorRow | undefined): Actor | undefined => {
  if (!row) return undefined
  const { id, email, role, departmentIds } = row
  return { id, email, role, departmentIds, account: accountOf(row) }
}

/** What `status` and `logoutStatus` say of an account (A-auth-12). */
const accountOf = ({ status, logoutStatus }: ActorRow): Actor['account'] => {
  if (logoutStatus === 1) return 'logged out'
  return status === 0 ? 'disabled' : 'active'
}
