import type { StoredFile } from '../blobs/blob-store.ts'
import type { Store } from '../db/store.ts'
import type { Seed } from '../seeds/seed-format.ts'
import type { Sandbox } from '../workspaces/sandbox.ts'
import type { Workspace } from '../workspaces/workspace.ts'
import type { Baseline } from './baseline.ts'

/** The answer of a state: ids and other values that a test calls with, as JSON. */
export type Ids = object

/** Where a state is set: inside the one transaction that sets it. */
export interface StateContext {
  readonly sandbox: Sandbox
  readonly workspace: Workspace
  readonly store: Store
  /** By the workspace's clock. */
  readonly nowMs: number
  /** The users, roles and definitions that every state uses. */
  readonly baseline: Baseline
  /** The parts of the file that is to be uploaded, in order. */
  readonly parts: readonly StoredFile[]
}

/** Files that a state needs, from the folder of the built-in seed minimal. */
export interface NeededFiles {
  readonly names?: readonly string[]
  /** A file to be cut into parts for an upload. */
  readonly uploaded?: string
}

/** A named state with any answer. */
export interface State {
  /** What holds when it is set, a sentence. */
  readonly sentence: string
  readonly needs: NeededFiles
  /** Whether the ids are remembered in the database, which must never hold a token. */
  readonly isKept: boolean
  /** Ids to answer: those kept from an earlier time, brought up to date, else new ones. */
  choose(context: StateContext, kept: Ids | undefined): Ids
  /** The data that the state needs; it replaces rows with the same ids. */
  seed(context: StateContext, ids: Ids): Seed
  /** What no seed can say, once the data is there. */
  finish(context: StateContext, ids: Ids): void
}

interface Definition<I extends object> {
  sentence: string
  needs?: NeededFiles
  isKept?: boolean
  /** New ids, which nothing has. */
  take: (context: StateContext) => I
  /** What of the ids of an earlier time has to be another now. */
  renew?: (context: StateContext, kept: I) => I
  seed?: (context: StateContext, ids: I) => Seed
  finish?: (context: StateContext, ids: I) => void
}

/** Describes a named state by its ids, and by the data that makes it hold. */
export const defineState = <I extends object>({
  sentence,
  needs = {},
  isKept = true,
  take,
  renew = (_context, kept) => kept,
  seed = () => ({}),
  finish = () => undefined,
}: Definition<I>): State => ({
  sentence,
  needs,
  isKept,
  choose: (context, kept) => ({ ...(kept ? renew(context, kept as I) : take(context)) }),
  seed: (context, ids) => seed(context, ids as I),
  finish: (context, ids) => finish(context, ids as I),
})
