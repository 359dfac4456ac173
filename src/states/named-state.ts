import type { StoredFile } from '../blobs/blob-store.ts'
import type { Store } from '../db/store.ts'
import type { Seed } from '../seeds/seed-format.ts'
import type { Sandbox } from '../workspaces/sandbox.ts'
import type { Workspace } from '../workspaces/workspace.ts'
import type { Baseline } from './baseline.ts'

/** The answer of a state: ids and other values for calls of tests, as JSON. */
export type Ids = object

/** The context of a state, inside the transaction that sets it. */
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
  /** The condition that holds when it is set, as a sentence. */
  readonly sentence: string
  readonly needs: NeededFiles
  /** Whether the ids are stored in the database, which must never contain a token. */
  readonly isKept: boolean
  /** The ids to answer: renewed ones of an earlier setting, else new ones. */
  choose(context: StateContext, kept: Ids | undefined): Ids
  /** The data that the state needs; it replaces rows with the same ids. */
  seed(context: StateContext, ids: Ids): Seed
  /** Changes that no seed can express, after its data is added. */
  finish(context: StateContext, ids: Ids): void
}

interface Definition<I extends object> {
  sentence: string
  needs?: NeededFiles
  isKept?: boolean
  /** New, unused ids. */
  take: (context: StateContext) => I
  /** Renews ids of an earlier setting. */
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
