import type { StoredFile } from '../blobs/blob-store.ts'
import type { Store } from '../db/store.ts'
import type { Seed } from '../seeds/seed-format.ts'
import type { Sandbox } from '../workspaces/sandbox.ts'
import type { Workspace } from '../workspaces/workspace.ts'
import type { Baseline } from './baseline.ts'

/** What a state answers: ids and whatever else a test needs to call with, as JSON. */
export type Ids = object

/** Where a state is set: inside the one transaction that sets it. */
export interface StateContext {
  readonly sandbox: Sandbox
  readonly workspace: Workspace
  readonly store: Store
  /** By the workspace's clock. */
  readonly nowMs: number
  /** Who and what every state can rely on. */
  readonly ground: Baseline
  /** The parts of the file that is to be uploaded, in order. */
  readonly parts: readonly StoredFile[]
}

/** Files that a state needs, from the folder of the built-in seed minimal. */
export interface NeededFiles {
  readonly names?: readonly string[]
  /** A file to be cut into parts for an upload. */
  readonly uploaded?: string
}

/** A named state, whatever it answers. */
export interface State {
  /** What holds when it is set, a sentence. */
  readonly sentence: string
  readonly needs: NeededFiles
  /** Whether the ids are remembered in the database, which must never hold a token. */
  readonly isKept: boolean
  /** Ids to answer: those kept from an earlier time, brought up to date, else new ones. */
  choose(scene: StateContext, kept: Ids | undefined): Ids
  /** The data that must be there as described, in place of whatever has these ids. */
  seed(scene: StateContext, ids: Ids): Seed
  /** What no seed can say, once the data is there. */
  finish(scene: StateContext, ids: Ids): void
}

interface Definition<I extends object> {
  sentence: string
  needs?: NeededFiles
  isKept?: boolean
  /** New ids, which nothing has. */
  take: (scene: StateContext) => I
  /** What of the ids of an earlier time has to be another now. */
  renew?: (scene: StateContext, kept: I) => I
  seed?: (scene: StateContext, ids: I) => Seed
  finish?: (scene: StateContext, ids: I) => void
}

/** Describes a named state by its ids, and by the data that makes it hold. */
export const defineState = <I extends object>({
  sentence,
  needs = {},
  isKept = true,
  take,
  renew = (_scene, kept) => kept,
  seed = () => ({}),
  finish = () => undefined,
}: Definition<I>): State => ({
  sentence,
  needs,
  isKept,
  choose: (scene, kept) => ({ ...(kept ? renew(scene, kept as I) : take(scene)) }),
  seed: (scene, ids) => seed(scene, ids as I),
  finish: (scene, ids) => finish(scene, ids as I),
})
