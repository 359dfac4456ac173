import { join } from 'node:path'
import type { ChosenVariants } from '../contract/ledger/index.ts'
import type { SyncMode } from '../db/open-database.ts'
import { AdjustableClock, type ClockSetting } from '../kernel/clock.ts'
import { DEFAULT_WORKSPACE_ID, randomSecret, randomWorkspaceId } from '../kernel/ids.ts'
import { Access, type TokenLifetimes } from './access.ts'
import { type Credentials, randomCredentials } from './credentials.ts'
import { Files, type FilesOptions } from './files/files.ts'
import { privateFolder } from './files/private-folder.ts'
import { openFolder, openMemory } from './open-stores.ts'
import type { Registry } from './registry.ts'
import { Sweeper } from './sweep.ts'
import {
  DEFAULT_GENERATOR_SEED,
  type ShippedFolders,
  shippedFiles,
  WorldTemplates,
} from './templates.ts'
import { Workspace, type WorkspaceRecord } from './workspace.ts'
import type { Worlds } from './worlds.ts'

/** All that a sandbox needs to know when it opens. */
export interface SandboxOptions {
  /** Folder of the data; without it everything is in memory. */
  dataFolder?: string | undefined
  sync: SyncMode
  /** Name of a built-in seed or path of a folder; for worlds that are created. */
  seed: string
  /** Variants of the default workspace. */
  variants: ChosenVariants
  folders: ShippedFolders
  lifetimes: TokenLifetimes
}

/** What a new workspace can be given. */
export interface NewWorkspace {
  name?: string
  seed?: string
  clock?: ClockSetting
  variants?: ChosenVariants
  generatorSeed?: number
  credentials?: Credentials
}

/** All workspaces of one server, and who may call them. */
export class Sandbox {
  readonly options: SandboxOptions
  readonly access: Access
  readonly files: Files
  readonly sweeper: Sweeper
  readonly #registry: Registry
  readonly #worlds: Worlds
  readonly #templates: WorldTemplates
  readonly #open = new Map<string, Workspace>()
  #isClosed = false
  #isFresh = false

  private constructor(options: SandboxOptions, registry: Registry, worlds: Worlds) {
    this.options = options
    this.#registry = registry
    this.access = new Access(registry, options.lifetimes)
    this.#worlds = worlds
    this.#templates = new WorldTemplates(options.folders)
    this.files = new Files(filesOptions(options))
    this.files.onStored = () => this.sweeper.request()
    this.sweeper = new Sweeper(this.files, {
      workspaces: () => this.#all(),
      others: () => this.#templates.namedFiles(),
    })
  }

  /** Opens the stores, and the default workspace, which is created when there is none. */
  static async open(options: SandboxOptions): Promise<Sandbox> {
    const { dataFolder, sync, folders } = options
    const stores = dataFolder
      ? openFolder(dataFolder, sync, folders.migrations)
      : openMemory(folders.migrations)
    const sandbox = new Sandbox(options, stores.registry, stores.worlds)
    try {
      stores.worlds.sweep(stores.registry.worldFiles())
      await sandbox.files.blobs.clearUnfinished()
      if (!sandbox.find(DEFAULT_WORKSPACE_ID)) await sandbox.#createDefault()
      return sandbox
    } catch (error) {
      await sandbox.close()
      throw error
    }
  }

  /** The workspace that is always there. */
  get default(): Workspace {
    const workspace = this.find(DEFAULT_WORKSPACE_ID)
    if (!workspace) throw new Error('the default workspace is missing')
    return workspace
  }

  /** Whether the store was empty when it was opened, so that the seed was applied. */
  get isFresh(): boolean {
    return this.#isFresh
  }

  /** The workspace with an id, opened when it is not. */
  find(id: string): Workspace | undefined {
    const open = this.#open.get(id)
    if (open) return open
    const found = this.#registry.findWorkspace(id)
    if (!found) return undefined
    this.#registry.countStart(id)
    const record = { ...found.record, starts: found.record.starts + 1 }
    return this.#keep(record, found.worldFile)
  }

  /** The workspace with an id or else with a name. */
  findByIdOrName(wanted: string): Workspace | undefined {
    const id = this.#registry.findWorkspaceId(wanted)
    return id === undefined ? undefined : this.find(id)
  }

  /** Creates a workspace with a world of its own, which shares nothing with any other. */
  async create(
    wanted: NewWorkspace = {},
  ): Promise<{ workspace: Workspace; credentials: Credentials }> {
    const id = this.#freeId()
    const credentials = wanted.credentials ?? randomCredentials(id)
    const workspace = await this.#create(id, wanted, credentials)
    return { workspace, credentials }
  }

  /** Ends what runs beside the calls, then closes every world and the registry; further calls do nothing. */
  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    await this.sweeper.close()
    await this.files.close()
    if (!this.options.dataFolder) await this.files.discard()
    for (const workspace of this.#open.values()) workspace.world.close()
    this.#registry.close()
  }

  async #createDefault(): Promise<void> {
    this.#isFresh = true
    await this.#create(DEFAULT_WORKSPACE_ID, { name: 'default', variants: this.options.variants })
  }

  #create(id: string, wanted: NewWorkspace, credentials?: Credentials): Promise<Workspace> {
    const record: WorkspaceRecord = {
      id,
      name: wanted.name ?? id,
      signingKey: randomSecret(),
      generatorSeed: wanted.generatorSeed ?? DEFAULT_GENERATOR_SEED,
      clock: wanted.clock ?? { mode: 'real' },
      variants: wanted.variants ?? this.options.variants,
      starts: 0,
    }
    const seed = wanted.seed ?? this.options.seed
    return this.files.whileHeld(async (files) => {
      const { bytes, digests } = await this.#templates.find(seed, files)
      if (this.options.dataFolder) await files.adopt(digests)
      const file = this.#worlds.create(id, bytes)
      this.#registry.transaction(() => {
        this.#registry.addWorkspace(record, file, new AdjustableClock(record.clock).now())
        if (credentials) this.access.grant(id, credentials)
      })
      return this.#keep(record, file)
    })
  }

  /** Every workspace there is, opened one by one. */
  *#all(): Generator<Workspace> {
    for (const id of this.#registry.workspaceIds()) {
      const workspace = this.find(id)
      if (workspace) yield workspace
    }
  }

  #keep(record: WorkspaceRecord, worldFile: string): Workspace {
    const isDefault = record.id === DEFAULT_WORKSPACE_ID
    const variants = isDefault ? this.options.variants : record.variants
    const workspace = new Workspace({ ...record, variants }, this.#worlds.open(worldFile))
    this.#open.set(record.id, workspace)
    return workspace
  }

  #freeId(): string {
    for (;;) {
      const id = randomWorkspaceId()
      if (id !== DEFAULT_WORKSPACE_ID && !this.#registry.findWorkspace(id)) return id
    }
  }
}

const filesOptions = ({ dataFolder, folders }: SandboxOptions): FilesOptions => ({
  root: dataFolder ? join(dataFolder, 'files') : privateFolder(),
  isDurable: dataFolder !== undefined,
  shipped: shippedFiles(folders),
  mediaWorker: folders.mediaWorker,
})
