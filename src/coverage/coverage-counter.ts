import type { OperationName } from '../contract/operation.ts'
import { MemoryAccount } from '../kernel/memory-account.ts'
import { inPieces } from '../kernel/pieces.ts'
import {
  type CountedCall,
  type CountedRoute,
  type Headers,
  OperationCounts,
} from './call-counts.ts'

/** More memory than one call can add. */
const STEP_BYTES = 16_384

/** Counts calls by what was called, how it was answered, and what it used. */
export class CoverageCounter {
  readonly operations = new Map<OperationName, OperationCounts>()
  readonly #account: MemoryAccount
  /** Counts in the place of this one where no memory is left; absent for the counter that always counts. */
  readonly #rest: CoverageCounter | undefined
  #bytes = 0
  #elsewhere = 0
  #isClosed = false

  constructor(account: MemoryAccount, rest?: CoverageCounter) {
    this.#account = account
    this.#rest = rest
  }

  /** The number of calls that were counted for the whole server only, because no memory was left. */
  get elsewhere(): number {
    return this.#elsewhere
  }

  /** Whether any call was made. */
  get isUsed(): boolean {
    return this.operations.size > 0 || this.#elsewhere > 0
  }

  /** Counts a call when its answer ends, and returns the counts that it is part of. */
  count(
    route: CountedRoute,
    call: CountedCall,
    headers: Headers,
    isLost: boolean,
  ): OperationCounts {
    if (this.#rest && (this.#isClosed || !this.#account.makeRoom(STEP_BYTES))) {
      if (!this.#isClosed) this.#elsewhere += 1
      return this.#rest.count(route, call, headers, isLost)
    }
    const counts = this.#of(route)
    counts.count(call, headers, isLost)
    return counts
  }

  /** Adds what another one has counted. */
  add(other: CoverageCounter): void {
    for (const counts of other.operations.values()) this.#of(counts.route).add(counts)
  }

  /** Deletes all counts. */
  clear(): void {
    this.#release()
    this.#elsewhere = 0
    this.operations.clear()
  }

  /** Gives its memory back when the workspace is removed, and hands later calls on to the whole server. */
  close(): void {
    this.#isClosed = true
    this.#release()
  }

  #release(): void {
    this.#account.give(this.#bytes)
    this.#bytes = 0
  }

  #of(route: CountedRoute): OperationCounts {
    const known = this.operations.get(route.name)
    if (known) return known
    const made = new OperationCounts(route, (bytes) => {
      // A call can be lost after its workspace was removed; nothing would give its memory back.
      if (this.#isClosed) return
      this.#bytes += bytes
      this.#account.add(bytes)
    })
    this.operations.set(route.name, made)
    return made
  }
}

/** The calls of several workspaces. */
export interface MergedCalls {
  readonly counter: CoverageCounter
  /** The number of workspaces that were called. */
  readonly workspaces: number
}

/** The counters of all workspaces of a server, and the calls of those that were removed. */
export class CoverageCounters {
  readonly #account: MemoryAccount
  readonly #open = new Set<CoverageCounter>()
  readonly #rest: CoverageCounter
  #removedCount = 0

  constructor(account: MemoryAccount) {
    this.#account = account
    this.#rest = new CoverageCounter(account)
  }

  /** The counter of a new workspace. */
  open(): CoverageCounter {
    const counter = new CoverageCounter(this.#account, this.#rest)
    this.#open.add(counter)
    return counter
  }

  /** Keeps what the counter of a removed workspace has counted. */
  remove(counter: CoverageCounter): void {
    if (!this.#open.delete(counter)) return
    if (counter.isUsed) this.#removedCount += 1
    counter.close()
    this.#rest.add(counter)
  }

  /** The calls of all workspaces, also of removed ones. */
  merged(): Promise<MergedCalls> {
    return inPieces(this.#merge(), this)
  }

  /** Deletes the counts of every workspace. */
  clear(): void {
    for (const counter of this.#open) counter.clear()
    this.#rest.clear()
    this.#removedCount = 0
  }

  /** Pauses after each workspace. One that is removed meanwhile keeps its counts and is read in its turn. */
  *#merge(): Generator<void, MergedCalls> {
    const counter = new CoverageCounter(new MemoryAccount(Number.POSITIVE_INFINITY))
    const open = [...this.#open].filter(({ isUsed }) => isUsed)
    const workspaces = open.length + this.#removedCount
    counter.add(this.#rest)
    for (const one of open) {
      yield
      counter.add(one)
    }
    return { counter, workspaces }
  }
}
