import type { ChosenVariants } from '../contract/ledger/index.ts'
import type { Store } from '../db/store.ts'
import { AdjustableClock, type ClockSetting } from '../kernel/clock.ts'
import { type JudgedAddress, judgeAddress, signAddress } from '../kernel/signature.ts'
import { streamUuid, streamValue } from '../kernel/streams.ts'
import { Nonces } from './nonces.ts'

/** The record of a workspace as it is kept: who it is, never what is in it. */
export interface WorkspaceRecord {
  id: string
  name: string
  /** Signs addresses; random, never shown. */
  signingKey: string
  /** Seeds the streams of repeatable randomness. */
  generatorSeed: number
  clock: ClockSetting
  variants: ChosenVariants
  /** How often it was opened, so that a restart does not repeat trace ids. */
  starts: number
}

/** One isolated world with its record: all that a request can read or change. */
export class Workspace {
  readonly record: WorkspaceRecord
  readonly clock: AdjustableClock
  readonly nonces = new Nonces()
  readonly world: Store
  #calls = 0

  constructor(record: WorkspaceRecord, world: Store) {
    this.record = record
    this.world = world
    this.clock = new AdjustableClock(record.clock)
  }

  get id(): string {
    return this.record.id
  }

  /** The trace id of the next call, 32 hexadecimal digits. */
  nextTraceId(): string {
    this.#calls += 1
    return streamValue(this.record.generatorSeed, 'trace', `${this.record.starts}.${this.#calls}`)
  }

  /** The UUID of the n-th thing that has one. */
  uuid(counter: number): string {
    return streamUuid(this.record.generatorSeed, 'ids', counter)
  }

  /** Signs a path below that of the files of all workspaces until an instant. */
  signFilePath(filesPath: string, path: string, expiresAtMs: number): string {
    return signAddress(this.record.signingKey, `${filesPath}/${this.id}/${path}`, expiresAtMs)
  }

  /** Judges path and query of an address that should be one of this workspace's files. */
  judgeFileAddress(address: string): JudgedAddress {
    return judgeAddress(this.record.signingKey, address)
  }
}
