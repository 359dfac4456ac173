import { badRequest } from '../../contract/errors/problem.ts'
import { findActor, findAppOwner } from '../../domain/users/actor.ts'
import { loadSeed } from '../../seeds/load-seed.ts'
import { NO_FILES } from '../../seeds/seed-files.ts'
import type { Seed } from '../../seeds/seed-format.ts'
import { reserveIds, takeIds } from '../../store/db/sequences.ts'
import type { Store } from '../../store/db/store.ts'
import type { UserRole } from '../../store/db/tables/workspace/users.ts'
import { freeId } from './free-id.ts'

interface Person {
  id: number
  email: string
}

/** The data that every state needs, found in the seed or created. */
export interface Baseline {
  /** The application's owner, the acting user of calls without x-open-api-user. */
  owner: Person
  editor: Person
  viewer: Person
  /** Codes of a role with and one without the right to download. */
  ownerRole: string
  viewerRole: string
  processDefinitionId: number
}

export const createBaseline = (store: Store, nowMs: number): Baseline => {
  const owner = findAppOwner(store)
  if (!owner)
    throw badRequest(
      'no user has isAppOwner; one user must, as the acting user of calls without x-open-api-user',
    )
  const person = (name: keyof typeof ROLES_OF) =>
    findPerson(store, name, owner.id) ?? addPerson(store, name, nowMs)
  return {
    owner: { id: owner.id, email: owner.email },
    editor: person('editor'),
    viewer: person('viewer'),
    ownerRole: roleOf(store, 'ownerRole', true),
    viewerRole: roleOf(store, 'viewerRole', false),
    processDefinitionId: definitionOf(store),
  }
}

const add = (store: Store, seed: Seed): void =>
  loadSeed(store, seed, NO_FILES, 1, { isJudged: false })

const ownEmail = (name: string): string => `state-${name}@example.com`

/** The roles that a person of a state can have; a viewer of a state may be an editor without rights. */
const ROLES_OF: Readonly<Record<'editor' | 'viewer', readonly UserRole[]>> = {
  editor: ['editor'],
  viewer: ['viewer', 'editor'],
}

/** The user with this name in built-in seeds, if it may act, has the role and is not the owner; else the one that a state has created. */
const findPerson = (
  store: Store,
  name: keyof typeof ROLES_OF,
  ownerId: number,
): Person | undefined => {
  const found = [`${name}@example.com`, ownEmail(name)]
    .flatMap((email) => findActor(store, email) ?? [])
    .find(
      ({ id, account, role }) =>
        id !== ownerId && account === 'active' && ROLES_OF[name].includes(role),
    )
  return found && { id: found.id, email: found.email }
}

const addPerson = (store: Store, name: string, nowMs: number): Person => {
  const person = { id: takeIds(store, 'user'), email: ownEmail(name) }
  const deptId = store.value<number>('SELECT min(id) FROM departments') ?? 0
  add(store, { users: [{ ...person, nickname: name, deptId, createdAtMs: nowMs }] })
  reserveIds(store, 'user', person.id)
  return person
}

const roleOf = (store: Store, name: string, mayDownload: boolean): string => {
  const query = 'SELECT code FROM data_roles WHERE may_download = ? ORDER BY code <> ?, id LIMIT 1'
  const found = store.value<string>(query, Number(mayDownload), name)
  if (found !== undefined) return found
  const id = freeId(store, 'data_roles')
  const code = `${name}${id}`
  add(store, { dataRoles: [{ id, code, name, editable: mayDownload, mayDownload }] })
  return code
}

const definitionOf = (store: Store): number => {
  const found = store.value<number | null>('SELECT min(id) FROM process_definitions') ?? null
  if (found !== null) return found
  const id = freeId(store, 'process_definitions')
  const processCategory = 'RESOURCE_PUBLISHMENT'
  add(store, { processDefinitions: [{ id, name: 'Ingestion', processCategory }] })
  return id
}
