import type { FindingCode } from '../contract/finding.ts'
import type { VariableId, VariantOf } from '../contract/ledger/index.ts'
import type { Store } from '../db/store.ts'

/** The user in whose name a call is made. */
export interface Actor {
  readonly id: number
  readonly isAdmin: boolean
  /** The actor's department and every department above it, as JSON text for `json_each`. */
  readonly departmentIds: string
}

/** What a service needs to know of the call it serves. Services never ask anybody else. */
export interface Call {
  readonly store: Store
  readonly actor: Actor
  /** One instant for the whole call, by the workspace's clock, epoch ms. */
  readonly nowMs: number
  /** The variant that counts for this workspace; reading it is recorded with the call. */
  assume<Id extends VariableId>(id: Id): VariantOf<Id>
  /** Records something that the caller should know and that is no reason to refuse. */
  find(code: FindingCode, field?: string): void
  /** A UUID from the workspace's stream of ids, for the n-th thing of its kind. */
  uuid(counter: number): string
  /** A signed, time-limited address for a path below the workspace's files. */
  address(path: string): string
}
