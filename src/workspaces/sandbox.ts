import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import type { UsedId } from '../contract/assumptions/index.ts'
import { refuse } from '../contract/errors/refusals.ts'
import {
  isCorrupt,
  isDamage,
  isOutOfRoom,
  NewerDatabaseError,
} from '../contract/errors/storage-errors.ts'
import type { Quota } from '../contract/quota.ts'
import { fileBytesOf, namedFiles } from '../domain/files/kept-files.ts'
import { CoverageCounters } from '../instruments/coverage/coverage-counter.ts'
import { UnusedFaults } from '../instruments/faults/unused-faults.ts'
import { FindingsLedger } from '../instruments/findings/findings-ledger.ts'
import { Journals } from '../instruments/journal/journal.ts'
import { AdjustableClock } from '../kernel/clock.ts'
import { defaultWorkspaceId } from '../kernel/ids.ts'
import { LIMITS } from '../kernel/limits.ts'
import { MemoryAccount } from '../kernel/memory-account.ts'
import { unknownFolder } from '../kernel/move-aside.ts'
import { messageOf } from '../kernel/text.ts'
import { DatabaseJobs } from '../seeds/jobs/database-jobs.ts'
import { markOwner } from '../store/db/owner-mark.ts'
import { Access, type Credentials, randomCredentials } from './access.ts'
import { mustBeFree, mustBeOfNode, mustBeOwnId, mustHaveRoom } from './admission.ts'
import { DamagedWorkspaces } from './damage.ts'
import type { Databases, UnknownFile } from './databases.ts'
import { ExpiredWorkspaces } from './expired-workspaces.ts'
import { Files, type HeldFiles } from './files/files.ts'
import { privateFolder } from './files/private-folder.ts'
import { Grants } from './grants.ts'
import { Audit } from './keys/audit.ts'
import { Keys } from './keys/key-register.ts'
import { lifetimeOf, type NewWorkspace, recordOf } from './new-workspace.ts'
import { limitSize, OpenDatabases } from './open-databases.ts'
import { FILES_FOLDER, openStores, type Stores } from './open-stores.ts'
import { mustFit, STAGING_QUOTA } from './quotas.ts'
import type { Registry, WantedWorkspaces, WorkspaceRecord } from './registry.ts'
import { judgedColumns } from './sound-record.ts'
import { Leftovers, Sweeper } from './sweeper.ts'
import { Tally } from './tally.ts'
import {
  SeedFolders,
  SeedTemplates,
  type ShippedFolders,
  shippedFiles,
  type Template,
} from './templates.ts'
import { waitersOf } from './waiters.ts'
import { Workspace, type WorkspaceDatabase } from './workspace.ts'

export interface SandboxOptions extends Config {
  folders: ShippedFolders
}

interface RestoredWorkspace {
  record: Omit<WorkspaceRecord, 'databaseFile'>
  path: string
}

/** Opens the default workspace, which also tells a folder of a newer version; a damaged one is refused to its callers only. */
const openIfWhole = (workspace: Workspace): void => {
  try {
    workspace.open()
  } catch (error) {
    if (error instanceof NewerDatabaseError || !isDamage(error)) throw error
  }
}

export class Sandbox {
  readonly options: SandboxOptions
  /** The id of the workspace `default`. */
  readonly defaultId: string
  readonly quota: Quota
  readonly access: Access
  readonly grants: Grants
  readonly keys: Keys
  readonly audit: Audit
  readonly files: Files
  readonly sweeper: Sweeper
  readonly leftovers = new Leftovers()
  readonly registry: Registry
  readonly databases: Databases
  readonly jobs: DatabaseJobs
  readonly seedFolders: SeedFolders
  readonly templates: SeedTemplates
  readonly journals: Journals
  readonly coverage: CoverageCounters
  readonly removedFindings: FindingsLedger
  /** Fault rules that a reset or the end of their workspace removed before they acted. */
  readonly removedUnusedFaults = new UnusedFaults()
  /** Memory for calls in flight, and for what workspaces remember about calls besides their journals. */
  readonly memory = {
    underWay: new MemoryAccount(LIMITS.underWayBytes.max),
    kept: new MemoryAccount(LIMITS.keptBytes.max),
  }
  readonly tally = new Tally()
  readonly waiters: ReturnType<typeof waitersOf>
  /** The assumptions with variants that calls of any workspace have consulted, also of removed ones. */
  readonly touched = new Set<UsedId>()
  /** The clock of the machine, which decides when a workspace expires. */
  readonly machineClock = new AdjustableClock()
  readonly openDatabases: OpenDatabases
  /** The workspaces that were used since the start, by their ids; only they have findings. */
  readonly known = new Map<string, Workspace>()
  readonly expired = new ExpiredWorkspaces()
  readonly damage = new DamagedWorkspaces()
  /** Files that the start has moved aside, because nothing names them. */
  unknownFiles: readonly UnknownFile[] = []
  readonly #adopted = new WeakSet<Template>()
  /** Base URL that the server listens at; undefined while it does not listen. */
  serverUrl: string | undefined
  /** Base URL of the storage listener; undefined while there is none. */
  storageUrl: string | undefined
  /** True if the server is about to stop but still accepts calls. */
  isDraining = false
  /** Called when the time of a workspace is over and it is removed. */
  onExpired: ((record: WorkspaceRecord) => void) | undefined
  /** Called before the journal of a workspace is cleared: by a reset, a call, or the end of the workspace. */
  onJournalClear: ((workspace: Workspace) => void) | undefined
  /** True if the store was empty when it was opened, so that the seed was applied. */
  isFresh = false
  isBackingUp = false
  #isClosed = false

  private constructor(options: SandboxOptions, { registry, databases }: Stores, filesRoot: string) {
    const isStaging = options.profile === 'staging'
    this.options = options
    this.defaultId = defaultWorkspaceId(options.node)
    this.quota = { ...(isStaging && STAGING_QUOTA), ...options.quota }
    this.registry = registry
    this.access = new Access(registry, options)
    this.grants = new Grants(registry)
    this.keys = new Keys(registry.store, options, () => this.machineClock.now())
    this.audit = new Audit(registry.store, () => this.machineClock.now())
    this.databases = databases
    this.openDatabases = new OpenDatabases(
      databases,
      options.maxOpen,
      this.leftovers,
      this.machineClock,
      this.damage,
    )
    this.jobs = new DatabaseJobs(options.folders.databaseWorker)
    this.seedFolders = new SeedFolders(options.seedFolders)
    this.seedFolders.trust(options.seed)
    this.templates = new SeedTemplates(options.folders, databases, this.jobs)
    this.journals = new Journals({
      entries: options.journalEntries,
      bytes: options.journalBytes,
      processBytes: LIMITS.journalBytes.max,
      hidesPeople: isStaging,
    })
    this.coverage = new CoverageCounters(this.memory.kept)
    this.removedFindings = new FindingsLedger(this.memory.kept)
    this.waiters = waitersOf(options.maxWaiters)
    this.files = new Files({
      root: filesRoot,
      isDurable: options.data !== undefined,
      strays: options.data && join(unknownFolder(options.data), FILES_FOLDER),
      shipped: shippedFiles(options.folders),
      mediaWorker: options.folders.mediaWorker,
      maxTemporaryBytes: LIMITS.temporaryFileBytes.max,
    })
    this.files.onStored = () => this.sweeper.request()
    this.openDatabases.onOpened = (store) => this.files.blobs.noteNamed(() => namedFiles(store))
    this.sweeper = new Sweeper(this.files, {
      workspaces: () => {
        this.#keepTimesOfUse()
        return this.all()
      },
      others: () => [...this.templates.namedFiles(), ...this.registry.snapshotDigests()],
      onDamaged: ({ record }, error) => {
        if (isCorrupt(error)) this.damage.add(record, messageOf(error))
      },
    })
  }

  /** Opens the stores and the default workspace, which is created in an empty store. */
  static async open(options: SandboxOptions): Promise<Sandbox> {
    const { data, sync, folders } = options
    const folder = data ?? privateFolder()
    const stores = openStores(folder, data ? sync : 'off', folders.migrations)
    let sandbox: Sandbox | undefined
    try {
      sandbox = new Sandbox(options, stores, data ? join(data, FILES_FOLDER) : folder)
      mustBeOfNode(stores.registry, folder, { defaultId: sandbox.defaultId, node: options.node })
      // The private folder of a server in memory is new.
      if (data) await sandbox.#settle()
      const existing = sandbox.find(sandbox.defaultId)
      if (existing) openIfWhole(existing)
      else {
        sandbox.isFresh = true
        await sandbox.#create(sandbox.defaultId, { name: 'default' })
      }
      return sandbox
    } catch (error) {
      if (sandbox) await sandbox.close()
      else stores.registry.store.close()
      throw error
    }
  }

  /** Removes what an earlier run left unfinished, and looks for what is missing. */
  async #settle(): Promise<void> {
    this.unknownFiles = this.databases.sweep(this.registry.databaseFiles())
    await this.files.blobs.resume()
    this.files.blobs.noteNamed(() => this.registry.snapshotDigests())
    for (const record of this.registry.workspaceFiles()) {
      const why = this.databases.problemOf(record.databaseFile)
      if (why !== undefined) this.damage.add(record, why, { isUnopened: true })
    }
  }

  get default(): Workspace {
    const workspace = this.find(this.defaultId)
    if (!workspace) throw new Error('the default workspace is missing')
    return workspace
  }

  /** Workspaces after an id, in order of their ids, without those that have expired. */
  list(
    after: string,
    limit: number,
    wanted: WantedWorkspaces = {},
  ): { total: number; records: WorkspaceRecord[] } {
    const nowMs = this.machineClock.now()
    const total = this.registry.countWorkspaces(nowMs, wanted)
    return { total, records: this.registry.listWorkspaces({ after, nowMs, limit }, wanted) }
  }

  /** Sizes that need no database to be opened; those of files are null where none was open since the start. */
  sizesOf({ id, databaseFile }: WorkspaceRecord): {
    databaseBytes: number | null
    fileBytes: number | null
    snapshotBytes: number
  } {
    const used = this.known.get(id)
    const snapshotBytes = this.registry.snapshotBytesOf(id)
    const store = used?.openDatabase?.store
    const closed = {
      databaseBytes: this.databases.sizeOf(databaseFile),
      fileBytes: used?.lastSeen?.fileBytes ?? null,
      snapshotBytes,
    }
    try {
      if (!store) return closed
      return { databaseBytes: store.sizeBytes, fileBytes: fileBytesOf(store), snapshotBytes }
    } catch (error) {
      // One damaged database must not break the list of all.
      if (!used || !isDamage(error)) throw error
      this.damage.add(used.record, messageOf(error))
      return closed
    }
  }

  /** Adds the workspace of a database that cannot be read to the damaged ones; an image of a snapshot is of none. */
  noteDamaged(databaseFile: string, why: string): void {
    const record = this.registry.workspaceFiles().find((one) => one.databaseFile === databaseFile)
    if (record) this.damage.add(record, why, { isUnopened: true })
  }

  find(id: string): Workspace | undefined {
    const workspace = this.known.get(id) ?? this.#load(id)
    if (!workspace) return undefined
    const { name, expiresAtMs } = workspace.record
    if (expiresAtMs === null || this.machineClock.now() < expiresAtMs) return workspace
    this.expired.add([id, name], expiresAtMs)
    this.remove(workspace)
    this.audit.add({
      action: 'end of lifetime',
      workspaceId: id,
      workspaceName: name,
      result: 'done',
    })
    this.onExpired?.(workspace.record)
    return undefined
  }

  findByIdOrName(wanted: string): Workspace | undefined {
    const id = this.registry.findWorkspaceId(wanted)
    return id === undefined ? undefined : this.find(id)
  }

  *all(): Generator<Workspace> {
    for (const id of this.registry.workspaceIds()) {
      const workspace = this.find(id)
      if (workspace) yield workspace
    }
  }

  /** Marks a workspace as used, so that others are evicted before it. */
  touch(workspace: Workspace): void {
    workspace.lastUsedAtMs = this.machineClock.now()
    this.openDatabases.touch(workspace)
  }

  /** Creates a workspace; a restored one has the identity and the database of an earlier one, and its file is moved. */
  async create(
    wanted: NewWorkspace = {},
    restored?: RestoredWorkspace,
  ): Promise<{ workspace: Workspace; credentials: Credentials }> {
    const { node = '' } = this.options
    const id = restored?.record.id ?? this.registry.freeId(node)
    mustBeOwnId(id, node)
    const credentials = wanted.credentials ?? randomCredentials(id)
    const ttlMs = lifetimeOf(wanted.ttlMs, this.options)
    const workspace = await this.#create(id, { ...wanted, ttlMs }, credentials, restored)
    return { workspace, credentials }
  }

  update(workspace: Workspace, changes: Partial<WorkspaceRecord>): void {
    this.registry.updateWorkspace(workspace.id, changes)
    Object.assign(workspace.record, changes)
    this.expired.forget(workspace.record.name)
    if (workspace.openDatabase) limitSize(workspace.openDatabase.store, workspace.record.quota)
  }

  /** Replaces the damaged parts of a row, so that its workspace can be called again. */
  repairRow({ id, record }: Workspace): void {
    if (record.damage === undefined) return
    this.registry.updateWorkspace(id, judgedColumns(record))
    record.damage = undefined
  }

  /** The template of a seed at the day of an instant; in a data folder its files are adopted on first use. */
  async findTemplate(seed: string, files: HeldFiles, instantMs: number): Promise<Template> {
    const root = this.seedFolders.rootOf(seed)
    const template = await this.templates.find({ folder: seed, root }, files, instantMs)
    if (this.options.data && !this.#adopted.has(template)) {
      await files.adopt(template.digests)
      this.#adopted.add(template)
    }
    return template
  }

  /** Replaces the database of a workspace; the previous one is closed and removed when no call uses it. */
  exchangeDatabase(workspace: Workspace, database: WorkspaceDatabase): void {
    this.#openBeforeRemoval(workspace)
    const isClosed = workspace.openDatabase === undefined
    const before = workspace.record.databaseFile
    this.#register(database, workspace.id, () => {
      if (workspace.isRemoved) throw refuse.unknownWorkspace(workspace.id)
      this.registry.updateWorkspace(workspace.id, { databaseFile: database.name })
    })
    this.openDatabases.adopt(workspace, database)
    if (isClosed) this.databases.remove(before)
  }

  remove(workspace: Workspace): void {
    this.#openBeforeRemoval(workspace)
    const images = this.registry.listSnapshots(workspace.id).map(({ imageFile }) => imageFile)
    this.#unregister(workspace, images)
    workspace.settleFindings()
    this.removedFindings.absorb(workspace.findings)
    this.removedUnusedFaults.add(workspace.record.name, workspace.faults)
    this.#release(workspace)
    this.damage.forget(workspace.id)
    this.known.delete(workspace.id)
    this.openDatabases.remove(workspace)
    const database = workspace.evict()
    if (database) database.close()
    else this.databases.remove(workspace.record.databaseFile)
    for (const image of images) this.databases.remove(image)
    this.sweeper.request()
  }

  /** Until the first sweep it counts what a database named that goes. */
  #openBeforeRemoval(workspace: Workspace): void {
    if (!this.files.blobs.isResuming) return
    try {
      workspace.openFile()
    } catch {
      // One that cannot be opened can be replaced and removed all the same.
    }
  }

  /** Ends background work, then closes every database and the registry; calling it again does nothing. */
  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    // The files of templates are named by nothing else in the next process.
    this.templates.close()
    await this.sweeper.close({ areFilesKept: this.options.data !== undefined })
    this.jobs.close()
    await this.files.media.close()
    this.openDatabases.closeAll()
    this.#keepTimesOfUse()
    await this.databases.close()
    if (!this.options.data) await this.files.blobs.removeAll()
    this.registry.store.close()
  }

  #keepTimesOfUse(): void {
    try {
      this.registry.store.transaction(() => {
        for (const { id, record, lastUsedAtMs } of this.known.values())
          if (record.lastUsedAtMs !== lastUsedAtMs) this.registry.keepTimeOfUse(id, lastUsedAtMs)
      })
      for (const { record, lastUsedAtMs } of this.known.values()) record.lastUsedAtMs = lastUsedAtMs
    } catch {
      // A full disk keeps the earlier ones.
    }
  }

  #create(
    id: string,
    wanted: NewWorkspace,
    credentials?: Credentials,
    restored?: RestoredWorkspace,
  ): Promise<Workspace> {
    return this.files.whileHeld(async (files) => {
      const seededAtMs = new AdjustableClock(wanted.clock).now()
      const seed = wanted.seed ?? this.options.seed
      const { path } = restored ?? (await this.findTemplate(seed, files, seededAtMs))
      const database = await this.databases.create(path, { isMoved: restored !== undefined })
      const made = { id, databaseFile: database.name, createdAtMs: this.machineClock.now() }
      const defaults = { ...this.options, quota: this.quota }
      const record = restored
        ? { ...restored.record, databaseFile: database.name }
        : recordOf({ ...made, seededAtMs }, wanted, defaults)
      const workspace = this.#register(database, id, () => {
        // First, so that no row is left of a workspace that cannot be built.
        const built = this.#build(record)
        try {
          this.registry.store.transaction(() => {
            if (wanted.quota) mustFit(wanted.quota, database.store)
            // Meanwhile another call may have taken the name, or the last place.
            mustHaveRoom(this.registry, wanted, record, this.machineClock.now())
            mustBeFree(this.registry, record)
            this.registry.addWorkspace(record)
            if (credentials) this.access.grant(id, credentials)
          })
          return built
        } catch (error) {
          this.#release(built)
          throw error
        }
      })
      this.expired.forget(record.name)
      this.known.set(id, workspace)
      this.openDatabases.adopt(workspace, database)
      return workspace
    })
  }

  /** Gives a new database to a workspace: in its file, then in the registry, so that no file that was acknowledged is disposable. */
  #register<T>({ name, store }: WorkspaceDatabase, id: string, register: () => T): T {
    try {
      markOwner(store.sqlite, id)
      return register()
    } catch (error) {
      this.databases.discard(name, store)
      throw error
    }
  }

  /** Removes the rows of a workspace. On a full disk its files are removed first, for the room that the registry needs. */
  #unregister(workspace: Workspace, images: readonly string[]): void {
    const unregister = () =>
      this.registry.store.transaction(() => {
        this.access.removeAll(workspace.id)
        this.registry.removeWorkspace(workspace.id)
      })
    try {
      unregister()
    } catch (error) {
      if (!isOutOfRoom(error) || workspace.openDatabase?.isInUse) throw error
      workspace.evict()?.store.close()
      this.databases.removeNow([workspace.record.databaseFile, ...images])
      unregister()
    }
  }

  /** Gives back what a workspace has of the memory of all. */
  #release(workspace: Workspace): void {
    workspace.close()
    this.journals.remove(workspace.journal)
    this.coverage.remove(workspace.coverage)
  }

  #load(id: string): Workspace | undefined {
    const found = this.registry.findWorkspace(id)
    if (!found) return undefined
    const starts = found.starts + 1
    try {
      this.registry.updateWorkspace(id, { starts })
    } catch (error) {
      // A full disk must not prevent a start; trace ids may then repeat.
      if (!isOutOfRoom(error)) throw error
    }
    const workspace = this.#build({ ...found, starts })
    this.known.set(id, workspace)
    return workspace
  }

  #build(record: WorkspaceRecord): Workspace {
    const isDefault = record.id === this.defaultId
    const variants = isDefault ? this.options.assume : record.variants
    const journal = this.journals.open()
    const coverage = this.coverage.open()
    try {
      const workspace = new Workspace(
        { ...record, variants },
        {
          journal,
          kept: this.memory.kept,
          coverage,
          touched: this.touched,
          variation: this.options.variation,
          open: (closed) => this.openDatabases.open(closed),
        },
      )
      journal.onClear = () => this.onJournalClear?.(workspace)
      return workspace
    } catch (error) {
      this.journals.remove(journal)
      this.coverage.remove(coverage)
      throw error
    }
  }
}
