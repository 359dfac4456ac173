import { eq, sql } from 'drizzle-orm'
import { keptLookup } from '../../db/kept-results.ts'
import { takeIds } from '../../db/sequences.ts'
import { prepared, type Store } from '../../db/store.ts'
import { type UserRole, users } from '../../db/tables/workspace/users.ts'
import { foldCase } from '../../kernel/text.ts'
import type { Actor } from '../call.ts'

const columns = {
  id: users.id,
  email: users.email,
  deptId: users.deptId,
  role: users.role,
  status: users.status,
  logoutStatus: users.logoutStatus,
}

const byEmail = prepared((store) =>
  store.orm
    .select(columns)
    .from(users)
    .where(eq(users.emailFolded, sql.placeholder('email')))
    .prepare(),
)

const byId = prepared((store) =>
  store.orm
    .select(columns)
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .prepare(),
)

const appOwner = prepared((store) =>
  store.orm
    .select(columns)
    .from(users)
    .where(eq(users.isAppOwner, true))
    // No limit: only the first row is read, and a bound limit costs a preparation (see boundNumber).
    .orderBy(users.id)
    .prepare(),
)

const departmentsStatement = prepared((store) =>
  store.sqlite
    .prepare<[number], string>(
      `WITH RECURSIVE up (id) AS (
         VALUES (?)
         UNION
         SELECT d.parent_id FROM departments d JOIN up ON d.id = up.id WHERE d.parent_id IS NOT NULL
       )
       SELECT json_group_array(id) FROM up`,
    )
    .pluck(),
)

/** Kept for departments and not for users, with their size: a chain of departments may be long, and many users may be below it. */
const departmentsUpwards = keptLookup(
  (store, deptId: number) => departmentsStatement(store).get(deptId),
  { sizeOf: (ids) => ids.length },
)

const activeUsers = prepared((store) =>
  store.sqlite
    .prepare<[number], string>(
      'SELECT email FROM users WHERE status <> 0 AND logout_status <> 1 ORDER BY id LIMIT ?',
    )
    .pluck(),
)

const firstDepartment = prepared((store) =>
  store.sqlite.prepare<[], number>('SELECT min(id) FROM departments').pluck(),
)

/** The user with an e-mail address, case ignored. */
export const findActor = keptLookup((store, email: string): Actor | undefined =>
  actorOf(store, byEmail(store).get({ email: foldCase(email) })),
)

/** The user with an id. */
export const findActorById = keptLookup((store, id: number): Actor | undefined =>
  actorOf(store, byId(store).get({ id })),
)

/** The acting user of calls without x-open-api-user; undefined in an empty database. */
export const findAppOwner = (store: Store): Actor | undefined => owner(store, undefined)

const owner = keptLookup((store, _key: undefined): Actor | undefined =>
  actorOf(store, appOwner(store).get()),
)

/** The maximum number of users among which the one is searched whom a wrong e-mail address may mean. */
const SEARCHED_USERS = 1_000

/** E-mail addresses of users who may act, in the order of their ids; of all but very large databases. */
export const activeEmails = (store: Store): string[] => activeUsers(store).all(SEARCHED_USERS)

/** Creates a user that has only an e-mail address (variant `create` of A-auth-2). */
export const createActor = (store: Store, email: string, nowMs: number): Actor | undefined => {
  const deptId = firstDepartment(store).get()
  if (!deptId) return undefined
  store.orm
    .insert(users)
    .values({
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
    })
    .run()
  return findActor(store, email)
}

interface ActorRow {
  id: number
  email: string
  deptId: number
  role: UserRole
  status: number
  logoutStatus: number
}

/** What `status` and `logoutStatus` say of an account (A-auth-12). */
const accountOf = ({ status, logoutStatus }: ActorRow): Actor['account'] => {
  if (logoutStatus === 1) return 'logged out'
  return status === 0 ? 'disabled' : 'active'
}

/** A class, because a literal with a getter takes longer than the query of the user. */
class FoundActor implements Actor {
  readonly id: number
  readonly email: string
  readonly role: UserRole
  readonly account: Actor['account']
  readonly #store: Store
  readonly #deptId: number

  constructor(store: Store, row: ActorRow) {
    this.id = row.id
    this.email = row.email
    this.role = row.role
    this.account = accountOf(row)
    this.#store = store
    this.#deptId = row.deptId
  }

  /** Looked up on demand, because most operations do not need it. */
  get departmentIds(): string {
    return departmentsUpwards(this.#store, this.#deptId) ?? '[]'
  }
}

const actorOf = (store: Store, row: ActorRow | undefined): Actor | undefined =>
  row && new FoundActor(store, row)
