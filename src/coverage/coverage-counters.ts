import { MemoryAccount } from '../kernel/memory-accounts.ts'
import { inPieces } from '../kernel/pieces.ts'
import { CoverageCounter } from './coverage-counter.ts'

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
