import {
  type FindingCode,
  type KeptFinding,
  levelOfFinding,
} from '../../contract/findings/finding.ts'
import type { FindingLevel } from '../../contract/findings/finding-kind.ts'
import { LIMITS } from '../../kernel/limits.ts'
import { MemoryAccount } from '../../kernel/memory-account.ts'
import { sizeOfText } from '../../kernel/text.ts'
import type { FindingPlace } from './findings-schema.ts'
import type { CallOrigin } from './observed-call.ts'

export interface FindingExample {
  readonly workspace: string
  readonly origin: CallOrigin
  /** Path of the field in the request, with its secrets masked. */
  readonly field: string | undefined
  /** What was probably meant. */
  readonly expected: string | undefined
}

export interface FindingTally {
  readonly code: FindingCode
  readonly level: FindingLevel
  /** Number of findings; a call can have several of one code, about several fields. */
  count: number
  /** By the clock of the workspace. */
  firstAtMs: number
  lastAtMs: number
  readonly first: FindingExample[]
  /** The last calls behind those of `first`, oldest first. */
  readonly latest: FindingExample[]
  /** Counts by operation and field, of a bounded number of places; the last one stands for all others. */
  readonly places: Map<string, FindingPlace>
}

type TallyKind = Pick<FindingTally, 'code' | 'level'>

export const keyOfTally = ({ code, level }: TallyKind): string => `${level} ${code}`

const BASE_BYTES = 256

const sizeOfExample = ({ origin, field, expected }: FindingExample): number =>
  BASE_BYTES +
  sizeOfText(origin.path) +
  sizeOfText(origin.test) +
  sizeOfText(field) +
  sizeOfText(expected)

/** Tallies of one code and level as one: sums, and of the examples the first and the last by their instants. */
export const mergeTallies = (tallies: readonly FindingTally[]): FindingTally => {
  const [{ code, level }] = tallies as [FindingTally]
  const examples = tallies.flatMap(({ first, latest }) => [...first, ...latest]).sort(byInstant)
  const { max } = LIMITS.findingExamples
  const places = new Map<string, FindingPlace>()
  for (const tally of tallies) for (const place of tally.places.values()) countPlace(places, place)
  return {
    code,
    level,
    count: tallies.reduce((sum, { count }) => sum + count, 0),
    firstAtMs: tallies.reduce((least, { firstAtMs }) => Math.min(least, firstAtMs), Infinity),
    lastAtMs: tallies.reduce((most, { lastAtMs }) => Math.max(most, lastAtMs), -Infinity),
    first: examples.slice(0, max),
    latest: examples.slice(max).slice(-max),
    places,
  }
}

const OTHERS = { operation: null, field: null }

const sizeOfPlace = ({ field }: FindingPlace): number => BASE_BYTES + sizeOfText(field)

/** Counts a place for itself where it is known, or where there is room for one more. */
const countPlace = (
  places: Map<string, FindingPlace>,
  { operation, field, count }: FindingPlace,
  hasRoom: () => boolean = () => true,
): void => {
  const named = { operation, field }
  const isCounted =
    places.has(keyOfPlace(named)) || (places.size < LIMITS.findingPlaces.max && hasRoom())
  const place = isCounted ? named : OTHERS
  const before = places.get(keyOfPlace(place))?.count ?? 0
  places.set(keyOfPlace(place), { ...place, count: before + count })
}

const keyOfPlace = ({ operation, field }: Omit<FindingPlace, 'count'>): string =>
  `${operation} ${field}`

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

  get tallies(): Iterable<FindingTally> {
    return this.#tallies.values()
  }

  countOf(kind: TallyKind): number {
    return this.#tallies.get(keyOfTally(kind))?.count ?? 0
  }

  /** Counts a finding about a call of a workspace; texts of both are masked. */
  note(workspace: string, finding: KeptFinding, origin: CallOrigin): void {
    if (this.#isClosed) return
    const { atMs } = origin
    const kind = { code: finding.code, level: levelOfFinding(finding) }
    const tally = this.#tallies.get(keyOfTally(kind)) ?? {
      ...kind,
      count: 0,
      firstAtMs: atMs,
      lastAtMs: atMs,
      first: [],
      latest: [],
      places: new Map(),
    }
    this.#tallies.set(keyOfTally(kind), tally)
    tally.count += 1
    tally.firstAtMs = Math.min(tally.firstAtMs, atMs)
    tally.lastAtMs = Math.max(tally.lastAtMs, atMs)
    const place = { operation: origin.operation, field: finding.field ?? null, count: 1 }
    countPlace(tally.places, place, () => this.#takeRoom(sizeOfPlace(place)))
    const { field, expected } = finding
    this.#keep(tally, { workspace, origin, field, expected })
  }

  absorb(other: FindingsLedger): void {
    for (const tally of other.tallies) {
      const before = this.#tallies.get(keyOfTally(tally))
      const { first, latest, places, ...sums } = mergeTallies(before ? [before, tally] : [tally])
      if (before) this.#release(before)
      const merged: FindingTally = { ...sums, first: [], latest: [], places: new Map() }
      for (const place of places.values())
        countPlace(merged.places, place, () => this.#takeRoom(sizeOfPlace(place)))
      this.#tallies.set(keyOfTally(tally), merged)
      for (const example of [...first, ...latest]) this.#keep(merged, example)
    }
  }

  clear(): void {
    for (const tally of this.#tallies.values()) this.#release(tally)
    this.#tallies.clear()
  }

  /** Frees its memory; later findings are not counted. */
  close(): void {
    this.#isClosed = true
    this.clear()
  }

  #keep({ first, latest }: FindingTally, example: FindingExample): void {
    const { max } = LIMITS.findingExamples
    const isFirst = first.length < max
    const replaced = isFirst || latest.length < max ? undefined : latest.shift()
    if (replaced) this.#account.give(sizeOfExample(replaced))
    const bytes = sizeOfExample(example)
    if (!this.#takeRoom(bytes)) return
    if (isFirst) first.push(example)
    else latest.push(example)
  }

  #takeRoom(bytes: number): boolean {
    if (!this.#account.makeRoom(bytes)) return false
    this.#account.add(bytes)
    return true
  }

  #release({ first, latest, places }: FindingTally): void {
    for (const example of [...first, ...latest]) this.#account.give(sizeOfExample(example))
    for (const [key, place] of places)
      if (key !== keyOfPlace(OTHERS)) this.#account.give(sizeOfPlace(place))
  }
}
