import { loadSeed } from '../../seeds/load-seed.ts'
import type { NeededSeedFiles, SeedFiles } from '../../seeds/seed-files.ts'
import type { Seed } from '../../seeds/seed-format.ts'
import type { StoredFile } from '../../store/blobs/blob-store.ts'
import type { Store } from '../../store/db/store.ts'
import type { Sandbox } from '../../workspaces/sandbox.ts'
import type { Workspace } from '../../workspaces/workspace.ts'
import { type Baseline, createBaseline } from './baseline.ts'

export interface State {
  readonly sentence: string
  /** Files from the folder of the built-in seed minimal. */
  readonly needs?: Partial<NeededSeedFiles>
  /** Makes it hold, and answers ids and other values for calls of tests. */
  readonly set: (setting: StateSetting) => object
}

/** What a state is set in: the data of a workspace, inside a transaction. */
export class StateSetting {
  readonly sandbox: Sandbox
  readonly workspace: Workspace
  readonly store: Store
  /** By the workspace's clock. */
  readonly nowMs: number
  readonly baseline: Baseline
  readonly parts: readonly StoredFile[]
  readonly #files: SeedFiles

  constructor(sandbox: Sandbox, workspace: Workspace, files: SeedFiles) {
    this.sandbox = sandbox
    this.workspace = workspace
    this.store = workspace.store
    this.nowMs = workspace.clock.now()
    this.baseline = createBaseline(this.store, this.nowMs)
    this.parts = [...files.partsOf.values()].flat()
    this.#files = files
  }

  load(seed: Seed): void {
    const partsOf = new Map((seed.uploads ?? []).map(({ id }) => [id, this.parts]))
    const files = { byName: this.#files.byName, partsOf }
    loadSeed(this.store, seed, files, this.workspace.record.generatorSeed, {
      isJudged: false,
    })
  }
}
