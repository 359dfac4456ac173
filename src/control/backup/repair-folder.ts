import { existsSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { namedFiles } from '../../domain/files/kept-files.ts'
import { AdjustableClock } from '../../kernel/clock.ts'
import { defaultWorkspaceId } from '../../kernel/ids.ts'
import { moveAside, unknownFolder } from '../../kernel/move-aside.ts'
import { messageLine } from '../../kernel/text.ts'
import { syncPaths } from '../../store/blobs/blob-store.ts'
import { migrateToNewest } from '../../store/db/migrate.ts'
import { openFile } from '../../store/db/open-database.ts'
import { hasDamagedLog, problemOfFile, readOwner } from '../../store/db/owner-mark.ts'
import { Store } from '../../store/db/store.ts'
import { Access, type Credentials, randomCredentials } from '../../workspaces/access.ts'
import { Databases } from '../../workspaces/databases.ts'
import { recordOf } from '../../workspaces/new-workspace.ts'
import { DATABASES_FOLDER, lockRegistry, REGISTRY_FILE } from '../../workspaces/open-stores.ts'
import { Registry, type WorkspaceRecord } from '../../workspaces/registry.ts'
import { BackupError, contentsOf, readBackup } from './backup-folder.ts'
import { problemOfDatabase } from './verify-backup.ts'

export interface RepairOptions {
  /** The data folder. */
  readonly data: string
  readonly migrations: string
  /** A backup of the same server, whose registry knows names, credentials and keys. */
  readonly backup?: string | undefined
  /** The seed for resetting a workspace whose own seed is unknown. */
  readonly seed: string
  readonly node?: string | undefined
}

export interface RepairedWorkspace {
  readonly id: string
  readonly name: string
  /**
   * Added to the registry, given its newest whole database, given snapshots, or without a whole database. What the backup
   * knows and the folder does not have is forgotten, the workspace or only snapshots: it was deleted since, or is lost.
   */
  readonly result:
    | 'added'
    | 'database'
    | 'snapshots'
    | 'unrepaired'
    | 'forgotten'
    | 'snapshots-forgotten'
  readonly databaseFile: string
  readonly snapshots: readonly string[]
  /** New ones; null where the workspace has those that it had. */
  readonly credentials: Credentials | null
}

export interface Repaired {
  readonly registry: 'kept' | 'rebuilt'
  /** Where the unusable registry is now; null if there was no registry, or it was kept. */
  readonly formerRegistry: string | null
  readonly workspaces: readonly RepairedWorkspace[]
  /** Files that were left where they are, and why. */
  readonly left: readonly { readonly path: string; readonly why: string }[]
}

/** A database or image of a data folder. */
interface Found {
  readonly path: string
  readonly kind: string
  readonly number: number
  readonly workspaceId: string | undefined
  /** True for what a killed server left half-made, which the next start removes unless the registry names it. */
  readonly isDisposable: boolean
  /** Why it cannot be used; undefined for a whole one. */
  readonly problem: string | undefined
  readonly digests: readonly string[]
}

const OURS = /^(database|image)\.(\d+)(?:~\d+)?$/

const NO_LIFETIMES = { accessTokenSeconds: 0, refreshTokenSeconds: 0 }

/** Makes the registry of a stopped server know the databases of its data folder again. It deletes nothing. */
export const repairFolder = async (options: RepairOptions): Promise<Repaired> => {
  const { data, migrations } = options
  const databasesFolder = join(data, DATABASES_FOLDER)
  if (!existsSync(databasesFolder))
    throw new BackupError(`${data} is not a data folder: it has no ${DATABASES_FOLDER} folder`)
  // Also refuses a running server, which has databases open, before anything is moved.
  const folders = [databasesFolder, unknownFolder(data)]
  const paths = [join(data, REGISTRY_FILE), ...folders.flatMap(pathsIn)]
  paths.filter((path) => existsSync(path) && !hasDamagedLog(path)).forEach(mustBeClosed)
  const logs = paths.filter(hasDamagedLog).map((path) => ({
    path: moveAside(`${path}-wal`, unknownFolder(data)),
    why: `the log of ${path} is damaged; its last changes are lost`,
  }))
  const found = folders.flatMap(pathsIn).map(findAt)
  const { database, former, isRebuilt } = await openRegistry(options)
  try {
    const store = new Store(database)
    const registry = new Registry(store)
    const repair: Repair = {
      options,
      registry,
      access: new Access(registry, NO_LIFETIMES),
      databases: new Databases(databasesFolder, 'full', migrations),
      sources: sourcesOf(options, former),
      found,
      used: new Set(),
    }
    const workspaces = store.transaction(() => [
      ...(isRebuilt ? forgetDeleted(repair) : []),
      ...repairKnown(repair),
      ...addUnknown(repair),
      ...addDefault(repair),
    ])
    const left = found.flatMap(({ path, problem, workspaceId, isDisposable }) => {
      const current = registry.findWorkspace(workspaceId ?? '')?.databaseFile
      const other = current
        ? `the registry names ${current} for its workspace`
        : 'nothing refers to it'
      const why = problem ?? other
      return isDisposable || repair.used.has(path) || !existsSync(path) ? [] : [{ path, why }]
    })
    return {
      registry: isRebuilt ? 'rebuilt' : 'kept',
      formerRegistry: former ?? null,
      workspaces,
      left: [...left, ...logs],
    }
  } finally {
    database.close()
  }
}

/** The registry of a backup may have workspaces that were deleted after it. */
const forgetDeleted = ({
  options,
  registry,
  access,
  found,
  databases,
}: Repair): RepairedWorkspace[] => {
  const isThere = (path: string) => found.some((one) => one.path === path)
  const isGone = ({ id, databaseFile }: { id: string; databaseFile: string }) =>
    id !== defaultWorkspaceId(options.node) &&
    !isThere(join(databases.folder, databaseFile)) &&
    !found.some(({ workspaceId }) => workspaceId === id)
  const gone = registry.workspaceFiles().filter(isGone)
  for (const { id } of gone) {
    access.removeAll(id)
    registry.removeWorkspace(id)
  }
  const snapshotsGone = registry.workspaceFiles().map((record) => {
    const images = registry.listSnapshots(record.id)
    const lost = images.filter(({ imageFile }) => !isThere(join(databases.folder, imageFile)))
    for (const { name } of lost) registry.removeSnapshot(record.id, name)
    return {
      ...record,
      result: 'snapshots-forgotten' as const,
      snapshots: lost.map(({ name }) => name),
    }
  })
  return [
    ...gone.map((record) => ({ ...record, result: 'forgotten' as const, snapshots: [] })),
    ...snapshotsGone.filter(({ snapshots }) => snapshots.length > 0),
  ].map((record) => ({ ...record, credentials: null }))
}

const pathsIn = (folder: string): string[] =>
  (existsSync(folder) ? readdirSync(folder) : [])
    .filter((name) => OURS.test(name))
    .map((name) => join(folder, name))

const mustBeClosed = (path: string): void => {
  try {
    const database = new Database(path, { timeout: 0 })
    try {
      database.exec('BEGIN EXCLUSIVE; COMMIT')
    } finally {
      database.close()
    }
  } catch (error) {
    if (isBusy(error))
      throw new BackupError(`a server is using ${path}; stop it, then repair its data folder`)
  }
}

const findAt = (path: string): Found => {
  const [, kind = '', number] = OURS.exec(basename(path)) ?? []
  const owner = readOwner(path)
  const isDisposable = owner === 'disposable'
  const workspaceId = isDisposable ? undefined : owner?.workspaceId
  return { path, kind, number: Number(number), workspaceId, isDisposable, ...contentOf(path) }
}

const contentOf = (path: string): Pick<Found, 'problem' | 'digests'> => {
  try {
    const problem = problemOfFile(path)
    if (problem !== undefined) throw new Error(problem)
    const database = openFile(path, 'normal')
    try {
      const checked = database.pragma('quick_check(1)', { simple: true })
      if (checked !== 'ok') throw new Error(String(checked))
      return { problem: undefined, digests: namedFiles(new Store(database)) }
    } finally {
      database.close()
    }
  } catch (error) {
    return { problem: messageLine(error), digests: [] }
  }
}

/** Opens the registry, or makes one in place of one that cannot be used, which is moved aside: that of the backup, or an empty one. */
const openRegistry = async ({ data, migrations, backup }: RepairOptions) => {
  const path = join(data, REGISTRY_FILE)
  const isUsable = existsSync(path) && isUsableRegistry(path)
  const former = isUsable || !existsSync(path) ? undefined : moveAside(path, unknownFolder(data))
  if (!isUsable && backup !== undefined) {
    const next = `${path}.part`
    await writeFile(next, registryOf(backup), { mode: 0o600 })
    await syncPaths(next)
    await rename(next, path)
    await syncPaths(data)
  }
  const database = lockRegistry(data, 'full')
  migrateToNewest(database, 'registry', migrations)
  return { database, former, isRebuilt: !isUsable }
}

const isUsableRegistry = (path: string): boolean => {
  try {
    const database = openFile(path, 'full')
    try {
      const isEmpty = database.pragma('user_version', { simple: true }) === 0
      return !isEmpty && database.pragma('quick_check(1)', { simple: true }) === 'ok'
    } finally {
      database.close()
    }
  } catch (error) {
    if (isBusy(error)) throw new BackupError(`a server is using ${path}; stop it, then repair`)
    return false
  }
}

const isBusy = (error: unknown): boolean => String(Object(error).code).startsWith('SQLITE_BUSY')

const registryOf = (backup: string): Buffer => {
  const { registry } = readBackup(backup)
  const path = contentsOf(backup).paths.pathOf(registry.sha256)
  const problem = problemOfDatabase(path)
  if (problem !== undefined)
    throw new BackupError(`${path} (registry): ${problem}; repair without --backup`)
  return readFileSync(path)
}

/** The registries that may know a workspace: what can be read of the former one, and that of the backup. */
const sourcesOf = ({ migrations, backup }: RepairOptions, former: string | undefined) =>
  [former && readFileSync(former), backup && registryOf(backup)].flatMap((bytes) => {
    try {
      if (!bytes) return []
      // In memory there is no log.
      const database = new Database(Buffer.from(bytes).fill(1, 18, 20))
      if (database.pragma('user_version', { simple: true }) === 0) return []
      migrateToNewest(database, 'registry', migrations)
      return [new Registry(new Store(database))]
    } catch {
      return []
    }
  })

interface Repair {
  readonly options: RepairOptions
  readonly registry: Registry
  readonly access: Access
  readonly databases: Databases
  readonly sources: readonly Registry[]
  readonly found: readonly Found[]
  /** The paths that the registry names. */
  readonly used: Set<string>
}

/** Gives each workspace with a missing or damaged database its newest intact one. */
const repairKnown = (repair: Repair): RepairedWorkspace[] =>
  repair.registry.workspaceFiles().flatMap((record): RepairedWorkspace[] => {
    const { registry, databases, found, used } = repair
    const named = found.find(({ path }) => path === join(databases.folder, record.databaseFile))
    if (named?.problem === undefined && named) {
      used.add(named.path)
      const snapshots = addSnapshots(repair, record.id)
      const kept: RepairedWorkspace = {
        ...record,
        result: 'snapshots',
        snapshots,
        credentials: null,
      }
      return snapshots.length > 0 ? [kept] : []
    }
    const newest = newestOf(found, record.id)
    if (!newest) return [{ ...record, result: 'unrepaired', snapshots: [], credentials: null }]
    if (named) moveAside(named.path, unknownFolder(repair.options.data))
    const databaseFile = take(repair, newest)
    registry.updateWorkspace(record.id, { databaseFile })
    const snapshots = addSnapshots(repair, record.id)
    return [{ ...record, databaseFile, result: 'database', snapshots, credentials: null }]
  })

/** Adds each workspace that has a whole database and is not in the registry. */
const addUnknown = (repair: Repair): RepairedWorkspace[] => {
  const { registry, found } = repair
  const whole = found.filter(({ kind, problem }) => kind === 'database' && problem === undefined)
  const ids = new Set(whole.flatMap(({ workspaceId }) => workspaceId ?? []))
  const unknown = [...ids].filter((id) => !registry.findWorkspace(id))
  const marked = unknown.flatMap((id) => {
    const newest = newestOf(found, id)
    return newest ? [add(repair, id, newest)] : []
  })
  // A database of an earlier version does not say which workspace it belongs to.
  const unmarked = whole.filter(
    ({ workspaceId, isDisposable, path }) =>
      workspaceId === undefined && !isDisposable && !repair.used.has(path),
  )
  return [
    ...marked,
    ...unmarked.map((one) => add(repair, registry.freeId(repair.options.node), one)),
  ]
}

/** The id of a default workspace ends in zeros, whatever its node. */
const DEFAULT_ID = /0000$/

/**
 * Adds the default workspace where it is missing and a database is damaged, which may be its own: a start then refuses
 * only that workspace, until it is reset.
 */
const addDefault = (repair: Repair): RepairedWorkspace[] => {
  const { registry, options, databases, found } = repair
  const isDamaged = found.some(({ kind, problem }) => kind === 'database' && problem !== undefined)
  const isThere = registry.workspaceFiles().some(({ id }) => DEFAULT_ID.test(id))
  if (isThere || !isDamaged) return []
  const id = defaultWorkspaceId(options.node)
  const { name: databaseFile } = databases.newFile('database')
  const record = newRecord(repair, id, databaseFile)
  registry.addWorkspace({ ...record, name: 'default' })
  const snapshots = addSnapshots(repair, id)
  return [{ id, name: 'default', result: 'unrepaired', databaseFile, snapshots, credentials: null }]
}

const newRecord = ({ options }: Repair, id: string, databaseFile: string): WorkspaceRecord => {
  const nowMs = new AdjustableClock().now()
  const made = { id, databaseFile, createdAtMs: nowMs, seededAtMs: nowMs }
  return recordOf(made, {}, { seed: options.seed, assume: {}, quota: {} })
}

const newestOf = (found: readonly Found[], id: string): Found | undefined =>
  found
    .filter(
      ({ kind, workspaceId, problem }) => kind === 'database' && workspaceId === id && !problem,
    )
    .sort((one, other) => other.number - one.number)[0]

/** Lets the registry name a file; one from the folder of unknown files gets a new name among the databases. */
const take = ({ databases, used }: Repair, { path, kind }: Found): string => {
  const name = basename(path)
  if (dirname(path) === databases.folder && OURS.test(name)) {
    used.add(path)
    return name
  }
  const made = databases.newFile(kind === 'image' ? 'image' : 'database')
  for (const end of ['-wal', ''])
    if (existsSync(path + end)) renameSync(path + end, made.path + end)
  used.add(path)
  return made.name
}

const add = (repair: Repair, id: string, found: Found): RepairedWorkspace => {
  const { registry, access, options, sources } = repair
  const databaseFile = take(repair, found)
  const source = sources.find((one) => findSafely(() => one.findWorkspace(id)))
  const known = findSafely(() => source?.findWorkspace(id))
  const isDefault = id === defaultWorkspaceId(options.node)
  const name = known?.name ?? (isDefault ? 'default' : id)
  const isFree = registry.findWorkspaceId(name) === undefined
  const record: WorkspaceRecord = {
    ...(known ?? newRecord(repair, id, databaseFile)),
    databaseFile,
    name: isFree ? name : id,
  }
  registry.addWorkspace(record)
  const former = findSafely(() => source && new Access(source, NO_LIFETIMES).credentialsOf({ id }))
  // A start gives the default workspace its credentials.
  const credentials = former || isDefault ? null : randomCredentials(id)
  const granted = former ?? credentials
  if (granted) access.grant(id, granted)
  const snapshots = addSnapshots(repair, id)
  return { id, name: record.name, result: 'added', databaseFile, snapshots, credentials }
}

/** What can be read of a registry that may be damaged. */
const findSafely = <T>(find: () => T): T | undefined => {
  try {
    return find()
  } catch {
    return undefined
  }
}

/** Adds the snapshots of a workspace whose images the registry does not name. */
const addSnapshots = (repair: Repair, workspaceId: string): string[] => {
  const { registry, databases, found, sources, used } = repair
  const listed = registry.listSnapshots(workspaceId)
  for (const { imageFile } of listed) used.add(join(databases.folder, imageFile))
  const images = found.filter(
    (one) =>
      one.kind === 'image' &&
      one.workspaceId === workspaceId &&
      one.problem === undefined &&
      !used.has(one.path),
  )
  return images.map((image) => {
    const taken = statSync(image.path)
    const isKnown = ({ imageFile }: { imageFile: string }) => imageFile === basename(image.path)
    const known = sources.flatMap(
      (one) => findSafely(() => one.listSnapshots(workspaceId).find(isKnown)) ?? [],
    )[0]
    const name = known?.name ?? `recovered-${image.number}`
    const row = { workspaceId, sizeBytes: taken.size, takenAtMs: Math.trunc(taken.mtimeMs) }
    registry.putSnapshot({ ...row, name, digests: image.digests, imageFile: take(repair, image) })
    return name
  })
}
