import { badRequest, conflict, notFound } from '../../contract/errors/problem.ts'
import type { CreatedKey, KeyOptions, KeySummary } from '../../contract/key-shapes.ts'
import { randomSecret } from '../../kernel/ids.ts'
import { LIMITS } from '../../kernel/limits.ts'
import { equalsSecretly, sha256Hex } from '../../kernel/signature.ts'
import { formatInstant, parseInstant } from '../../kernel/timestamps.ts'
import { findBy, insertInto, selectFrom } from '../../store/db/statements.ts'
import type { Store } from '../../store/db/store.ts'
import { keys } from '../../store/db/tables/registry.ts'
import { type AdminKey, type KeyRecord, readAdminKeys, readKeys, WatchedFile } from './key-files.ts'

export interface KeySettings {
  readonly adminKey?: string | undefined
  readonly adminKeyFile?: string | undefined
  readonly keysFile?: string | undefined
}

const ADMIN: KeyRecord = {
  id: 'admin',
  hash: '',
  kind: 'admin',
  name: 'admin',
  workspaceId: null,
  access: null,
  limits: null,
  createdAtMs: 0,
  endsAtMs: null,
}

const byHash = (text: string): ReadonlyMap<string, KeyRecord> =>
  new Map(readKeys(text).map((key) => [key.hash, key]))

const insertKey = insertInto(keys)

const allKeys = selectFrom(keys, 'ORDER BY created_at_ms, id')

const keyByHash = findBy(keys, keys.hash)

/** The keys of the control plane: the keys in the settings, and the keys in a file or else in the registry. */
export class Keys {
  /** True if calls of the control plane need a key. */
  readonly areNeeded: boolean
  /** Called after a key was deleted. */
  readonly watchers = new Set<() => void>()
  readonly #adminKey: string | undefined
  readonly #adminFile: WatchedFile<readonly AdminKey[]> | undefined
  readonly #file: WatchedFile<ReadonlyMap<string, KeyRecord>> | undefined
  readonly #store: Store
  readonly #now: () => number

  constructor(store: Store, { adminKey, adminKeyFile, keysFile }: KeySettings, now: () => number) {
    this.areNeeded = [adminKey, adminKeyFile, keysFile].some((setting) => setting !== undefined)
    this.#adminKey = adminKey
    if (adminKeyFile !== undefined) this.#adminFile = new WatchedFile(adminKeyFile, readAdminKeys)
    if (keysFile !== undefined) this.#file = new WatchedFile(keysFile, byHash)
    this.#store = store
    this.#now = now
  }

  /** Called when a file of keys cannot be read; the keys that were read last stay valid. */
  set onUnreadable(listener: (problem: string) => void) {
    for (const file of [this.#adminFile, this.#file]) if (file) file.onUnreadable = listener
  }

  /** Called with the keys of the owner's file when it has changed. */
  set onAdminKeys(listener: (keys: readonly Pick<AdminKey, 'id' | 'name'>[]) => void) {
    if (this.#adminFile) this.#adminFile.onChanged = listener
  }

  /** The key with this text; undefined for an unknown one, and one that has ended. */
  find(text: string): KeyRecord | undefined {
    if (this.#adminKey !== undefined && equalsSecretly(text, this.#adminKey)) return ADMIN
    const lines = this.#adminFile?.value ?? []
    const owner = lines[lines.map(({ key }) => equalsSecretly(text, key)).indexOf(true)]
    if (owner) return { ...ADMIN, id: owner.id, name: owner.name }
    const hash = sha256Hex(text)
    const found = this.#file ? this.#file.value.get(hash) : keyByHash(this.#store, hash)
    return found && (found.endsAtMs === null || this.#now() < found.endsAtMs) ? found : undefined
  }

  list(): KeySummary[] {
    return this.#all().map(summaryOf)
  }

  /** Makes a key; its workspace is an id. */
  create(wanted: KeyOptions): CreatedKey {
    this.#refuseFile()
    const { record, key } = newKey(wanted, this.#now())
    const all = this.#all()
    if (all.some(({ name }) => name === wanted.name))
      throw conflict(`Key "${wanted.name}" already exists; choose another name`)
    if (all.length >= LIMITS.keys.max)
      throw conflict(`The server already has ${all.length} keys, the maximum; delete some first`)
    insertKey(this.#store, record)
    return { ...summaryOf(record), key }
  }

  remove(id: string): KeySummary {
    this.#refuseFile()
    const found = this.#all().find((key) => key.id === id)
    if (!found) throw notFound(`Key "${id}" does not exist`)
    this.#store.run('DELETE FROM keys WHERE id = ?', id)
    for (const watch of [...this.watchers]) watch()
    return summaryOf(found)
  }

  #all(): readonly KeyRecord[] {
    if (this.#file) return [...this.#file.value.values()]
    return allKeys(this.#store)
  }

  #refuseFile(): void {
    if (!this.areNeeded)
      throw conflict('The server has no admin key; set SANDBOX_ADMIN_KEY before other keys')
    if (this.#file)
      throw conflict(
        `Keys are read from ${this.#file.path}; change them with dam-sandbox keys --file`,
      )
  }
}

/** The names of the keys of the settings, in any spelling, so that no other key looks like one in log and audit. */
const ADMIN_NAME = /^admin(-\d+)?$/i

/** A key and its record, which has its SHA-256 only. */
export const newKey = (wanted: KeyOptions, nowMs: number): { key: string; record: KeyRecord } => {
  mustAgree(wanted)
  const { kind, name, workspace, access, endsAt, limits } = wanted
  const endsAtMs = endsAt === undefined ? null : parseInstant(endsAt)
  if (endsAtMs === undefined || (endsAtMs !== null && endsAtMs <= nowMs))
    throw badRequest(
      `endsAt must be an instant to come, such as 2027-01-31T00:00:00Z, got ${endsAt}`,
    )
  const key = `sandbox-${kind}-${randomSecret()}`
  const record = {
    id: randomSecret().slice(0, 12),
    hash: sha256Hex(key),
    kind,
    name,
    workspaceId: workspace ?? null,
    access: kind === 'workspace' ? (access ?? 'steer') : null,
    limits: kind === 'ci' ? { ...CI_LIMITS, ...limits } : null,
    createdAtMs: nowMs,
    endsAtMs,
  }
  return { key, record }
}

/** Refuses options that are wrong for each other, or a name that is reserved. */
const mustAgree = ({ kind, name, workspace, access, limits }: KeyOptions): void => {
  if (ADMIN_NAME.test(name))
    throw badRequest(`name "${name}" is reserved for keys from the settings; choose another name`)
  const isOfWorkspace = kind === 'workspace'
  if (isOfWorkspace !== (workspace !== undefined))
    throw badRequest(`workspace is ${isOfWorkspace ? 'required' : 'not allowed'} for kind ${kind}`)
  if (access !== undefined && !isOfWorkspace)
    throw badRequest(`access is not allowed for kind ${kind}`)
  if (limits !== undefined && kind !== 'ci')
    throw badRequest(`limits are not allowed for kind ${kind}`)
}

const CI_LIMITS = { workspaces: 100, bytes: 1_073_741_824, ttlMs: 86_400_000 }

export const summaryOf = (record: KeyRecord): KeySummary => {
  const { id, kind, name, workspaceId, access, limits, createdAtMs, endsAtMs } = record
  return {
    id,
    kind,
    name,
    workspace: workspaceId,
    access,
    limits,
    createdAt: createdAtMs === 0 ? null : formatInstant(createdAtMs),
    endsAt: endsAtMs === null ? null : formatInstant(endsAtMs),
  }
}
