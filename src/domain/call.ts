import type { VariableId, VariantOf } from '../contract/assumptions/index.ts'
import type { FindingCode } from '../contract/findings/finding.ts'
import type { OutcomeName } from '../contract/operation.ts'
import type { StoredFile } from '../store/blobs/blob-store.ts'
import type { Store } from '../store/db/store.ts'
import type { UserRole } from '../store/db/tables/workspace/users.ts'
import type { FileFacts, Hint } from '../store/media/media.ts'

export interface Actor {
  readonly id: number
  readonly email: string
  readonly role: UserRole
  /** Whether the account may act: `status` 0 is disabled, `logoutStatus` 1 logged out (A-auth-12). */
  readonly account: 'active' | 'disabled' | 'logged out'
  /** The actor's department and every department above it, as JSON text for `json_each`; empty for an administrator. */
  readonly departmentIds: string
}

/**
 * The files that a call reads and makes. Their work is asynchronous and precedes the transaction of the call;
 * files that no database names afterwards are removed later.
 */
export interface CallFiles {
  receive(source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<StoredFile>
  merge(digests: readonly string[]): Promise<StoredFile>
  /** The facts of a file; undefined when its bytes are missing. */
  readFacts(digest: string, hint: Hint): Promise<FileFacts | undefined>
}

export interface BareContext {
  readonly store: Store
  readonly files: CallFiles
  /** One instant for the whole call, by the workspace's clock, epoch ms. */
  readonly nowMs: number
  /** The variant of this workspace; reading it is recorded with the call. */
  variant<Id extends VariableId>(id: Id): VariantOf<Id>
  warn(code: FindingCode, field?: string, expected?: string): void
  outcome(name: OutcomeName): void
  uuid(counter: number): string
  signedUrl(path: string): string
}

/** The context of a call before its transaction, where it may be asynchronous. */
export interface WaitingContext extends BareContext {
  /** Aborted when the client has left, which ends work for this client only. */
  readonly signal: AbortSignal
}

export type ActorContext = Pick<ServiceContext, 'store' | 'variant' | 'actor'>

/** The context of a service, its only source of time, data and randomness. */
export interface ServiceContext extends BareContext {
  readonly actor: Actor
}
