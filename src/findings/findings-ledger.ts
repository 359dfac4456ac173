import { type FindingCode, type KeptFinding, levelOfFinding } from '../contract/findings/finding.ts'
import type { FindingLevel } from '../contract/findings/finding-kind.ts'
import { MemoryAccount } from '../kernel/memory-account.ts'
import { sizeOfText } from '../kernel/text.ts'
import { LIMITS } from '../limits.ts'
import type { CallOrigin } from './observed-call.ts'

/** A call with a finding. Its origin is shared by all findings of the call. */
export interface FindingExample {
  readonly workspace: string
  readonly origin: CallOrigin
  /** Path of the field in the request, with its secrets masked. */
  readonly field: string | undefined
}

/** What is known of the findings of one code and level. */
export interface FindingTally {
  readonly code: FindingCode
  readonly level: FindingLevel
  /** Number of findings; a call can have several of one code, about several fields. */
  count: number
  /** By the clock of the workspace. */
  firstAtMs: number
  lastAtMs: number
  /** The first calls, oldest first. */
  readonly first: FindingExample[]
  /** The last calls behind those of `first`, oldest first. */
  readonly latest: FindingExample[]
}

/** The code and the level that a tally counts. */
export type TallyKind = Pick<FindingTally, 'code' | 'level'>

/** A text for each kind of tally. */
export const keyOfTally = ({ code, level }: TallyKind): string => `${level} ${code}`

/** A tally without findings. */
export const emptyTally = ({ code, level }: TallyKind): FindingTally => ({
  code,
  level,
  count: 0,
  firstAtMs: Number.POSITIVE_INFINITY,
  lastAtMs: Number.NEGATIVE_INFINITY,
  first: [],
  latest: [],
})

/** The bytes of an example without its texts. */
const BASE_BYTES = 256

/** Bytes of memory of an example. */
const sizeOfExample = ({ origin, field }: FindingExample): number =>
  BASE_BYTES + sizeOfText(origin.path) + sizeOfText(field)

/** Adds the sums of a tally to another; an instant decides which findings are the first and the last. */
export const addSums = (
  to: FindingTally,
  from: Pick<FindingTally, 'count' | 'firstAtMs' | 'lastAtMs'>,
) => {
  to.count += from.count
  to.firstAtMs = Math.min(to.firstAtMs, from.firstAtMs)
  to.lastAtMs = Math.max(to.lastAtMs, from.lastAtMs)
}

/** The tally of several workspaces: sums, and of the examples the first and the last by their instants. */
export const mergeTallies = (kind: TallyKind, tallies: readonly FindingTally[]): FindingTally => {
  const merged = emptyTally(kind)
  for (const tally of tallies) addSums(merged, tally)
  const examples = tallies.flatMap(({ first, latest }) => [...first, ...latest]).sort(byInstant)
  const { max } = LIMITS.findingExamples
  merged.first.push(...examples.slice(0, max))
  merged.latest.push(...examples.slice(max).slice(-max))
  return merged
}

const byInstant = (a: FindingExample, b: FindingExample): number =>
  a.origin.atMs - b.origin.atMs ||
  (a.workspace < b.workspace ? -1 : Number(a.workspace > b.workspace)) ||
  (a.origin.seq ?? 0) - (b.origin.seq ?? 0)

/**
 * Counts the findings of a workspace by code, and keeps a few of their calls. It survives a reset, because a suite
 * resets between its tests. Counts are exact; examples are left out when their account is full.
 */
export class FindingsLedger {
  readonly #account: MemoryAccount
  readonly #tallies = new Map<string, FindingTally>()
  #isClosed = false

  constructor(account = new MemoryAccount(LIMITS.keptBytes.max)) {
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
    if (replaced) this.#account.give(sizeOfExample(replaced))
    const bytes = sizeOfExample(example)
    if (!this.#account.makeRoom(bytes)) return
    this.#account.add(bytes)
    if (isFirst) first.push(example)
    else latest.push(example)
  }

  #release({ first, latest }: FindingTally): void {
    for (const example of [...first, ...latest]) this.#account.give(sizeOfExample(example))
  }
}
