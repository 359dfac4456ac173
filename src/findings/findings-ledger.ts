import { type KeptFinding, levelOfFinding } from '../contract/findings/finding.ts'
import { MemoryAccount } from '../kernel/memory-accounts.ts'
import { LIMITS } from '../limits.ts'
import type { CallOrigin } from './observed-call.ts'
import {
  addSums,
  emptyTally,
  type FindingExample,
  type FindingTally,
  keyOfTally,
  mergeTallies,
  sizeOfExample,
  type TallyKind,
} from './tally.ts'

/**
 * Counts the findings of a workspace by code, and keeps a few of their calls. It survives a reset, because a suite
 * resets between its tests. Counts are exact; examples are left out when their account is full.
 */
export class FindingsLedger {
  readonly #account: MemoryAccount
  readonly #tallies = new Map<string, FindingTally>()
  #isClosed = false

  constructor(account = new MemoryAccount(LIMITS.findingBytes.max)) {
    this.#account = account
  }

  /** The tallies of codes that were found. */
  get tallies(): Iterable<FindingTally> {
    return this.#tallies.values()
  }

  /** Counts a finding about a call of a workspace; texts of both are masked. */
  note(workspace: string, finding: KeptFinding, origin: CallOrigin): void {
    if (this.#isClosed) return
    const { code, field } = finding
    const tally = this.#tallyOf({ code, level: levelOfFinding(finding) })
    const { atMs } = origin
    addSums(tally, { count: 1, firstAtMs: atMs, lastAtMs: atMs })
    this.#keep(tally, { workspace, origin, field })
  }

  /** Adds what another ledger has counted, which can then be emptied. */
  absorb(other: FindingsLedger): void {
    for (const tally of other.tallies) {
      const before = this.#tallyOf(tally)
      const merged = mergeTallies(tally, [before, tally])
      this.#release(before)
      addSums(before, tally)
      before.first.length = 0
      before.latest.length = 0
      for (const example of [...merged.first, ...merged.latest]) this.#keep(before, example)
    }
  }

  /** Deletes all findings. */
  clear(): void {
    for (const tally of this.#tallies.values()) this.#release(tally)
    this.#tallies.clear()
  }

  /** Frees its memory; later findings are not counted. */
  close(): void {
    this.#isClosed = true
    this.clear()
  }

  #tallyOf(kind: TallyKind): FindingTally {
    const key = keyOfTally(kind)
    const known = this.#tallies.get(key)
    if (known) return known
    const tally = emptyTally(kind)
    this.#tallies.set(key, tally)
    return tally
  }

  #keep({ first, latest }: FindingTally, example: FindingExample): void {
    const { max } = LIMITS.findingExamples
    const isFirst = first.length < max
    const replaced = isFirst || latest.length < max ? undefined : latest.shift()
    if (replaced) this.#account.remove(sizeOfExample(replaced))
    const bytes = sizeOfExample(example)
    if (!this.#account.hasRoomFor(bytes)) return
    this.#account.add(bytes)
    if (isFirst) first.push(example)
    else latest.push(example)
  }

  #release({ first, latest }: FindingTally): void {
    for (const example of [...first, ...latest]) this.#account.remove(sizeOfExample(example))
  }
}
