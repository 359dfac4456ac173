import { reserveIds, takeIds } from '../db/sequences.ts'
import { prepared, type Store } from '../db/store.ts'
import { processDefinitions } from '../db/tables/workspace/approvals.ts'
import { dataRoles, type UserRole } from '../db/tables/workspace/users.ts'
import { findActor, findAppOwner } from '../domain/users/actor.ts'
import { badRequest } from '../errors/problem.ts'
import { loadSeed } from '../seeds/load-seed.ts'
import { NO_FILES } from '../seeds/seed-files.ts'
import type { Seed } from '../seeds/seed-format.ts'
import { freeId } from './free-id.ts'

/** A user of a state. */
export interface Person {
  id: number
  email: string
}

/** The data that every state needs, found in the seed or created. */
export interface Baseline {
  /** The application's owner, the acting user of calls without x-open-api-user. */
  owner: Person
  /** Two users without other rights. */
  editor: Person
  viewer: Person
  /** Codes of a role with and one without the right to download. */
  ownerRole: string
  viewerRole: string
  processDefinitionId: number
}

/** Finds or creates the baseline of states in a database. */
export const createBaseline = (store: Store, nowMs: number): Baseline => {
  const owner = findAppOwner(store)
  if (!owner)
    throw badRequest(
      'no user has isAppOwner; one user must, as the acting user of calls without x-open-api-user',
    )
  const add = (seed: Seed): void => loadSeed(store, seed, NO_FILES, 1, { isJudged: false })
  return {
    owner: { id: owner.id, email: emailOf(store, owner.id) },
    editor: findPerson(store, 'editor', owner.id) ?? addPerson(store, add, 'editor', nowMs),
    viewer: findPerson(store, 'viewer', owner.id) ?? addPerson(store, add, 'viewer', nowMs),
    ownerRole: findRole(store, 'ownerRole', true) ?? addRole(store, add, 'ownerRole', true),
    viewerRole: findRole(store, 'viewerRole', false) ?? addRole(store, add, 'viewerRole', false),
    processDefinitionId: findDefinition(store) ?? addDefinition(store, add),
  }
}

type Add = (seed: Seed) => void

const emailById = prepared((store) =>
  store.sqlite.prepare<[number], string>('SELECT email FROM users WHERE id = ?').pluck(),
)
const leastDepartment = prepared((store) =>
  store.sqlite.prepare<[], number>('SELECT min(id) FROM departments').pluck(),
)

const emailOf = (store: Store, id: number): string => String(emailById(store).get(id))

const ownEmail = (name: string): string => `state-${name}@example.com`

/** The roles that a person of a state can have; a viewer of a state may be an editor without rights. */
const ROLES_OF = { editor: ['editor'], viewer: ['viewer', 'editor'] } as const satisfies Record<
  string,
  readonly UserRole[]
>

/** The user with this name in built-in seeds, if it may act, has the role and is not the owner; else the one that a state has created. */
const findPerson = (
  store: Store,
  name: keyof typeof ROLES_OF,
  ownerId: number,
): Person | undefined => {
  const roles: readonly UserRole[] = ROLES_OF[name]
  return [`${name}@example.com`, ownEmail(name)]
    .flatMap((email) => findActor(store, email) ?? [])
    .filter(
      ({ id, account, role }) => id !== ownerId && account === 'active' && roles.includes(role),
    )
    .map(({ id }) => ({ id, email: emailOf(store, id) }))[0]
}

const addPerson = (store: Store, add: Add, name: string, nowMs: number): Person => {
  const person = { id: takeIds(store, 'user'), email: ownEmail(name) }
  const deptId = Number(leastDepartment(store).get())
  add({ users: [{ ...person, nickname: name, deptId, createdAtMs: nowMs }] })
  reserveIds(store, 'user', person.id)
  return person
}

const findRole = (store: Store, code: string, mayDownload: boolean): string | undefined =>
  store.sqlite
    .prepare<[number, string], string>(
      'SELECT code FROM data_roles WHERE may_download = ? ORDER BY code <> ?, id LIMIT 1',
    )
    .pluck()
    .get(mayDownload ? 1 : 0, code)

const addRole = (store: Store, add: Add, name: string, mayDownload: boolean): string => {
  const id = freeId(store, dataRoles)
  const code = `${name}${id}`
  add({ dataRoles: [{ id, code, name, editable: mayDownload, mayDownload }] })
  return code
}

const findDefinition = (store: Store): number | undefined =>
  store.sqlite
    .prepare<[], number | null>('SELECT min(id) FROM process_definitions')
    .pluck()
    .get() ?? undefined

const addDefinition = (store: Store, add: Add): number => {
  const id = freeId(store, processDefinitions)
  add({ processDefinitions: [{ id, name: 'Ingestion', processCategory: 'RESOURCE_PUBLISHMENT' }] })
  return id
}
