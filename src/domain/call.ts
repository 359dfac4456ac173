import type { StoredFile } from '../blobs/blob-store.ts'
import type { VariableId, VariantOf } from '../contract/assumptions/index.ts'
import type { FindingCode } from '../contract/finding.ts'
import type { Store } from '../db/store.ts'
import type { FileFacts } from '../media/media.ts'

/** The user in whose name a call is made. */
export interface Actor {
  readonly id: number
  readonly email: string
  readonly isAdmin: boolean
  /** The actor's department and every department above it, as JSON text for `json_each`. */
  readonly departmentIds: string
}

/** What is known of a file beside its bytes: its name, and the media type that was declared. */
export interface FactsHint {
  name: string
  mediaType?: string
}

/**
 * The files that a call reads and makes. They are waited for, so this happens before the transaction of
 * the call; files that no database names afterwards are removed later.
 */
export interface CallFiles {
  /** Keeps what a source yields, at most `maxBytes`. */
  receive(source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<StoredFile>
  /** Keeps the contents of several files, one after the other, as one. */
  merge(digests: readonly string[]): Promise<StoredFile>
  /** What a file says of itself; undefined when its bytes are not there. */
  readFacts(digest: string, hint: FactsHint): Promise<FileFacts | undefined>
}

/** The context of a service, without the acting user. */
export interface BareContext {
  readonly store: Store
  readonly files: CallFiles
  /** One instant for the whole call, by the workspace's clock, epoch ms. */
  readonly nowMs: number
  /** The variant that counts for this workspace; reading it is recorded with the call. */
  variant<Id extends VariableId>(id: Id): VariantOf<Id>
  /** Records something that the caller should know and that is no reason to refuse. */
  warn(code: FindingCode, field?: string): void
  /** A UUID from the workspace's stream of ids, for the n-th thing of its kind. */
  uuid(counter: number): string
  /** A signed, time-limited URL for a path below the workspace's files. */
  signedUrl(path: string): string
}

/** A call before its transaction, which may wait. */
export interface WaitingContext extends BareContext {
  /** Aborted when the caller has gone: work that only this caller wants ends then. */
  readonly signal: AbortSignal
}

/** What a service needs to know of the call it serves. Services never ask anybody else. */
export interface ServiceContext extends BareContext {
  readonly actor: Actor
  /** Atoms that E21 does not take, because a fault of the workspace wants it so. */
  readonly failing: ReadonlySet<number>
}
